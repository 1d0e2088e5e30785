// The two connections to Redis: one for commands, one for subscriptions.
import { Redis, type RedisOptions } from 'ioredis'

/** Address of Redis. */
export interface RedisAddress {
  /** `redis://` or `rediss://`, with optional password and database number. */
  readonly url: URL
  /** Certificate authority for tests; default: those that Node trusts. */
  readonly ca?: string | undefined
}

type Options = Omit<RedisOptions, 'replyMapping'>

/** Creates a connection without opening it. */
export function connectionTo({ url, ca }: RedisAddress, options: Options): Redis {
  const all: Options = { ...options, lazyConnect: true, ...(ca === undefined ? {} : { tls: { ca } }) }
  return new Redis(url.href, all)
}

export interface Connections {
  readonly asking: Redis
  readonly hearing: Redis
  /** Opens both connections; resolves whether or not that succeeds. Retries in the background for ever. */
  open(): Promise<void>
  /** Whether both connections are usable. */
  areReady(): boolean
  /** Replaces connections that are dead. */
  renew(): void
  close(): void
}

interface ConnectionsParts extends RedisAddress {
  readonly connectMs: number
  /** Called with connection errors. */
  failed(error: unknown): void
  /** Called when a connection closes. */
  closed(): void
}

/** Creates both connections. Commands are not queued while they are closed. */
export function createConnections({ connectMs, failed, closed, ...address }: ConnectionsParts): Connections {
  /** Connections whose address Redis rejected in part: they are open, but on the wrong database. */
  const wrong = new Set<Redis>()
  const asking = connectionTo(address, optionsOf(connectMs))
  const hearing = connectionTo(address, optionsOf(connectMs))
  for (const connection of [asking, hearing]) {
    connection.on('connect', () => wrong.delete(connection))
    connection.on('close', closed)
    // Without a listener the error would end the process.
    connection.on('error', (error: Error) => {
      if (/DB index|SELECT is not/.test(error.message)) wrong.add(connection)
      failed(error)
    })
  }
  return {
    asking,
    hearing,
    async open() {
      await Promise.all([asking, hearing].map((connection) => connection.connect().catch(() => undefined)))
    },
    areReady: () => [asking, hearing].every((connection) => connection.status === 'ready' && !wrong.has(connection)),
    renew() {
      for (const connection of [asking, hearing])
        if (connection.status === 'ready' || connection.status === 'connect') connection.disconnect(true)
    },
    close() {
      asking.disconnect()
      hearing.disconnect()
    },
  }
}

function optionsOf(connectMs: number) {
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
  } satisfies Options
}
