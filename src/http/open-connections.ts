// The connections that are open: how many one client and all together may have, and which of them make room for a new one.
import type { FastifyRequest } from 'fastify'

type Socket = FastifyRequest['raw']['socket']

export interface OpenConnectionLimits {
  readonly most: number
  readonly maxPerClient: number
}

export interface OpenConnectionParts {
  readonly limits: OpenConnectionLimits
  /** Whose a connection is; undefined where many clients come from one address. */
  clientOf(connection: Socket): string | undefined
  /** Hears of each connection that is ended, because there are too many of all (`full`) or of its client (`share`). */
  ended(why: 'full' | 'share'): void
}

/**
 * Makes what is to hear of each new connection. One too many ends the oldest on which no request is being answered: one that is only kept for
 * later, or whose sender has not finished the head of a request. Where there is none, the new one ends.
 */
export function createOpenConnections({ limits, clientOf, ended }: OpenConnectionParts): (connection: Socket) => void {
  // In the order in which they were opened.
  const all = new Set<Socket>()
  const ofClients = new Map<string, Set<Socket>>()

  function remove(connection: Socket, client: string | undefined): void {
    all.delete(connection)
    if (client === undefined) return
    const own = ofClients.get(client)
    own?.delete(connection)
    if (own?.size === 0) ofClients.delete(client)
  }

  function end(connection: Socket, why: 'full' | 'share'): void {
    remove(connection, clientOf(connection))
    connection.destroy()
    ended(why)
  }

  return (connection) => {
    const client = clientOf(connection)
    const own = client === undefined ? undefined : (ofClients.get(client) ?? new Set())
    if (own && client !== undefined) ofClients.set(client, own.add(connection))
    all.add(connection)
    connection.once('close', () => remove(connection, client))
    if (own && own.size > limits.maxPerClient) end(oldestIdle(own) ?? connection, 'share')
    if (all.size > limits.most) end(oldestIdle(all) ?? connection, 'full')
  }
}

function oldestIdle(connections: Iterable<Socket>): Socket | undefined {
  return Iterator.from(connections).find((connection) => !isAnswering(connection))
}

/** Node sets this from when it has read the head of a request until the answer is finished; it says so publicly only for all connections together. */
function isAnswering(connection: object): boolean {
  return '_httpMessage' in connection && connection._httpMessage !== null && connection._httpMessage !== undefined
}
