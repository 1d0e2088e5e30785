// Answers shared by all replicas: cached in memory here, then in Redis, then on the local disk.
import type { Answers, AnswersAtHand, Kept } from '../upstream/kept.ts'
import type { SharedAnswer } from './answer-form.ts'
import type { Events } from './events.ts'
import type { FarAnswers, Getting } from './far-answers.ts'
import type { RedisLine } from './redis.ts'

export interface SharedAnswers extends Answers {
  /**
   * Stores an answer obtained with a lock. Resolves to the answer of a later lock that is stored instead, if there is
   * one.
   */
  keep(key: string, shared: SharedAnswer, getting: Getting): Promise<Kept | undefined>
  /** Adopts an answer from Redis. */
  take(key: string, shared: SharedAnswer): Promise<Kept>
  /** Marks the local answer of a key as possibly older than the one in Redis. */
  outdate(key: string): void
}

export interface SharedAnswersParts {
  /** The cache of this replica. */
  readonly own: AnswersAtHand
  readonly far: FarAnswers
  readonly line: Pick<RedisLine, 'isUp'>
  readonly events: Pick<Events, 'onGap'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Time to live of an answer that is restored to Redis, because its original one is unknown here. */
const againMs = 60 * 60_000

const unleased: Getting = { fence: 0, tookMs: 0, isForced: false }

/** Creates the shared answers. Calls never reject and have the time limit of the Redis client. */
export function createSharedAnswers({ own, far, line, events, epochMs }: SharedAnswersParts): SharedAnswers {
  const current = createCurrent(events)
  const reads = createReads(read)

  async function read(key: string, isLatest: () => boolean): Promise<Kept | undefined> {
    const there = await far.read(key)
    if (!there) return own.get(key)
    if (!isLatest()) return reads.read(key)
    const { shared } = there
    const here = own.peek(key) ?? (shared ? undefined : await own.get(key))
    return here ? compared(key, here, shared) : shared && take(key, shared)
  }

  async function compared(key: string, here: Kept, shared: SharedAnswer | undefined): Promise<Kept> {
    if (shared && here.at < shared.kept.at) return take(key, shared)
    if (shared?.kept.at !== here.at) return (await share(key, { kept: here, forMs: againMs }, undefined)) ?? here
    current.add(here)
    return here
  }

  async function take(key: string, { kept, forMs }: SharedAnswer): Promise<Kept> {
    const leftMs = kept.at + forMs - epochMs()
    if (leftMs > 0) await own.set(key, kept, leftMs)
    current.add(kept)
    return kept
  }

  async function share(key: string, shared: SharedAnswer, getting: Getting | undefined): Promise<Kept | undefined> {
    // Prevents further lookups while the write runs.
    current.add(shared.kept)
    const there = await far.write(key, shared, getting)
    if (there === 'stored') return undefined
    current.delete(shared.kept)
    return there && take(key, there)
  }

  async function keep(key: string, shared: SharedAnswer, getting: Getting): Promise<Kept | undefined> {
    reads.outdate(key)
    await own.set(key, shared.kept, shared.forMs)
    return share(key, shared, getting)
  }

  return {
    keep,
    take,
    get: (key) => (current.has(own.peek(key)) || !line.isUp() ? own.get(key) : reads.read(key)),
    set: async (key, kept, forMs) => void (await keep(key, { kept, forMs }, unleased)),
    outdate(key) {
      reads.outdate(key)
      current.delete(own.peek(key))
    },
  }
}

/** Tracks which answers in memory equal those in Redis; emptied after a gap in the messages. */
function createCurrent(events: SharedAnswersParts['events']) {
  let current = new WeakSet<Kept>()
  events.onGap(() => {
    current = new WeakSet()
  })
  return {
    has: (here: Kept | undefined) => here !== undefined && current.has(here),
    add: (here: Kept) => void current.add(here),
    delete: (here: Kept | undefined) => void (here && current.delete(here)),
  }
}

/**
 * Single flight per key: callers share a running read until the key is invalidated. `isLatest` tells whether it was
 * not.
 */
function createReads(read: (key: string, isLatest: () => boolean) => Promise<Kept | undefined>) {
  const reading = new Map<string, Promise<Kept | undefined>>()
  return {
    read(key: string): Promise<Kept | undefined> {
      const known = reading.get(key)
      if (known !== undefined) return known
      const underWay: Promise<Kept | undefined> = read(key, () => reading.get(key) === underWay).finally(() => {
        if (reading.get(key) === underWay) reading.delete(key)
      })
      reading.set(key, underWay)
      return underWay
    },
    outdate: (key: string) => void reading.delete(key),
  }
}
