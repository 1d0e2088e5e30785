// Matches the items of hot lists: all that are cached when a watch is new here, later those that are refreshed.
import { foldWords } from '../contract/fold-text.ts'
import type { ListPort, WatchedList } from './ports.ts'
import { createWatchMatcher, scopeOf, type Watch, type WatchHit, watchId } from './watch.ts'
import type { Watches } from './watches.ts'

interface ListWatchOptions {
  readonly watches: Pick<Watches, 'all' | 'add' | 'stateOf'>
  readonly lists: ListPort
}

export function createListWatch({ watches, lists }: ListWatchOptions) {
  const match = createListMatcher(watches)
  /** The watches, by id and words, for which the cached lists were read. */
  let scanned: ReadonlySet<string> = new Set()

  async function scan(watching: readonly Watch[]): Promise<void> {
    const unscanned = watching.filter((watch) => !scanned.has(scanKey(watch)))
    if (unscanned.length > 0)
      for await (const list of lists.known()) await Promise.all(unscanned.map((watch) => match(watch, list)))
    scanned = new Set(watching.map(scanKey))
  }

  return async function matchLists(): Promise<void> {
    const watching = watches.all().filter((watch) => watch.in.includes('lists'))
    lists.keepFresh(new Set(watching.flatMap((watch) => watch.lists ?? [])))
    const refreshed = lists.refreshed()
    await Promise.all(watching.map((watch) => watches.stateOf(watch).load()))
    await scan(watching)
    for (const list of refreshed) await Promise.all(watching.map((watch) => match(watch, list)))
    // What could not be written before.
    await Promise.all(watching.map((watch) => watches.stateOf(watch).flush()))
  }
}

function scanKey(watch: Watch): string {
  return `${watchId(watch)} ${scopeOf(watch)}`
}

/** Creates the function that adds the matches in a list to a watch. */
function createListMatcher(watches: ListWatchOptions['watches']) {
  const matchers = new WeakMap<Watch, (folded: string) => boolean>()
  const hitsIn = (watch: Watch, list: WatchedList): WatchHit[] => {
    const isMatch = matchers.get(watch) ?? createWatchMatcher(watch)
    matchers.set(watch, isMatch)
    const source = { in: 'lists', source: list.id, sourceName: list.name } as const
    return list.items
      .filter(({ title, hover = '', info = '' }) => isMatch(foldWords(`${title}\n${hover}\n${info}`)))
      .map(({ id, title, url }) => ({ ...source, key: `list ${list.id} ${id}`, title, url }))
  }
  return async (watch: Watch, list: WatchedList): Promise<void> => {
    if (!(watch.lists?.includes(list.id) ?? true) || !(watch.columns?.includes(list.column) ?? true)) return
    const hits = hitsIn(watch, list)
    const { scope, covered } = watches.stateOf(watch).state()
    const isCovered = scope === scopeOf(watch) && covered.includes(list.id)
    if (hits.length > 0 || (list.isCurrent && !isCovered))
      await watches.add(watch, { hits, covered: list.isCurrent ? [list.id] : [] })
  }
}
