// Opens what replicas share over Redis; without `REDIS_URL` nothing is shared.
import { z } from 'zod'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Answers, AnswersAtHand } from '../upstream/kept.ts'
import type { Others } from '../upstream/others.ts'
import { type Coordination, createCoordination } from './coordination.ts'
import { createEvents, type Events } from './events.ts'
import { createFarAnswers } from './far-answers.ts'
import { createLeases, type Leases } from './leases.ts'
import { createOnce } from './once.ts'
import type { RedisLine } from './redis.ts'
import { createSharedAnswers } from './shared-answers.ts'

export interface Replicas {
  /** Unique among the replicas. */
  readonly id: string
  readonly redis: RedisLine
  readonly events: Events
  readonly locks: Leases
  readonly coordination: Coordination
  /** Why nothing is shared at the moment, one sentence each. */
  troubles(): readonly string[]
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
  const { openRedisLine } = await import('./redis.ts')
  const redis = await openRedisLine({ url, log })
  const id = newId()
  const events = createEvents({ line: redis, id, log })
  const locks = createLeases({ line: redis, events, id, epochMs })
  const coordination = await createCoordination({ url, redis, events, id, log, epochMs, random })
  async function close(): Promise<void> {
    await Promise.all([locks.close(), coordination.close()])
    await redis.close()
  }
  return { id, redis, events, locks, coordination, troubles: redis.troubles, close }
}

interface AnswersOptions {
  /** The cache of this replica. */
  readonly own: AnswersAtHand
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

interface SharedAnswers {
  readonly answers: Answers
  /** Lets one replica ask on behalf of all; absent while there is one replica. */
  readonly others?: Others
}

/** The answer cache that all replicas share, and the single flight across them. */
export function shareAnswers(
  replicas: Pick<Replicas, 'redis' | 'events' | 'locks'> | undefined,
  { own, metrics, log, epochMs }: AnswersOptions,
): SharedAnswers {
  if (!replicas) return { answers: own }
  const { redis: line, events, locks: leases } = replicas
  const far = createFarAnswers({ line, events, epochMs, log })
  const answers = createSharedAnswers({ own, far, line, events, epochMs })
  return { answers, others: createOnce({ line, events, leases, far, answers, metrics, epochMs }) }
}

/** Records, as far as sharing them needs. */
interface SharableRecords {
  /** `changed`: another process has written the record since it was last read here. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** Looks for changes of other processes now. */
  nudge(): void
}

/** The same records; each write is announced, so that the other replicas read the record at once. */
export function shareRecords<Records extends SharableRecords>(
  replicas: Pick<Replicas, 'events'> | undefined,
  records: Records,
): Records {
  if (!replicas) return records
  const { events } = replicas
  events.on('records', z.object({ name: z.string() }), records.nudge)
  events.onGap(records.nudge)
  return {
    ...records,
    async write(name: string, bytes: Uint8Array) {
      const result = await records.write(name, bytes)
      if (result === 'written') events.publish('records', { name })
      return result
    },
  }
}
