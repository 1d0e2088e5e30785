// The line to Redis: every call ends within its time, and while Redis is away, slow, full or read-only nobody waits for it.
import type { Redis } from 'ioredis'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'
import { prefix } from './prefix.ts'
import { bounded } from './redis-bounded.ts'
import { type Connections, createConnections, type RedisAddress } from './redis-connections.ts'
import { isLate, isOurs, reasonOf } from './redis-reasons.ts'
import { createStanding, type Standing } from './redis-standing.ts'

/** A line to Redis, for whoever shares something with other replicas. */
export interface RedisLine {
  /** What `work` comes to; undefined while Redis cannot be used, and when it fails. Never rejects, and takes a fraction of a second at the most. */
  ask<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined>
  isUp(): boolean
  /** From now on `hear` is called whenever Redis can be used, which it could not before: what others said meanwhile was missed. */
  onUp(hear: () => void): void
  onDown(hear: () => void): void
  /** From now on `hear` gets every message of a channel. Some are missed while the line is down. */
  listen(channel: string, hear: (message: Buffer) => void): void
  /** Why Redis cannot be used, a sentence; empty when it can. */
  troubles(): readonly string[]
  /** Ends it at once. */
  close(): Promise<void>
}

export interface RedisLineParts extends RedisAddress {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** For tests; otherwise `usualPace`. */
  readonly pace?: Partial<Pace>
}

type Pace = Readonly<typeof usualPace>

const usualPace = {
  /** So long one call may take: in a sound network it is a hundred times what it needs. */
  commandMs: 250,
  connectMs: 2_000,
  /** While Redis is away it is looked at this often. */
  probeMs: 500,
  longestProbeMs: 4_000,
  /** So often while it is there: nothing may be asked for long, and who only hears does not notice that the connection is gone. */
  heartbeatMs: 5_000,
  /** The first connection is waited for so long; then the start goes on without. */
  firstMs: 1_000,
}

const probeKey = `${prefix}probe`

/** Opens the line. Resolves when Redis can be used, or after a moment without it; it is tried again behind the scenes for ever. Never rejects. */
export async function openRedisLine({ log, pace: given, ...address }: RedisLineParts): Promise<RedisLine> {
  const pace = { ...usualPace, ...given }
  const standing = createStanding(log)
  const connections = createConnections({
    ...address,
    connectMs: pace.connectMs,
    // What was asked says it better while it can be used.
    failed: (error) => (standing.isUp() ? undefined : standing.down(reasonOf(error))),
    closed: () => (standing.isUp() ? standing.down('has closed the connection') : undefined),
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
      if (isOurs(error)) log.error({ err: withoutCommand(error) }, 'Redis refused what Trawl asked of it')
      // It may have gone and come back while this was asked: then the failure is old news.
      else if (standing.isUp()) {
        standing.down(reasonOf(error))
        // Replies that nobody waits for any more would stand before all others.
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

/** After so many looks in vain in a row the connections are taken to be dead: what was sent on them may wait for minutes to be sent again. */
const mostVain = 4

/** Makes what looks at Redis now and then: whether it can be written, and heard. A full one, or one that is a copy of another, answers and is of no use. */
function createProbes(connections: Connections, { standing, pace, subscribe }: ProbesParts) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let vain = 0
  /** How often in a row it could be used for less than a heartbeat, as one that is nearly full: it is looked at later and later then. */
  let shortTimes = 0

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

  async function look(): Promise<void> {
    const isFound = await isUsable()
    vain = isFound ? 0 : vain + 1
    if (vain > 0 && vain % mostVain === 0) connections.renew()
    if (isFound && standing.isUp()) shortTimes = 0
    if (isFound) standing.up()
    lookIn(isFound ? pace.heartbeatMs : pace.probeMs)
  }
  function lookIn(ms: number): void {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(look, ms).unref()
  }
  standing.onDown(() => {
    lookIn(Math.min(pace.probeMs * 2 ** shortTimes, pace.longestProbeMs))
    shortTimes += 1
  })

  let first: Promise<void> | undefined
  return {
    /** The first look; it is the same however often it is asked for. */
    begin(): Promise<void> {
      first ??= look()
      return first
    },
    end(): void {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** The driver adds the whole command to what it throws, and words that people search for are in it. */
function withoutCommand(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const bare = new Error(error.message)
  bare.stack = error.stack ?? error.message
  return bare
}
