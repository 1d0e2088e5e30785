// Answers shared by all replicas: cached in memory here, then in Redis, then on the local disk.
import { createSharedCalls } from '../async/single-flight.ts'
import type { AnswerEntry, SyncAnswerCache } from '../upstream/cache/answer-entry.ts'
import type { FetchInfo, RedisAnswers, SharedAnswer } from './redis-answers.ts'
import type { ReplicaContext } from './replica-context.ts'

export type SharedAnswers = ReturnType<typeof createSharedAnswers>

/** Time to live of an answer that is restored to Redis, because its original one is unknown here. */
const republishTtlMs = 60 * 60_000

const withoutLock: FetchInfo = { fencingToken: 0, tookMs: 0, isForced: false }

/** Creates the shared answers over the cache of this replica. Calls never reject, and are bounded in time. */
export function createSharedAnswers(
  { redis, events, epochMs }: Pick<ReplicaContext, 'redis' | 'events' | 'epochMs'>,
  local: SyncAnswerCache,
  redisAnswers: RedisAnswers,
) {
  const current = createUpToDateSet(events)
  /** Callers share a running read until its key is invalidated. */
  const reads = createSharedCalls<AnswerEntry | undefined>()

  const read = (key: string) => reads.run(key, (isLatest) => readRedis(key, isLatest))

  async function readRedis(key: string, isLatest: () => boolean): Promise<AnswerEntry | undefined> {
    const remote = await redisAnswers.read(key)
    if (!remote) return local.get(key)
    if (!isLatest()) return read(key)
    const { shared } = remote
    const localEntry = local.peek(key) ?? (shared ? undefined : await local.get(key))
    return localEntry ? reconcile(key, localEntry, shared) : shared && adopt(key, shared)
  }

  async function reconcile(key: string, localEntry: AnswerEntry, shared?: SharedAnswer): Promise<AnswerEntry> {
    if (shared && localEntry.at < shared.entry.at) return adopt(key, shared)
    if (shared?.entry.at !== localEntry.at)
      return (await publish(key, { entry: localEntry, forMs: republishTtlMs })) ?? localEntry
    current.add(localEntry)
    return localEntry
  }

  async function adopt(key: string, { entry, forMs }: SharedAnswer): Promise<AnswerEntry> {
    const leftMs = entry.at + forMs - epochMs()
    // The entry is in memory at once; it is marked before another can replace it.
    if (leftMs > 0) await Promise.all([local.set(key, entry, leftMs), current.add(local.peek(key))])
    return entry
  }

  async function publish(key: string, shared: SharedAnswer, fetchInfo?: FetchInfo): Promise<AnswerEntry | undefined> {
    // Prevents further lookups while the write runs.
    const localEntry = local.peek(key)
    current.add(localEntry)
    const remote = await redisAnswers.write(key, shared, fetchInfo)
    if (remote === 'stored') return undefined
    current.delete(localEntry)
    return remote && adopt(key, remote)
  }

  async function store(key: string, shared: SharedAnswer, fetchInfo: FetchInfo): Promise<AnswerEntry | undefined> {
    reads.forget(key)
    const [, newer] = await Promise.all([local.set(key, shared.entry, shared.forMs), publish(key, shared, fetchInfo)])
    return newer
  }

  return {
    /** Stores an answer obtained with a lock. Resolves to the answer of a later lock that is stored instead, if any. */
    store,
    /** Adopts an answer from Redis. */
    adopt,
    get: (key: string) => (current.has(local.peek(key)) || !redis.isUp() ? local.get(key) : read(key)),
    set: async (key: string, entry: AnswerEntry, forMs: number) =>
      void (await store(key, { entry, forMs }, withoutLock)),
    /** Marks the local answer of a key as possibly older than the one in Redis. */
    invalidate(key: string) {
      reads.forget(key)
      current.delete(local.peek(key))
    },
  }
}

/** Tracks which answers in memory equal those in Redis; emptied after a gap in the messages. */
function createUpToDateSet(events: Pick<ReplicaContext['events'], 'onMissedMessages'>) {
  let current = new WeakSet<AnswerEntry>()
  events.onMissedMessages(() => {
    current = new WeakSet()
  })
  return {
    has: (localEntry: AnswerEntry | undefined) => localEntry !== undefined && current.has(localEntry),
    add: (localEntry: AnswerEntry | undefined) => void (localEntry && current.add(localEntry)),
    delete: (localEntry: AnswerEntry | undefined) => void (localEntry && current.delete(localEntry)),
  }
}
