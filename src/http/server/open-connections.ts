// Limits open connections in total and per client, closing idle ones for new ones.
import type { FastifyRequest } from 'fastify'

type Socket = FastifyRequest['raw']['socket']

export interface OpenConnectionLimits {
  readonly maxConnections: number
  readonly maxPerClient: number
}

export interface OpenConnectionOptions {
  readonly limits: OpenConnectionLimits
  /** The client of a connection; undefined if many clients share its address. */
  clientOf(connection: Socket): string | undefined
  /** Called for each closed connection: there were too many in total (`full`) or of this client (`share`). */
  onClose(reason: 'full' | 'share'): void
}

/**
 * Creates the listener for new connections. Over a limit it closes the oldest connection without a running response (idle, or with incomplete
 * request headers); if there is none, the new connection.
 */
export function createConnectionListener({
  limits,
  clientOf,
  onClose,
}: OpenConnectionOptions): (connection: Socket) => void {
  // In insertion order.
  const open = new Set<Socket>()
  const byClient = new Map<string, Set<Socket>>()

  function remove(connection: Socket, client: string | undefined): void {
    open.delete(connection)
    if (client === undefined) return
    const clientConnections = byClient.get(client)
    clientConnections?.delete(connection)
    if (clientConnections?.size === 0) byClient.delete(client)
  }

  function closeConnection(connection: Socket, reason: 'full' | 'share'): void {
    remove(connection, clientOf(connection))
    connection.destroy()
    onClose(reason)
  }

  return (connection) => {
    const client = clientOf(connection)
    const clientConnections = client === undefined ? undefined : (byClient.get(client) ?? new Set())
    if (clientConnections && client !== undefined) byClient.set(client, clientConnections.add(connection))
    open.add(connection)
    connection.once('close', () => remove(connection, client))
    if (clientConnections && clientConnections.size > limits.maxPerClient)
      closeConnection(oldestIdle(clientConnections) ?? connection, 'share')
    if (open.size > limits.maxConnections) closeConnection(oldestIdle(open) ?? connection, 'full')
  }
}

function oldestIdle(connections: Iterable<Socket>): Socket | undefined {
  return Iterator.from(connections).find((connection) => !hasRunningResponse(connection))
}

/** Node sets this property from the parsed request headers until the response is finished; its public API tells only about all connections together. */
function hasRunningResponse(connection: object): boolean {
  return '_httpMessage' in connection && connection._httpMessage !== null && connection._httpMessage !== undefined
}
