// Recent searches, stored in the browser: newest first, without duplicates, limited in number.
import { computed, type ReadonlySignal } from '@preact/signals'
import { createKept, flag, oneOf, type Shelf, text, texts } from '../kept.ts'
import { noAsk, type SearchAsk } from './ask.ts'
import { cloudOrder } from './cloud-names.ts'

const most = 30

/** A search with its last display state. */
export interface HistoryEntry {
  /** Equal for searches that mean the same. */
  readonly key: string
  readonly ask: SearchAsk
}

export interface History {
  /** Newest first. */
  readonly entries: ReadonlySignal<readonly HistoryEntry[]>
  /** Adds a search or moves it to the front; ignores empty keywords. */
  add(ask: SearchAsk): void
  remove(entry: HistoryEntry): void
  /** Removes all. Returns a function that restores them, behind searches made since. */
  clear(): () => void
}

/** Loads the history from storage. */
export function createHistory(shelf: Shelf | undefined): History {
  const kept = createKept(shelf, 'history', readAsks, [])
  const entries = computed(() => kept.signal.value.map((ask) => ({ key: meaning(ask), ask })))
  return {
    entries,
    add(ask) {
      if (ask.kw.trim() !== '') kept.set(eachOnce([ask, ...kept.value]))
    },
    remove({ key }) {
      kept.set(kept.value.filter((other) => meaning(other) !== key))
    },
    clear() {
      const before = kept.value
      kept.set([])
      return () => kept.set(eachOnce([...kept.value, ...before]))
    },
  }
}

function eachOnce(asks: readonly SearchAsk[]): SearchAsk[] {
  const byMeaning = new Map<string, SearchAsk>()
  for (const ask of asks) {
    const key = meaning(ask)
    if (!byMeaning.has(key)) byMeaning.set(key, ask)
  }
  return [...byMeaning.values()].slice(0, most)
}

/** Key of a search: what is requested, not how it is displayed; ignores letter case and the order of names. */
function meaning({ kw, src, channels, plugins, types }: SearchAsk): string {
  const words = kw.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
  const sorted = (names: readonly string[]) => names.map((name) => name.toLowerCase()).toSorted()
  return JSON.stringify([words, src, sorted(channels), sorted(plugins), sorted(types)])
}

function readAsks(stored: unknown): SearchAsk[] | undefined {
  return Array.isArray(stored) ? eachOnce(stored.flatMap((entry: unknown) => readAsk(entry) ?? [])) : undefined
}

/** Invalid fields get their defaults; without a keyword the entry is dropped. */
function readAsk(stored: unknown): SearchAsk | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(stored))
  const names = (field: string) => texts(fields.get(field)) ?? []
  const kw = text(fields.get('kw')) ?? ''
  if (kw.trim() === '') return undefined
  return {
    kw,
    src: oneOf(['all', 'tg', 'plugin'])(fields.get('src')) ?? noAsk.src,
    channels: names('channels'),
    plugins: names('plugins'),
    types: names('types').flatMap((name) => oneOf(cloudOrder)(name) ?? []),
    tab: oneOf(['all', ...cloudOrder])(fields.get('tab')) ?? noAsk.tab,
    sort: oneOf(['best', 'time'])(fields.get('sort')) ?? noAsk.sort,
    include: names('include'),
    exclude: names('exclude'),
    hidesDead: flag(fields.get('hidesDead')) ?? noAsk.hidesDead,
  }
}
