// The two connections to Redis: one that asks, one that hears what others publish.
import { Redis, type RedisOptions } from 'ioredis'

/** Where Redis is. */
export interface RedisAddress {
  /** `redis://` or `rediss://`, with a password and the number of a database where there are any. */
  readonly url: URL
  /** For tests, which have a certificate of their own; otherwise those count that Node trusts. */
  readonly ca?: string | undefined
}

type Options = Omit<RedisOptions, 'replyMapping'>

/** Makes a connection, which is not opened yet. */
export function connectionTo({ url, ca }: RedisAddress, options: Options): Redis {
  const all: Options = { ...options, lazyConnect: true, ...(ca === undefined ? {} : { tls: { ca } }) }
  return new Redis(url.href, all)
}

export interface Connections {
  readonly asking: Redis
  readonly hearing: Redis
  /** Opens both; resolves when that has gone well or not. What goes wrong is tried again behind the scenes for ever. */
  open(): Promise<void>
  /** Can something be said on both? */
  areReady(): boolean
  /** Lets go of connections on which nothing comes through any more, for new ones. */
  renew(): void
  close(): void
}

interface ConnectionsParts extends RedisAddress {
  readonly connectMs: number
  /** Hears of what is wrong with a connection. */
  failed(error: unknown): void
  /** Hears that one was closed. */
  closed(): void
}

/** Makes both. Nothing queues on them while they are closed. */
export function createConnections({ connectMs, failed, closed, ...address }: ConnectionsParts): Connections {
  /** Those to whom Redis has said at the start that something in their address is wrong: they could be used, but not as meant. */
  const wrong = new Set<Redis>()
  const asking = connectionTo(address, optionsOf(connectMs))
  const hearing = connectionTo(address, optionsOf(connectMs))
  for (const connection of [asking, hearing]) {
    connection.on('connect', () => wrong.delete(connection))
    connection.on('close', closed)
    // Without a listener it would end the process.
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
