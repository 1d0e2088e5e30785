// Redis client: every call has a time limit, and returns at once while Redis is down, full or read-only.
import type { Redis } from 'ioredis'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'
import { prefix } from './prefix.ts'
import { bounded } from './redis-bounded.ts'
import { type Connections, createConnections, type RedisAddress } from './redis-connections.ts'
import { isLate, isOurs, reasonOf } from './redis-reasons.ts'
import { createStanding, type Standing } from './redis-standing.ts'

/** The Redis client that everything shared between replicas uses. */
export interface RedisLine {
  /**
   * Runs commands and returns their result; undefined while Redis is unavailable, or if they fail. Never rejects; takes
   * a fraction of a second at most.
   */
  ask<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined>
  isUp(): boolean
  /** Registers a listener for Redis becoming available; messages before that were missed. */
  onUp(hear: () => void): void
  onDown(hear: () => void): void
  /** Subscribes to a channel. Messages are lost while Redis is unavailable. */
  listen(channel: string, hear: (message: Buffer) => void): void
  /** Why Redis is unavailable, one sentence; empty if it is available. */
  troubles(): readonly string[]
  /** Closes the connections at once. */
  close(): Promise<void>
}

export interface RedisLineParts extends RedisAddress {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Overrides for tests. */
  readonly pace?: Partial<Pace>
}

type Pace = Readonly<typeof usualPace>

const usualPace = {
  /** Time limit of a call: a hundred times what it needs in a healthy network. */
  commandMs: 250,
  connectMs: 2_000,
  /** Probe interval while Redis is unavailable. */
  probeMs: 500,
  longestProbeMs: 4_000,
  /**
   * Probe interval while it is available: the process may send nothing for long, and a subscriber does not notice a
   * dead connection.
   */
  heartbeatMs: 5_000,
  /** Startup waits this long for the first connection, then continues without. */
  firstMs: 1_000,
}

const probeKey = `${prefix}probe`

/**
 * Opens the client. Resolves when Redis is available, or after a moment without it; retries in the background for ever.
 * Never rejects.
 */
export async function openRedisLine({ log, pace: given, ...address }: RedisLineParts): Promise<RedisLine> {
  const pace = { ...usualPace, ...given }
  const standing = createStanding(log)
  const connections = createConnections({
    ...address,
    connectMs: pace.connectMs,
    // While Redis is available, failing commands report the reason better.
    failed: (error) => (standing.isUp() ? undefined : standing.down(reasonOf(error))),
    closed: () => (standing.isUp() ? standing.down('closed the connection') : undefined),
  })
  const channels = createChannels(connections, standing, pace)
  const probes = createProbes(connections, { standing, pace, subscribe: channels.subscribeAll })
  await within(connections.open().then(probes.begin), pace.firstMs)
  void probes.begin()
  return {
    ask: createAsk(connections, { standing, log, commandMs: pace.commandMs }),
    isUp: standing.isUp,
    onUp: standing.onUp,
    onDown: standing.onDown,
    listen: channels.listen,
    troubles: standing.troubles,
    async close() {
      standing.end()
      probes.end()
      connections.close()
    },
  }
}

interface AskParts {
  readonly standing: Standing
  readonly log: Pick<Logger, 'error'>
  readonly commandMs: number
}

function createAsk({ asking, renew }: Connections, { standing, log, commandMs }: AskParts): RedisLine['ask'] {
  return async (work) => {
    if (!standing.isUp()) return undefined
    try {
      return await bounded(work(asking), commandMs)
    } catch (error) {
      if (isOurs(error)) log.error({ err: withoutCommand(error) }, 'Redis rejected a command')
      // The status may have changed while the call ran: then its failure is outdated.
      else if (standing.isUp()) {
        standing.down(reasonOf(error))
        // Replies to abandoned commands would delay all later ones.
        if (isLate(error)) renew()
      }
      return undefined
    }
  }
}

function createChannels({ hearing }: Connections, standing: Standing, { commandMs }: Pace) {
  const hearers = new Map<string, ((message: Buffer) => void)[]>()
  hearing.on('messageBuffer', (channel: Buffer, message: Buffer) => {
    for (const hear of hearers.get(channel.toString()) ?? []) hear(message)
  })
  return {
    subscribeAll: () => hearing.subscribe(probeKey, ...hearers.keys()),
    listen(channel: string, hear: (message: Buffer) => void): void {
      hearers.set(channel, [...(hearers.get(channel) ?? []), hear])
      if (!standing.isUp()) return
      bounded(hearing.subscribe(channel), commandMs).catch((error: unknown) => standing.down(reasonOf(error)))
    },
  }
}

interface ProbesParts {
  readonly standing: Standing
  readonly pace: Pace
  readonly subscribe: () => Promise<unknown>
}

/** After this number of failed probes in a row the connections count as dead: TCP may take minutes to resend. */
const maxFailedProbes = 4

/**
 * Creates the probe with back-off, which tests whether Redis can be written and subscribed to. One that is full or a
 * read-only replica answers but is useless.
 */
function createProbes(connections: Connections, { standing, pace, subscribe }: ProbesParts) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let failedProbes = 0
  /**
   * How often in a row Redis was available for less than a heartbeat, as when it is nearly full: the delay of the next
   * probe doubles each time.
   */
  let flaps = 0

  async function isUsable(): Promise<boolean> {
    if (!connections.areReady()) return false
    const both = Promise.all([connections.asking.set(probeKey, '', 'PX', 10_000), subscribe()])
    try {
      await bounded(both, pace.commandMs)
      return true
    } catch (error) {
      standing.down(reasonOf(error))
      return false
    }
  }

  async function probe(): Promise<void> {
    if (await isUsable()) {
      failedProbes = 0
      if (standing.isUp()) flaps = 0
      standing.up()
      scheduleProbe(pace.heartbeatMs)
      return
    }
    failedProbes += 1
    if (failedProbes % maxFailedProbes === 0) connections.renew()
    scheduleProbe(pace.probeMs)
  }
  function scheduleProbe(ms: number): void {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(probe, ms).unref()
  }
  standing.onDown(() => {
    scheduleProbe(Math.min(pace.probeMs * 2 ** flaps, pace.longestProbeMs))
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
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** The driver attaches the whole command to its errors, which contains search queries. */
function withoutCommand(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const bare = new Error(error.message)
  bare.stack = error.stack ?? error.message
  return bare
}
