// Opens what replicas share over Redis; without `REDIS_URL` nothing is shared.
import { z } from 'zod'
import type { RateLimits } from '../http/access/rate-limits.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { SyncAnswerCache } from '../upstream/cache/answer-entry.ts'
import { createLiveness } from './liveness.ts'
import { createPubSub } from './pubsub.ts'
import type { ReplicaContext } from './replica-context.ts'
import { createSharedAnswers } from './shared-answers.ts'
import { createSharedAsks } from './shared-asks.ts'
import { createSharedBreakers } from './shared-breakers.ts'
import { shareRateLimits } from './shared-rate-limits.ts'
import { createReplicaSlots, type ReplicaSlots } from './slots.ts'

export type Replicas = NonNullable<Awaited<ReturnType<typeof openReplicas>>>

interface ReplicasOptions extends Pick<ReplicaContext, 'log' | 'epochMs'> {
  /** The address of Redis; undefined without one. */
  readonly url: URL | undefined
  /** Creates an id that no other replica has. */
  readonly newId: () => string
}

/** Opens it; undefined without a `url`. Redis may be down: this replica then works alone until Redis is back. */
export async function openReplicas({ url, newId, log, epochMs }: ReplicasOptions) {
  if (url === undefined) return undefined
  // Loaded only when configured: the package takes time to load.
  const { openRedisClient } = await import('./redis-client.ts')
  const redis = await openRedisClient({ url, log })
  const events = createPubSub({ redis, id: newId(), log })
  const liveness = createLiveness(redis, newId)
  const context: ReplicaContext = { redis, events, liveness, log, epochMs }
  const slots = createReplicaSlots(context)
  const breakerChannel = createSharedBreakers(context)
  return {
    events,
    /** Why nothing is shared at the moment, one sentence each. */
    problems: redis.problems,
    sharedHosts: { acquireSlot: slots.acquire, breakerChannel },
    shareLimits: (limits: RateLimits, kind?: string) => shareRateLimits(events, limits, kind),
    /** The answer cache that all replicas share over the one of this replica, and the asks that they make once. */
    shareAnswers(own: SyncAnswerCache, metrics: Pick<Metrics, 'gauge'>) {
      registerGauges(metrics, redis, slots)
      const answers = createSharedAnswers(context, own)
      return { answers, coordinator: createSharedAsks({ ...context, answers, metrics }) }
    },
    /** Releases all locks and slots, and closes the connections; bounded in time. */
    async close(): Promise<void> {
      await liveness.close()
      await redis.close()
    },
  }
}

function registerGauges({ gauge }: Pick<Metrics, 'gauge'>, redis: ReplicaContext['redis'], slots: ReplicaSlots): void {
  const up = '1 while Redis, over which replicas share, can be used, else 0.'
  gauge({ name: 'trawl_redis_up', help: up }, () => Number(redis.isUp()))
  const held = 'Slots for upstream hosts and clouds, shared by all replicas, that this replica holds.'
  gauge({ name: 'trawl_fleet_slots_held', help: held }, () => slots.counts().held)
  const waiting = 'Attempts and checks of this replica that wait for a slot.'
  gauge({ name: 'trawl_fleet_slots_waiting', help: waiting }, () => slots.counts().waiting)
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
