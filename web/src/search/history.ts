// Recent searches, stored in the browser: newest first, without duplicates, limited in number.
import { computed, type ReadonlySignal } from '@preact/signals'
import { fold } from '../components/folding.ts'
import { type BrowserStorage, createPersistentSignal } from '../persistent-signal.ts'
import { emptySearch, type SearchState } from './search-state.ts'
import { parseSearchUrl } from './search-url.ts'

const maxEntries = 30

export interface HistoryEntry {
  /** Equal for searches that mean the same. */
  readonly key: string
  readonly ask: SearchState
}

export interface SearchHistory {
  /** Newest first. */
  readonly entries: ReadonlySignal<readonly HistoryEntry[]>
  /** Adds a search or moves it to the front; ignores empty keywords. */
  add(ask: SearchState): void
  remove(entry: HistoryEntry): void
  /** Removes all. Returns a function that restores them, behind searches made since. */
  clear(): () => void
}

export function createSearchHistory(storage: BrowserStorage | undefined): SearchHistory {
  const stored = createPersistentSignal(storage, 'history', parseSearches, [])
  const entries = computed(() => stored.signal.value.map((ask) => ({ key: searchKey(ask), ask })))
  return {
    entries,
    add(ask) {
      if (ask.kw.trim() !== '') stored.set(unique([ask, ...stored.value]))
    },
    remove({ key }) {
      stored.set(stored.value.filter((other) => searchKey(other) !== key))
    },
    clear() {
      const before = stored.value
      stored.set([])
      return () => stored.set(unique([...stored.value, ...before]))
    },
  }
}

function unique(searches: readonly SearchState[]): SearchState[] {
  const byMeaning = new Map<string, SearchState>()
  for (const ask of searches) {
    const key = searchKey(ask)
    if (!byMeaning.has(key)) byMeaning.set(key, ask)
  }
  return [...byMeaning.values()].slice(0, maxEntries)
}

/** Key of a search: what is requested, not how it is displayed or spelled; ignores the order of names. */
export function searchKey({ kw, src, channels, plugins, types }: SearchState): string {
  const sorted = (names: readonly string[]) => names.map((name) => name.toLowerCase()).toSorted()
  return JSON.stringify([fold(kw), src, sorted(channels), sorted(plugins), sorted(types)])
}

function parseSearches(stored: unknown): SearchState[] | undefined {
  return Array.isArray(stored) ? unique(stored.flatMap((entry: unknown) => parseSearch(entry) ?? [])) : undefined
}

/** Read as an address is read: invalid fields get their defaults, and without a keyword the entry is dropped. */
export function parseSearch(stored: unknown): SearchState | undefined {
  if (typeof stored !== 'object' || stored === null || !('kw' in stored && typeof stored.kw === 'string'))
    return undefined
  const { attributes, hidesDead, ...fields } = { ...emptySearch, view: '', ...stored }
  const params = Object.entries({ ...fields, attr: attributes, dead: hidesDead === true ? 'hide' : '' })
  const ask = parseSearchUrl(`${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}`)
  return ask.kw === '' ? undefined : ask
}
