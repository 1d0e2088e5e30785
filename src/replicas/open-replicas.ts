// Opens what replicas share over Redis; without `REDIS_URL` nothing is shared.
import { z } from 'zod'
import type { Metrics } from '../observability/metrics.ts'
import type { AskCoordinator } from '../upstream/ask/coordination.ts'
import type { AnswerCache, SyncAnswerCache } from '../upstream/cache/answer-entry.ts'
import { createCoordination } from './coordination.ts'
import { createDistributedSingleFlight } from './distributed-single-flight.ts'
import { createLocks, type Locks } from './locks.ts'
import { createPubSub } from './pubsub.ts'
import { createRedisAnswers } from './redis-answers.ts'
import type { ReplicaContext } from './replica-context.ts'
import { createSharedAnswers } from './shared-answers.ts'

export type Replicas = NonNullable<Awaited<ReturnType<typeof openReplicas>>>

interface ReplicasOptions extends Omit<ReplicaContext, 'redis' | 'events' | 'id'> {
  /** The address of Redis; undefined without one. */
  readonly url: URL | undefined
  /** Creates an id that no other replica has. */
  readonly newId: () => string
}

/** Opens it; undefined without a `url`. Redis may be down: this replica then works alone until Redis is back. */
export async function openReplicas({ url, newId, ...options }: ReplicasOptions) {
  if (url === undefined) return undefined
  // Loaded only when configured: the package takes time to load.
  const { openRedisClient } = await import('./redis-client.ts')
  const redis = await openRedisClient({ url, log: options.log })
  const id = newId()
  const context = { ...options, redis, id, events: createPubSub({ redis, id, log: options.log }) }
  const locks = createLocks(context)
  const coordination = await createCoordination(url, context)
  return {
    id,
    redis,
    events: context.events,
    locks,
    coordination,
    /** Why nothing is shared at the moment, one sentence each. */
    problems: redis.problems,
    /** Releases all locks and slots, and closes the connections. */
    async close(): Promise<void> {
      await Promise.all([locks.close(), coordination.close()])
      await redis.close()
    },
  }
}

interface AnswersOptions extends Pick<ReplicaContext, 'epochMs'> {
  readonly own: SyncAnswerCache
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly log: Pick<ReplicaContext['log'], 'warn'>
}

/** The answer cache that all replicas share, and the single flight across them, absent while there is one replica. */
export function shareAnswers(
  replicas: (Pick<ReplicaContext, 'redis' | 'events'> & { readonly locks: Locks }) | undefined,
  { own: local, metrics, log, epochMs }: AnswersOptions,
): { readonly answers: AnswerCache; readonly others?: AskCoordinator } {
  if (!replicas) return { answers: local }
  const { redis, events, locks } = replicas
  const redisAnswers = createRedisAnswers({ redis, events, epochMs }, log)
  const answers = createSharedAnswers({ redis, events, epochMs }, local, redisAnswers)
  const context = { redis, events, epochMs, locks, redisAnswers, answers }
  return { answers, others: createDistributedSingleFlight(context, metrics) }
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
  replicas: Pick<ReplicaContext, 'events'> | undefined,
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
