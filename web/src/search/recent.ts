// Keeps the latest searches in memory with results and scroll position, for going back without a request.
import type { Asking } from '../fetching.ts'
import { askedKey } from './address.ts'
import type { SearchAsk } from './ask.ts'
import { createFinding, type Finding } from './finding.ts'
import type { Place } from './window-rows.ts'

const most = 4
/** Going back to an older search repeats the request. */
const freshForMs = 300_000
/** Events within this time are rendered together, to save work on phones. */
const togetherMs = 120

export interface RecentSearch {
  readonly finding: Finding
  /** Scroll position when it was left. */
  place: Place | undefined
}

export interface Recent {
  /** Returns the search with this request key; starts it unless its results are fresh. */
  open(ask: SearchAsk): RecentSearch
}

export function createRecent(asking: Pick<Asking, 'events'>, epochMs: () => number): Recent {
  const kept = new Map<string, RecentSearch>()
  const soon = (run: () => void) => {
    setTimeout(run, togetherMs)
  }
  return {
    open(ask) {
      const key = askedKey(ask)
      const search = kept.get(key) ?? { finding: createFinding(ask, { asking, epochMs, soon }), place: undefined }
      kept.delete(key)
      kept.set(key, search)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      const { phase } = search.finding.progress.peek()
      const isFresh = phase === 'done' && epochMs() - search.finding.askedAt() < freshForMs
      if (!isFresh) search.finding.start()
      return search
    },
  }
}
