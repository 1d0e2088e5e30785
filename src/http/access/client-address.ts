// The client of a request: the peer of the connection, or the one named by one of our workers or a trusted proxy.
import type { FastifyRequest } from 'fastify'
import { createForwardedFor } from './trusted-proxies.ts'

/** The client of a request. */
export interface Client {
  /** Empty once the connection is closed. */
  readonly address: string
  /** HTTP version, like `1.1`. */
  readonly httpVersion: string
}

/** The parts of a request that identify its client. */
export interface RequestOrigin extends Pick<FastifyRequest['raw'], 'headers' | 'httpVersion'> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

export interface ClientResolver {
  /** The client that sent the request. */
  resolve(request: RequestOrigin): Client
  /** Was the request forwarded by one of our workers? */
  isFromWorker(request: RequestOrigin): boolean
}

/** Forwarders whose statement about the client is trusted. */
export interface TrustedForwarders {
  /** Secret shared by our own processes; proves that a request comes from a worker. */
  readonly key?: string | undefined
  /** CIDR blocks of our proxies, as `parseTrustedProxies` returns them. */
  readonly proxies?: readonly string[] | undefined
}

/** The header in which a worker names the client. Workers remove it from client requests. */
export const clientHeader = 'x-trawl-client'

/** The value of that header, for the peer connected to the worker; `key` is the secret shared by our processes. */
export function encodeClient(key: string, { address, httpVersion }: Client): string {
  return `${key} ${httpVersion} ${address}`
}

/** Creates the resolver. A request from an untrusted peer belongs to that peer. */
export function createClientResolver({ key, proxies = [] }: TrustedForwarders = {}): ClientResolver {
  const resolveForwardedFor = createForwardedFor(proxies)
  const workerFields = ({ headers }: RequestOrigin): readonly string[] | undefined => {
    const text = key === undefined ? undefined : headers[clientHeader]
    if (typeof text !== 'string') return undefined
    const fields = text.split(' ')
    return fields.length === 3 && fields[0] === key ? fields : undefined
  }
  const connectedClient = (request: RequestOrigin): Client => {
    const fields = key === undefined ? undefined : workerFields(request)
    const [, httpVersion = request.httpVersion, address = request.socket.remoteAddress ?? ''] = fields ?? []
    return { address, httpVersion }
  }
  return {
    isFromWorker: (request) => workerFields(request) !== undefined,
    resolve(request) {
      const client = connectedClient(request)
      // Reading one header makes Node build an object of all of them, so none is read without trusted proxies.
      if (proxies.length === 0) return client
      return { ...client, address: resolveForwardedFor(client.address, joinHeader(request.headers['x-forwarded-for'])) }
    },
  }
}

function joinHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
