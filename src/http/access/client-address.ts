// The client of a request: the peer of the connection, or the one named by a trusted proxy.
import type { FastifyRequest } from 'fastify'
import { createForwardedFor } from './trusted-proxies.ts'

export interface Client {
  /** Empty once the connection is closed. */
  readonly address: string
  readonly httpVersion: string
}

export interface RequestOrigin extends Pick<FastifyRequest['raw'], 'headers' | 'httpVersion'> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

export type ClientResolver = (request: RequestOrigin) => Client

/** Creates the resolver for trusted proxies (CIDR blocks, as `parseTrustedProxies` returns them). A request from any other peer belongs to that peer. */
export function createClientResolver(proxies: readonly string[] = []): ClientResolver {
  const resolveForwardedFor = createForwardedFor(proxies)
  return (request) => {
    const { httpVersion } = request
    const peer = request.socket.remoteAddress ?? ''
    // Reading one header makes Node build an object of all of them, so none is read without trusted proxies.
    if (proxies.length === 0) return { address: peer, httpVersion }
    const forwardedFor = [request.headers['x-forwarded-for'] ?? []].flat()
    return {
      address: resolveForwardedFor(peer, forwardedFor.length > 0 ? forwardedFor.join(',') : undefined),
      httpVersion,
    }
  }
}
