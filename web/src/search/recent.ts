// The latest searches of this page, kept with their links, so that going back to one shows it at once, where it was left.
import type { Asking } from '../fetching.ts'
import { askedKey } from './address.ts'
import type { SearchAsk } from './ask.ts'
import { createFinding, type Finding } from './finding.ts'
import type { Place } from './window-rows.ts'

const most = 4
/** After this one that is gone back to is asked again. */
const freshForMs = 300_000
/** Events that come within this time are shown together: the eye does not see more, and a phone has other things to do. */
const togetherMs = 120

/** One of them. */
export interface RecentSearch {
  readonly finding: Finding
  /** Where its reader was when he left it. */
  place: Place | undefined
}

/** All of them. */
export interface Recent {
  /** The search of this meaning; asked unless what is known of it is fresh. */
  open(ask: SearchAsk): RecentSearch
}

/** Makes it. */
export function createRecent(asking: Pick<Asking, 'events'>, now: () => number): Recent {
  const kept = new Map<string, RecentSearch>()
  const soon = (run: () => void) => void setTimeout(run, togetherMs)
  return {
    open(ask) {
      const key = askedKey(ask)
      const search = kept.get(key) ?? { finding: createFinding(ask, { asking, now, soon }), place: undefined }
      kept.delete(key)
      kept.set(key, search)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      const { phase } = search.finding.progress.peek()
      const isFresh = phase === 'done' && now() - search.finding.askedAt() < freshForMs
      if (!isFresh) search.finding.start(false)
      return search
    },
  }
}
