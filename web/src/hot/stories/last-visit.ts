// When the user was last here: the end of the previous visit, kept in the browser.
import { type BrowserStorage, createPersistentSignal, type PersistentSignal } from '../../persistent-signal.ts'

/** A visit ends when the page was not looked at for this long. */
const pauseMs = 30 * 60_000

interface Visits {
  readonly since?: number | undefined
  /** When the page was last looked at. */
  readonly seenAt: number
}

export function createVisits(storage: BrowserStorage | undefined): PersistentSignal<Visits | undefined> {
  return createPersistentSignal<Visits | undefined>(storage, 'hot.visits', parseVisits, undefined)
}

/** Records that the page is looked at. Returns the end of the previous visit, in epoch milliseconds; undefined on the first one. */
export function recordVisit(visits: PersistentSignal<Visits | undefined>, now: number): number | undefined {
  const { since: before, seenAt } = visits.value ?? {}
  const since = seenAt !== undefined && now - seenAt >= pauseMs ? seenAt : before
  visits.set({ since, seenAt: now })
  return since
}

function parseVisits(stored: unknown): Visits | undefined {
  if (typeof stored !== 'object' || stored === null || !('seenAt' in stored)) return undefined
  const { seenAt } = stored
  const since = 'since' in stored && typeof stored.since === 'number' ? stored.since : undefined
  return typeof seenAt === 'number' ? { since, seenAt } : undefined
}
