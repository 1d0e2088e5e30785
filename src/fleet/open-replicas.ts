// What this replica shares with others, by the settings: nothing without `REDIS_URL`.
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Records } from '../store/records.ts'
import type { Answers, AnswersAtHand } from '../upstream/kept.ts'
import type { Others } from '../upstream/others.ts'
import { openPoliteness, type Politeness } from './coordination.ts'
import { createEvents, type Events } from './events.ts'
import { createFarAnswers } from './far-answers.ts'
import { createLeases, type Leases } from './leases.ts'
import { createOnce } from './once.ts'
import type { RedisLine } from './redis.ts'
import { createSharedAnswers } from './shared-answers.ts'

/** What is shared. */
export interface Fleet {
  /** What tells this replica from the others. */
  readonly id: string
  readonly line: RedisLine
  /** What replicas tell each other. */
  readonly events: Events
  readonly leases: Leases
  readonly politeness: Politeness
  /** Why nothing is shared at the moment, a sentence each; empty when all is well. */
  troubles(): readonly string[]
  /** Gives back what others wait for, and closes. */
  close(): Promise<void>
}

interface FleetParts {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Makes what no other replica has. */
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** Opens it. Redis need not be there: then this replica goes on alone until it is. */
export async function openFleet(
  { REDIS_URL: url }: Pick<Config, 'REDIS_URL'>,
  { log, newId, ...clock }: FleetParts,
): Promise<Fleet | undefined> {
  if (url === undefined) return undefined
  // Not before it is wanted: the package takes time to load.
  const { openRedisLine } = await import('./redis.ts')
  const line = await openRedisLine({ url, log })
  const id = newId()
  const events = createEvents({ line, id, log })
  const leases = createLeases({ line, events, id, now: clock.now })
  const politeness = await openPoliteness({ url, line, events, id, log, ...clock })
  const close = async () => {
    await Promise.all([leases.close(), politeness.close()])
    await line.close()
  }
  return { ...{ id, line, events, leases, politeness }, troubles: line.troubles, close }
}

interface AskingParts {
  /** What this replica keeps itself. */
  readonly own: AnswersAtHand
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Answers that all replicas share, and who else asks for them. */
export function shareAsking(
  fleet: Pick<Fleet, 'line' | 'events' | 'leases'> | undefined,
  { own, metrics, log, now }: AskingParts,
): { readonly answers: Answers; readonly others?: Others } {
  if (!fleet) return { answers: own }
  const { line, events, leases } = fleet
  const far = createFarAnswers({ line, events, now, log })
  const answers = createSharedAnswers({ own, far, line, events, now })
  return { answers, others: createOnce({ line, events, leases, far, answers, metrics, now }) }
}

/** Records of which the other replicas are told when they were written: who keeps one of them looks at once. */
export function shareRecords(fleet: Pick<Fleet, 'events'> | undefined, records: Records): Records {
  if (!fleet) return records
  fleet.events.on('records', z.object({ name: z.string() }), records.nudge)
  fleet.events.onGap(records.nudge)
  return {
    ...records,
    async write(name, bytes) {
      const written = await records.write(name, bytes)
      if (written === 'written') fleet.events.publish('records', { name })
      return written
    },
  }
}
