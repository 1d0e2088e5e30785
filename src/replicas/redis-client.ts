// Redis client: every call has a time limit, and returns at once while Redis is down, full or read-only.
import { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import { channel, keyPrefix } from './key-prefix.ts'
import { describeRedisError, isProgrammingError, isTimeout, withRedisTimeout } from './redis-errors.ts'

/** The Redis client that everything shared between replicas uses. */
export type RedisClient = Awaited<ReturnType<typeof openRedisClient>>

export interface RedisClientOptions {
  /** `redis://` or `rediss://`, with optional password and database number. */
  readonly url: URL
  /** Certificate authority for tests; default: those that Node trusts. */
  readonly ca?: string | undefined
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Overrides for tests. */
  readonly timings?: Partial<RedisTimings>
}

type RedisTimings = Readonly<typeof defaultTimings>

const defaultTimings = {
  /** Time limit of a call: a hundred times what it needs in a healthy network. */
  commandMs: 250,
  connectMs: 2_000,
  /** Probe interval while Redis is unavailable. */
  probeMs: 500,
  maxProbeMs: 4_000,
  /** Probe interval while it is available: a subscriber that sends nothing does not notice a dead connection. */
  heartbeatMs: 5_000,
  /** Startup waits this long for the first connection, then continues without. */
  startupWaitMs: 1_000,
}

const probeKey = `${keyPrefix}probe`

/** Opens the client. Resolves when Redis is available, or after a moment; retries for ever. Never rejects. */
export async function openRedisClient({ log, timings: overrides, ...address }: RedisClientOptions) {
  const timings = { ...defaultTimings, ...overrides }
  const status = createStatus(log)
  const connect = () => createConnection(address, timings.connectMs, status)
  const connections = { commands: connect(), subscriber: connect() }
  const opened = Promise.allSettled([connections.commands.connect(), connections.subscriber.connect()])
  const probes = createProbes(connections, status, timings)
  await withTimeout(opened.then(probes.begin), timings.startupWaitMs)
  return {
    run: createRun(connections, status, log, timings.commandMs),
    isUp: status.isUp,
    /** Registers a listener for Redis becoming available; messages before that were missed. */
    onUp: status.onUp,
    onDown: status.onDown,
    /** Why it is unavailable, one sentence; empty if it is available. */
    problems: status.problems,
    /** Registers a listener for messages in the channel; those sent while Redis is unavailable are lost. */
    onMessage: (listener: (message: Buffer) => void) =>
      void connections.subscriber.on('messageBuffer', (_channel: Buffer, message: Buffer) => listener(message)),
    /** Closes the connections at once. */
    async close() {
      status.stop()
      probes.end()
      connections.commands.disconnect()
      connections.subscriber.disconnect()
    },
  }
}

type Status = ReturnType<typeof createStatus>

/** Creates the status, initially unknown. Logs one line when Redis goes and one when it returns. */
function createStatus(log: Pick<Logger, 'info' | 'warn'>) {
  const changes = new EventEmitter().setMaxListeners(0)
  let state: 'unknown' | 'up' | 'down' | 'stopped' = 'unknown'
  let reason = 'is not connected yet'
  return {
    isUp: () => state === 'up',
    problems: (): readonly string[] =>
      state === 'up' || state === 'stopped' ? [] : [`Redis ${reason}: this replica runs without shared state`],
    markUp(): void {
      if (state === 'up' || state === 'stopped') return
      state = 'up'
      log.info('Redis is available; sharing state with other replicas')
      changes.emit('up')
    },
    /** `cause` continues “Redis …”. */
    markDown(cause: string): void {
      if (state === 'stopped') return
      const before = state
      state = 'down'
      reason = cause
      if (before !== 'down') log.warn(`Redis ${cause}; running without shared state until it recovers`)
      if (before === 'up') changes.emit('down')
    },
    onUp: (listener: () => void) => void changes.on('up', listener),
    onDown: (listener: () => void) => void changes.on('down', listener),
    /** Stops notifications; Redis then counts as unavailable. */
    stop(): void {
      state = 'stopped'
    },
  }
}

/** Commands are not queued while the connection is closed. */
function createConnection(
  { url, ca }: Pick<RedisClientOptions, 'url' | 'ca'>,
  connectTimeout: number,
  status: Status,
): Redis {
  const connection = new Redis(url.href, {
    connectTimeout,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    enableAutoPipelining: true,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
    // After a failover the address may lead to another server.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...(ca === undefined ? {} : { tls: { ca } }),
  })
  connection.on('close', () => {
    if (status.isUp()) status.markDown('closed the connection')
  })
  connection.on('error', (error: Error) => {
    // While Redis is available, failing commands report the reason better.
    if (!status.isUp()) status.markDown(describeRedisError(error))
  })
  return connection
}

type Connections = Readonly<Record<'commands' | 'subscriber', Redis>>

/** Replaces connections that are dead; one that is not open reconnects anyway. */
function reconnect({ commands, subscriber }: Connections): void {
  for (const connection of [commands, subscriber])
    if (connection.status === 'ready' || connection.status === 'connect') connection.disconnect(true)
}

function createRun(connections: Connections, status: Status, log: Pick<Logger, 'error'>, commandMs: number) {
  /** Runs commands; undefined while Redis is unavailable, or if they fail. Never rejects, and ends within a second. */
  return async <T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined> => {
    if (!status.isUp()) return undefined
    try {
      return await withRedisTimeout(work(connections.commands), commandMs)
    } catch (error) {
      if (isProgrammingError(error)) log.error({ stack: stackOf(error) }, 'Redis rejected a command')
      // The status may have changed while the call ran: then its failure is outdated.
      else if (status.isUp()) {
        status.markDown(describeRedisError(error))
        // Replies to abandoned commands would delay all later ones.
        if (isTimeout(error)) reconnect(connections)
      }
      return undefined
    }
  }
}

/** After this number of failed probes in a row the connections count as dead: TCP may take minutes to resend. */
const maxFailedProbes = 4

/** Creates the probe with back-off: whether Redis can be written and subscribed to, not just reached. */
function createProbes(connections: Connections, status: Status, timings: RedisTimings) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let failedProbes = 0
  /** How often in a row Redis was available only for a moment: the delay of the next probe doubles each time. */
  let flaps = 0

  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(probe, ms).unref()
  }
  async function probe(): Promise<void> {
    const isUsable = await isUsableNow(connections, status, timings)
    if (isUsable) {
      failedProbes = 0
      if (status.isUp()) flaps = 0
      status.markUp()
    } else {
      failedProbes += 1
      if (failedProbes % maxFailedProbes === 0) reconnect(connections)
    }
    schedule(isUsable ? timings.heartbeatMs : timings.probeMs)
  }
  status.onDown(() => {
    schedule(Math.min(timings.probeMs * 2 ** flaps, timings.maxProbeMs))
    flaps += 1
  })
  return {
    begin: probe,
    end(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

async function isUsableNow(
  { commands, subscriber }: Connections,
  status: Status,
  { commandMs }: RedisTimings,
): Promise<boolean> {
  if (commands.status !== 'ready' || subscriber.status !== 'ready') return false
  async function writeAndSubscribe(): Promise<void> {
    const { db = 0 } = commands.options
    // If Redis has no such database, the connection is open, but on another one.
    if (db > 0) await commands.select(db)
    // The driver throws out of reach at what is no reply to a subscription, so a server that is not Redis must be known before.
    const reply: unknown = await commands.set(probeKey, '', 'PX', 10_000)
    if (reply !== 'OK') throw new Error('not a reply of Redis')
    await subscriber.subscribe(channel)
  }
  try {
    await withRedisTimeout(writeAndSubscribe(), commandMs)
    return true
  } catch (error) {
    status.markDown(describeRedisError(error))
    return false
  }
}

/** Not the error itself: the driver attaches the whole command to it, which contains search queries. */
function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error)
}
