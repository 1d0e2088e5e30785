// The client of a request: the peer of the connection, or the one named by one of our workers or a trusted proxy.
import type { FastifyRequest } from 'fastify'
import { createOrigin } from './trust.ts'

/** The client of a request. */
export interface Client {
  /** Empty once the connection is closed. */
  readonly address: string
  /** HTTP version, like `1.1`. */
  readonly httpVersion: string
}

/** The parts of a request that identify its client. */
export interface Sent extends Pick<FastifyRequest['raw'], 'headers' | 'httpVersion'> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

export interface Clients {
  /** The client that sent the request. */
  of(request: Sent): Client
  /** Was the request forwarded by one of our workers? */
  isHandedOn(request: Sent): boolean
}

/** Forwarders whose statement about the client is trusted. */
export interface Believed {
  /** Secret shared by our own processes; proves that a request comes from a worker. */
  readonly key?: string | undefined
  /** CIDR blocks of our proxies, as `readTrust` returns them. */
  readonly proxies?: readonly string[] | undefined
}

/** The header in which a worker names the client. Workers remove it from client requests. */
export const clientHeader = 'x-trawl-client'

/** The value of that header, for the peer connected to the worker; `key` is the secret shared by our processes. */
export function clientText(key: string, { address, httpVersion }: Client): string {
  return `${key} ${httpVersion} ${address}`
}

/** Creates the resolver. A request from an untrusted peer belongs to that peer. */
export function createClients({ key, proxies = [] }: Believed = {}): Clients {
  const originOf = createOrigin(proxies)
  const wordOf = ({ headers }: Sent): readonly string[] | undefined => {
    const text = key === undefined ? undefined : headers[clientHeader]
    if (typeof text !== 'string') return undefined
    const words = text.split(' ')
    return words.length === 3 && words[0] === key ? words : undefined
  }
  const connected = (request: Sent): Client => {
    const word = key === undefined ? undefined : wordOf(request)
    const [, httpVersion = request.httpVersion, address = request.socket.remoteAddress ?? ''] = word ?? []
    return { address, httpVersion }
  }
  return {
    isHandedOn: (request) => wordOf(request) !== undefined,
    of(request) {
      const client = connected(request)
      // Reading one header makes Node build an object of all of them, so none is read without trusted proxies.
      if (proxies.length === 0) return client
      return { ...client, address: originOf(client.address, textOf(request.headers['x-forwarded-for'])) }
    },
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
