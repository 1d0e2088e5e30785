// The two connections to Redis: one for commands, one for subscriptions.
import { Redis, type RedisOptions } from 'ioredis'

export interface RedisAddress {
  /** `redis://` or `rediss://`, with optional password and database number. */
  readonly url: URL
  /** Certificate authority for tests; default: those that Node trusts. */
  readonly ca?: string | undefined
}

type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>

/** Creates a connection without opening it. */
function createConnection({ url, ca }: RedisAddress, options: ConnectionOptions): Redis {
  const all: ConnectionOptions = { ...options, lazyConnect: true, ...(ca === undefined ? {} : { tls: { ca } }) }
  return new Redis(url.href, all)
}

export type RedisConnections = ReturnType<typeof createRedisConnections>

/** Creates both connections. Commands are not queued while they are closed. */
export function createRedisConnections(
  address: RedisAddress,
  connectMs: number,
  onError: (error: unknown) => void,
  onClose: () => void,
) {
  /** Connections whose address Redis rejected in part: they are open, but on the wrong database. */
  const misconfigured = new Set<Redis>()
  const commands = createConnection(address, connectionOptions(connectMs))
  const subscriber = createConnection(address, connectionOptions(connectMs))
  const both = [commands, subscriber]
  for (const connection of both) {
    connection.on('connect', () => misconfigured.delete(connection))
    connection.on('close', onClose)
    // Without a listener the error would end the process.
    connection.on('error', (error: Error) => {
      if (/DB index|SELECT is not/.test(error.message)) misconfigured.add(connection)
      onError(error)
    })
  }
  return {
    commands,
    subscriber,
    /** Opens both connections; resolves whether or not that succeeds. Retries in the background for ever. */
    async open(): Promise<void> {
      await Promise.all(both.map((connection) => connection.connect().catch(() => undefined)))
    },
    /** Whether both connections are usable. */
    areReady: () => both.every((connection) => connection.status === 'ready' && !misconfigured.has(connection)),
    /** Replaces connections that are dead. */
    reconnect(): void {
      for (const connection of both)
        if (connection.status === 'ready' || connection.status === 'connect') connection.disconnect(true)
    },
    close(): void {
      for (const connection of both) connection.disconnect()
    },
  }
}

function connectionOptions(connectMs: number) {
  return {
    connectTimeout: connectMs,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    enableAutoPipelining: true,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
    // After a failover the address may lead to another server.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  } satisfies ConnectionOptions
}
