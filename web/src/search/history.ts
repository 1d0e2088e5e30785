// Recent searches, stored in the browser: newest first, without duplicates, limited in number.
import { computed, type ReadonlySignal } from '@preact/signals'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import { fold } from '../components/folding.ts'
import {
  type BrowserStorage,
  createPersistentSignal,
  parseBoolean,
  parseOneOf,
  parseString,
  parseStrings,
} from '../persistent-signal.ts'
import { defaultView, emptySearch, type SearchState } from './search-state.ts'

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

/** Invalid fields get their defaults; without a keyword the entry is dropped. */
export function parseSearch(stored: unknown): SearchState | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(stored))
  const names = (field: string) => parseStrings(fields.get(field)) ?? []
  const kw = parseString(fields.get('kw')) ?? ''
  if (kw.trim() === '') return undefined
  const filters = {
    tab: parseOneOf(['all', ...cloudTypes])(fields.get('tab')) ?? emptySearch.tab,
    include: names('include'),
    exclude: names('exclude'),
  }
  return {
    kw,
    ...filters,
    view: parseOneOf(['works', 'links'])(fields.get('view')) ?? defaultView(filters),
    src: parseOneOf(['all', 'tg', 'plugin'])(fields.get('src')) ?? emptySearch.src,
    channels: names('channels'),
    plugins: names('plugins'),
    types: names('types').flatMap((name) => parseOneOf(cloudTypes)(name) ?? []),
    attributes: names('attributes'),
    sort: parseOneOf(['best', 'time'])(fields.get('sort')) ?? emptySearch.sort,
    hidesDead: parseBoolean(fields.get('hidesDead')) ?? emptySearch.hidesDead,
  }
}
