// Saved searches, stored in the browser, with the time of the last look at their results.
import type { ReadonlySignal } from '@preact/signals'
import { type BrowserStorage, createPersistentSignal } from '../../persistent-signal.ts'
import { parseSearch, searchKey } from '../history.ts'
import type { SearchState } from '../search-state.ts'

const maxEntries = 30

export interface SavedSearch {
  readonly ask: SearchState
  /** When its results were last shown, in epoch milliseconds. */
  readonly seenAt: number
}

export interface SavedSearches {
  /** The last saved first. */
  readonly entries: ReadonlySignal<readonly SavedSearch[]>
  has(ask: SearchState): boolean
  /** Saves a search, or removes it. */
  toggle(ask: SearchState): void
  /** Records that the results are shown now; does nothing for a search that is not saved. */
  markSeen(ask: SearchState): void
}

/** Loads them from storage. `epochMs` is the browser's clock. */
export function createSavedSearches(storage: BrowserStorage | undefined, epochMs: () => number): SavedSearches {
  const stored = createPersistentSignal(storage, 'saved', parseSaved, [])
  const isSame = (one: SearchState) => {
    const key = searchKey(one)
    return ({ ask }: SavedSearch) => searchKey(ask) === key
  }
  const has = (ask: SearchState) => stored.value.some(isSame(ask))
  return {
    entries: stored.signal,
    has,
    toggle(ask) {
      if (has(ask)) stored.set(stored.value.filter((saved) => !isSame(ask)(saved)))
      else stored.set([{ ask, seenAt: epochMs() }, ...stored.value].slice(0, maxEntries))
    },
    markSeen(ask) {
      if (!has(ask)) return
      const is = isSame(ask)
      stored.set(stored.value.map((saved) => (is(saved) ? { ...saved, seenAt: epochMs() } : saved)))
    },
  }
}

/** Parses stored entries; drops invalid ones. */
function parseSaved(stored: unknown): SavedSearch[] | undefined {
  return Array.isArray(stored) ? stored.flatMap(parseEntry).slice(0, maxEntries) : undefined
}

function parseEntry(stored: unknown): SavedSearch[] {
  if (typeof stored !== 'object' || stored === null || !('ask' in stored && 'seenAt' in stored)) return []
  const ask = parseSearch(stored.ask)
  return ask && typeof stored.seenAt === 'number' ? [{ ask, seenAt: stored.seenAt }] : []
}
