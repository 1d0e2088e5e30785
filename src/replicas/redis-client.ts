// Redis client: every call has a time limit, and returns at once while Redis is down, full or read-only.
import type { Redis } from 'ioredis'
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import { keyPrefix } from './key-prefix.ts'
import { createRedisConnections, type RedisAddress, type RedisConnections } from './redis-connections.ts'
import { describeRedisError, isProgrammingError, isTimeout, withRedisTimeout } from './redis-errors.ts'
import { createRedisStatus, type RedisStatus } from './redis-status.ts'

/** The Redis client that everything shared between replicas uses. */
export type RedisClient = Awaited<ReturnType<typeof openRedisClient>>

export interface RedisClientOptions extends RedisAddress {
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
  const status = createRedisStatus(log)
  const connections = createRedisConnections(
    address,
    timings.connectMs,
    // While Redis is available, failing commands report the reason better.
    (error) => (status.isUp() ? undefined : status.markDown(describeRedisError(error))),
    () => (status.isUp() ? status.markDown('closed the connection') : undefined),
  )
  const channels = createChannels(connections, status, timings)
  const probes = createProbes(connections, status, timings, channels.subscribeAll)
  await withTimeout(connections.open().then(probes.begin), timings.startupWaitMs)
  void probes.begin()
  return {
    run: createRun(connections, status, log, timings.commandMs),
    isUp: status.isUp,
    onUp: status.onUp,
    onDown: status.onDown,
    problems: status.problems,
    /** Subscribes to a channel. Messages are lost while Redis is unavailable. */
    subscribe: channels.subscribe,
    /** Closes the connections at once. */
    async close() {
      status.stop()
      probes.end()
      connections.close()
    },
  }
}

function createRun(
  { commands, reconnect }: RedisConnections,
  status: RedisStatus,
  log: Pick<Logger, 'error'>,
  commandMs: number,
) {
  /** Runs commands; undefined while Redis is unavailable, or if they fail. Never rejects, and ends within a second. */
  return async <T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined> => {
    if (!status.isUp()) return undefined
    try {
      return await withRedisTimeout(work(commands), commandMs)
    } catch (error) {
      if (isProgrammingError(error)) log.error({ err: withoutCommandArguments(error) }, 'Redis rejected a command')
      // The status may have changed while the call ran: then its failure is outdated.
      else if (status.isUp()) {
        status.markDown(describeRedisError(error))
        // Replies to abandoned commands would delay all later ones.
        if (isTimeout(error)) reconnect()
      }
      return undefined
    }
  }
}

function createChannels({ subscriber }: RedisConnections, status: RedisStatus, { commandMs }: RedisTimings) {
  const subscribers = new Map<string, ((message: Buffer) => void)[]>()
  subscriber.on('messageBuffer', (channel: Buffer, message: Buffer) => {
    for (const listener of subscribers.get(channel.toString()) ?? []) listener(message)
  })
  return {
    subscribeAll: () => subscriber.subscribe(probeKey, ...subscribers.keys()),
    subscribe(channel: string, listener: (message: Buffer) => void): void {
      subscribers.set(channel, [...(subscribers.get(channel) ?? []), listener])
      if (!status.isUp()) return
      withRedisTimeout(subscriber.subscribe(channel), commandMs).catch((error: unknown) =>
        status.markDown(describeRedisError(error)),
      )
    },
  }
}

/** After this number of failed probes in a row the connections count as dead: TCP may take minutes to resend. */
const maxFailedProbes = 4

/** Creates the probe with back-off: whether Redis can be written and subscribed to, not just reached. */
function createProbes(
  connections: RedisConnections,
  status: RedisStatus,
  timings: RedisTimings,
  subscribe: () => Promise<unknown>,
) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let failedProbes = 0
  /** How often in a row Redis was available only for a moment: the delay of the next probe doubles each time. */
  let flaps = 0

  /** The driver throws out of reach at what is no reply to a subscription, so a server that is not Redis must be known before. */
  async function setAndSubscribe(): Promise<void> {
    const reply: unknown = await connections.commands.set(probeKey, '', 'PX', 10_000)
    if (reply !== 'OK') throw new Error('not a reply of Redis')
    await subscribe()
  }

  async function isUsable(): Promise<boolean> {
    if (!connections.areReady()) return false
    try {
      await withRedisTimeout(setAndSubscribe(), timings.commandMs)
      return true
    } catch (error) {
      status.markDown(describeRedisError(error))
      return false
    }
  }

  async function probe(): Promise<void> {
    if (await isUsable()) {
      failedProbes = 0
      if (status.isUp()) flaps = 0
      status.markUp()
      scheduleProbe(timings.heartbeatMs)
      return
    }
    failedProbes += 1
    if (failedProbes % maxFailedProbes === 0) connections.reconnect()
    scheduleProbe(timings.probeMs)
  }
  function scheduleProbe(ms: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(probe, ms).unref()
  }
  status.onDown(() => {
    scheduleProbe(Math.min(timings.probeMs * 2 ** flaps, timings.maxProbeMs))
    flaps += 1
  })

  let first: Promise<void> | undefined
  return {
    /** Runs the first probe; later calls return the same promise. */
    begin(): Promise<void> {
      first ??= probe()
      return first
    },
    end(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** The driver attaches the whole command to its errors, which contains search queries. */
function withoutCommandArguments(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const bare = new Error(error.message)
  bare.stack = error.stack ?? error.message
  return bare
}
