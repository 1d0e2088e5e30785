// Limits open connections in total and per client, closing idle ones for new ones.
import type { FastifyRequest } from 'fastify'

type Socket = FastifyRequest['raw']['socket']

export interface OpenConnectionLimits {
  readonly most: number
  readonly maxPerClient: number
}

export interface OpenConnectionParts {
  readonly limits: OpenConnectionLimits
  /** The client of a connection; undefined if many clients share its address. */
  clientOf(connection: Socket): string | undefined
  /** Called for each closed connection: there were too many in total (`full`) or of this client (`share`). */
  ended(why: 'full' | 'share'): void
}

/**
 * Creates the listener for new connections. Over a limit it closes the oldest connection without a running response (idle, or with incomplete
 * request headers); if there is none, the new connection.
 */
export function createOpenConnections({ limits, clientOf, ended }: OpenConnectionParts): (connection: Socket) => void {
  // In insertion order.
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

/** Node sets this property from the parsed request headers until the response is finished; its public API tells only about all connections together. */
function isAnswering(connection: object): boolean {
  return '_httpMessage' in connection && connection._httpMessage !== null && connection._httpMessage !== undefined
}
