// The reader's own searches, kept in the browser: newest first, each once, not too many.
import { computed, type ReadonlySignal } from '@preact/signals'
import { createKept, flag, oneOf, type Shelf, text, texts } from '../kept.ts'
import { noAsk, type SearchAsk } from './ask.ts'
import { cloudOrder } from './cloud-names.ts'

const most = 30

/** A search the reader made, as he last looked at it. */
export interface HistoryEntry {
  /** The same for a search however it is spelled. */
  readonly key: string
  readonly ask: SearchAsk
}

/** All of them. */
export interface History {
  /** Newest first. */
  readonly entries: ReadonlySignal<readonly HistoryEntry[]>
  /** A search that is there already moves to the front; one for nothing is not kept. */
  add(ask: SearchAsk): void
  remove(entry: HistoryEntry): void
  /** Takes all away. Returns what brings them back, behind those that were made since. */
  clear(): () => void
}

/** Makes it of what stands on the shelf. */
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

/** What makes two searches the same: what is asked, not how it is shown; letter case and the order of names say nothing. */
function meaning({ kw, src, channels, plugins, types }: SearchAsk): string {
  const words = kw.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
  const sorted = (names: readonly string[]) => names.map((name) => name.toLowerCase()).toSorted()
  return JSON.stringify([words, src, sorted(channels), sorted(plugins), sorted(types)])
}

function readAsks(stored: unknown): SearchAsk[] | undefined {
  return Array.isArray(stored) ? eachOnce(stored.flatMap((entry: unknown) => readAsk(entry) ?? [])) : undefined
}

/** A field that is not what it should be is as at first; without words it is no search. */
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
