// Who a request comes from: its connection says so, or one of our own workers that hands it on, or a proxy that is believed.
import type { FastifyRequest } from 'fastify'
import { createOrigin } from './trust.ts'

/** The client of a request. */
export interface Client {
  /** Empty once the connection is closed. */
  readonly address: string
  /** The version of HTTP it speaks, like `1.1`. */
  readonly httpVersion: string
}

/** What of a request tells who it comes from. */
export interface Sent extends Pick<FastifyRequest['raw'], 'headers' | 'httpVersion'> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

export interface Clients {
  /** Who the request comes from. */
  of(request: Sent): Client
  /** Does one of our workers hand the request on? */
  isHandedOn(request: Sent): boolean
}

/** Who is believed. */
export interface Believed {
  /** Known to our own processes only; who says it is a worker of ours. */
  readonly key?: string | undefined
  /** The blocks of our proxies, as `readTrust` gives them. */
  readonly proxies?: readonly string[] | undefined
}

/** The header in which a worker says for whom it asks. Workers remove it from what clients send. */
export const clientHeader = 'x-trawl-client'

/** The value of that header: who is connected to the worker; `key` is known to our own processes only. */
export function clientText(key: string, { address, httpVersion }: Client): string {
  return `${key} ${httpVersion} ${address}`
}

/** Makes what tells clients. Whoever is not believed is nobody but who the connection says. */
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
      // Node makes an object of all headers when one is read, so none is where nobody is believed.
      if (proxies.length === 0) return client
      return { ...client, address: originOf(client.address, textOf(request.headers['x-forwarded-for'])) }
    },
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
