// Disconnects clients that do not read their responses, so that these do not pile up in memory.

interface Connection {
  /** Unsent bytes, approximately: a chunk counts until all of it is sent. */
  readonly writableLength: number
  /** Bytes written, unsent ones included. */
  readonly bytesWritten: number
  resetAndDestroy(): unknown
  once(event: 'close', then: () => void): unknown
}

interface SendProgress {
  /** Bytes sent and unsent when the connection last made enough progress. */
  readonly sentBytes: number
  readonly waiting: number
  /** Checks since then. */
  checks: number
}

/** Creates the monitor: closes a connection after `maxChecks` checks in which fewer than `minBytes` of its unsent bytes went out. */
export function createSlowClientMonitor(minBytes: number, maxChecks: number) {
  const open = new Set<Connection>()
  const waiting = new Map<Connection, SendProgress>()
  const isTooSlow = (connection: Connection): boolean => {
    const progress = waiting.get(connection)
    const sentBytes = sentBytesOf(connection)
    if (!progress || sentBytes - progress.sentBytes >= Math.min(minBytes, progress.waiting)) {
      waiting.set(connection, { sentBytes, waiting: connection.bytesWritten - sentBytes, checks: 0 })
      return false
    }
    progress.checks += 1
    return progress.checks >= maxChecks
  }
  return {
    watch(connection: Connection): void {
      open.add(connection)
      connection.once('close', () => {
        open.delete(connection)
        waiting.delete(connection)
      })
    },
    /** Checks all connections, closes those that are too slow, and returns their number. */
    check(): number {
      let closed = 0
      for (const connection of open) {
        if (connection.writableLength === 0) waiting.delete(connection)
        else if (isTooSlow(connection)) {
          closed += 1
          waiting.delete(connection)
          open.delete(connection)
          // Reset, not closed: the system would keep its send buffer for minutes.
          connection.resetAndDestroy()
        }
      }
      return closed
    },
  }
}

/** Bytes that the system has accepted. */
function sentBytesOf(connection: Connection): number {
  return handleSentBytes(connection) ?? connection.bytesWritten - connection.writableLength
}

/**
 * Node's public API counts whole chunks only, and a response is one chunk. Its internal handle is exact; Node itself uses it to tell a slow
 * connection from a dead one.
 */
function handleSentBytes(connection: object): number | undefined {
  const handle: unknown = '_handle' in connection ? connection._handle : undefined
  if (typeof handle !== 'object' || handle === null) return undefined
  if (!('bytesWritten' in handle && 'writeQueueSize' in handle)) return undefined
  const { bytesWritten, writeQueueSize } = handle
  return typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
    ? bytesWritten - writeQueueSize
    : undefined
}
