// Saved searches, stored in the browser, with the time of the last look at their results.
import { type BrowserStorage, createPersistentSignal, type PersistentSignal } from '../../persistent-signal.ts'
import { parseSearch, searchKey } from '../history.ts'
import type { SearchState } from '../search-state.ts'

const maxEntries = 30

export interface SavedSearch {
  readonly ask: SearchState
  /** When its results were last shown, in epoch milliseconds. */
  readonly seenAt: number
}

export class SavedSearches {
  readonly #stored: PersistentSignal<readonly SavedSearch[]>
  readonly #epochMs: () => number

  /** Loads them from storage. `epochMs` is the browser's clock. */
  constructor(storage: BrowserStorage | undefined, epochMs: () => number) {
    this.#stored = createPersistentSignal<readonly SavedSearch[]>(storage, 'saved', parseSaved, [])
    this.#epochMs = epochMs
  }

  /** The last saved first. */
  get entries(): readonly SavedSearch[] {
    return this.#stored.signal.value
  }

  has(ask: SearchState): boolean {
    return this.entries.some(isOf(ask))
  }

  /** Saves a search, or removes it. */
  toggle(ask: SearchState): void {
    const others = this.entries.filter((saved) => !isOf(ask)(saved))
    const saved = this.has(ask) ? others : [{ ask, seenAt: this.#epochMs() }, ...others]
    this.#stored.set(saved.slice(0, maxEntries))
  }

  /** Records that the results are shown now; does nothing for a search that is not saved. */
  markSeen(ask: SearchState): void {
    if (!this.has(ask)) return
    const is = isOf(ask)
    this.#stored.set(this.entries.map((saved) => (is(saved) ? { ...saved, seenAt: this.#epochMs() } : saved)))
  }
}

function isOf(one: SearchState): (saved: SavedSearch) => boolean {
  const key = searchKey(one)
  return ({ ask }) => searchKey(ask) === key
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
