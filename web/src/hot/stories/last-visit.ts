// When the user was last here: the end of the previous visit, kept in the browser.
import { type BrowserStorage, createPersistentSignal } from '../../persistent-signal.ts'

/** A visit ends when the page was not looked at for this long. */
const pauseMs = 30 * 60_000

interface Visits {
  readonly since?: number | undefined
  /** When the page was last looked at. */
  readonly seenAt: number
}

export interface LastVisit {
  /** End of the previous visit, in epoch milliseconds; undefined on the first one. */
  since(): number | undefined
  onSeen(): void
}

export function createLastVisit(storage: BrowserStorage | undefined, epochMs: () => number): LastVisit {
  const visits = createPersistentSignal<Visits | undefined>(storage, 'hot.visits', parseVisits, undefined)
  const update = () => {
    const { since, seenAt } = visits.value ?? {}
    const isNewVisit = seenAt !== undefined && epochMs() - seenAt >= pauseMs
    visits.set({ since: isNewVisit ? seenAt : since, seenAt: epochMs() })
  }
  return {
    since: () => visits.value?.since,
    onSeen: update,
  }
}

function parseVisits(stored: unknown): Visits | undefined {
  if (typeof stored !== 'object' || stored === null || !('seenAt' in stored)) return undefined
  const { seenAt } = stored
  const since = 'since' in stored && typeof stored.since === 'number' ? stored.since : undefined
  return typeof seenAt === 'number' ? { since, seenAt } : undefined
}
