// Clients that do not read what they are sent are cut off, so that nothing is kept for them.

/** What is used of a socket. */
export interface Connection {
  /** Bytes that wait to be sent, roughly: a piece counts until all of it is gone. */
  readonly writableLength: number
  /** Bytes that have been given to be sent, those that wait included. */
  readonly bytesWritten: number
  resetAndDestroy(): unknown
  once(event: 'close', then: () => void): unknown
}

export interface SlowClients {
  /** Watches a connection until it closes. */
  watch(connection: Connection): void
  /** Looks at all connections, cuts off those that are too slow, and says how many that were. */
  check(): number
}

/** What was seen of a connection that has bytes waiting. */
interface Seen {
  /** Bytes that were gone, and that waited, when it last moved enough. */
  readonly gone: number
  readonly waiting: number
  /** How often it was looked at since. */
  checks: number
}

/** Makes the watch: bytes may wait for so many checks, unless `leastBytes` of them, or all of them, go out meanwhile. */
export function createSlowClients(leastBytes: number, mostChecks: number): SlowClients {
  const open = new Set<Connection>()
  const waiting = new Map<Connection, Seen>()
  const isTooSlow = (connection: Connection): boolean => {
    const seen = waiting.get(connection)
    const gone = goneOf(connection)
    if (!seen || gone - seen.gone >= Math.min(leastBytes, seen.waiting)) {
      waiting.set(connection, { gone, waiting: connection.bytesWritten - gone, checks: 0 })
      return false
    }
    seen.checks += 1
    return seen.checks >= mostChecks
  }
  return {
    watch(connection) {
      open.add(connection)
      connection.once('close', () => {
        open.delete(connection)
        waiting.delete(connection)
      })
    },
    check() {
      let cut = 0
      for (const connection of open) {
        if (connection.writableLength === 0) waiting.delete(connection)
        else if (isTooSlow(connection)) {
          cut += 1
          waiting.delete(connection)
          open.delete(connection)
          // Not just closed: the system would go on keeping for minutes what it has taken already.
          connection.resetAndDestroy()
        }
      }
      return cut
    },
  }
}

/** How many bytes the system has taken. */
function goneOf(connection: Connection): number {
  return sentByHandle(connection) ?? connection.bytesWritten - connection.writableLength
}

/**
 * Node says publicly only how many whole pieces are gone, and an answer is one piece. Its handle knows better; it is what Node itself looks
 * at to tell a slow connection from a dead one.
 */
function sentByHandle(connection: object): number | undefined {
  const handle: unknown = '_handle' in connection ? connection._handle : undefined
  if (typeof handle !== 'object' || handle === null) return undefined
  if (!('bytesWritten' in handle && 'writeQueueSize' in handle)) return undefined
  const { bytesWritten, writeQueueSize } = handle
  return typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
    ? bytesWritten - writeQueueSize
    : undefined
}
