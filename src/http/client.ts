// Who a request comes from: its connection says so, or one of our own workers that hands it on.
import type { FastifyRequest } from 'fastify'

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

/** The header in which a worker says for whom it asks. Workers remove it from what clients send. */
export const clientHeader = 'x-trawl-client'

/** The value of that header; `key` is known to our own processes only. */
export function clientText(key: string, { address, httpVersion }: Client): string {
  return `${key} ${httpVersion} ${address}`
}

/** Makes what tells clients. Only who knows `key` is believed what the header says; without a key nobody is. */
export function createClients(key?: string): Clients {
  const wordOf = ({ headers }: Sent): readonly string[] | undefined => {
    const text = key === undefined ? undefined : headers[clientHeader]
    if (typeof text !== 'string') return undefined
    const words = text.split(' ')
    return words.length === 3 && words[0] === key ? words : undefined
  }
  return {
    isHandedOn: (request) => wordOf(request) !== undefined,
    of(request) {
      const [, httpVersion = request.httpVersion, address = request.socket.remoteAddress ?? ''] = wordOf(request) ?? []
      return { address, httpVersion }
    },
  }
}
