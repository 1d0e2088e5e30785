// Opens what replicas share over Redis; without `REDIS_URL` nothing is shared.
import { z } from 'zod'
import type { Logger } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { AskCoordinator } from '../upstream/ask/coordination.ts'
import type { AnswerCache, SyncAnswerCache } from '../upstream/cache/answer-entry.ts'
import { type Coordination, createCoordination } from './coordination.ts'
import { createDistributedSingleFlight } from './distributed-single-flight.ts'
import { createLocks, type Locks } from './locks.ts'
import { createPubSub, type PubSub } from './pubsub.ts'
import { createRedisAnswers } from './redis-answers.ts'
import type { RedisClient } from './redis-client.ts'
import { createSharedAnswers } from './shared-answers.ts'

export interface Replicas {
  /** Unique among the replicas. */
  readonly id: string
  readonly redis: RedisClient
  readonly events: PubSub
  readonly locks: Locks
  readonly coordination: Coordination
  /** Why nothing is shared at the moment, one sentence each. */
  problems(): readonly string[]
  /** Releases all locks and slots, and closes the connections. */
  close(): Promise<void>
}

interface ReplicasOptions {
  /** The address of Redis; undefined without one. */
  readonly url: URL | undefined
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Creates an id that no other replica has. */
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** Opens it; undefined without a `url`. Redis may be down: this replica then works alone until Redis is back. */
export async function openReplicas(options: ReplicasOptions): Promise<Replicas | undefined> {
  const { url, log, newId, epochMs, random } = options
  if (url === undefined) return undefined
  // Loaded only when configured: the package takes time to load.
  const { openRedisClient } = await import('./redis-client.ts')
  const redis = await openRedisClient({ url, log })
  const id = newId()
  const events = createPubSub({ redis: redis, id, log })
  const locks = createLocks({ redis: redis, events, id, epochMs })
  const coordination = await createCoordination({ url, redis, events, id, log, epochMs, random })
  async function close(): Promise<void> {
    await Promise.all([locks.close(), coordination.close()])
    await redis.close()
  }
  return { id, redis, events, locks, coordination, problems: redis.problems, close }
}

interface AnswersOptions {
  /** The cache of this replica. */
  readonly own: SyncAnswerCache
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

interface SharedAnswers {
  readonly answers: AnswerCache
  /** Lets one replica ask on behalf of all; absent while there is one replica. */
  readonly others?: AskCoordinator
}

/** The answer cache that all replicas share, and the single flight across them. */
export function shareAnswers(
  replicas: Pick<Replicas, 'redis' | 'events' | 'locks'> | undefined,
  { own: local, metrics, log, epochMs }: AnswersOptions,
): SharedAnswers {
  if (!replicas) return { answers: local }
  const { redis, events, locks } = replicas
  const redisAnswers = createRedisAnswers({ redis, events, epochMs, log })
  const answers = createSharedAnswers({ local, redisAnswers, redis, events, epochMs })
  return {
    answers,
    others: createDistributedSingleFlight({ redis, events, locks, redisAnswers, answers, metrics, epochMs }),
  }
}

/** Records, as far as sharing them needs. */
interface SharableRecords {
  /** `changed`: another process has written the record since it was last read here. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** Looks for changes of other processes now. */
  checkNow(): void
}

/** The same records; each write is announced, so that the other replicas read the record at once. */
export function shareRecords<Records extends SharableRecords>(
  replicas: Pick<Replicas, 'events'> | undefined,
  records: Records,
): Records {
  if (!replicas) return records
  const { events } = replicas
  events.subscribe('records', z.object({ name: z.string() }), records.checkNow)
  events.onMissedMessages(records.checkNow)
  return {
    ...records,
    async write(name: string, bytes: Uint8Array) {
      const result = await records.write(name, bytes)
      if (result === 'written') events.publish('records', { name })
      return result
    },
  }
}
