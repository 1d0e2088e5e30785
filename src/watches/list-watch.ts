// Matches the items of hot lists: all that are cached when a watch is new here, later those that are refreshed.
import { foldWords } from '../contract/fold-text.ts'
import { assumeItems } from '../upstream/cache/answer-entry.ts'
import type { Outcome } from '../upstream/source.ts'
import { createWatchMatcher, scopedId, scopeOf, type Watch, type WatchHit } from './watch.ts'
import type { Watches } from './watches.ts'

/** A hot list, as far as watches read it. */
interface WatchedList {
  readonly id: string
  readonly name: string
  readonly title?: string | undefined
  readonly column: NonNullable<Watch['columns']>[number]
  readonly isEnabled: boolean
}

interface WatchedItem extends Pick<WatchHit, 'title' | 'url'> {
  readonly id: string
  readonly hover?: string
  readonly info?: string
}

/** Undefined: a banned item. */
type VisibleItems = readonly (WatchedItem | undefined)[]

export interface ListWatchContext {
  readonly watches: Pick<Watches, 'all' | 'add' | 'stateOf'>
  readonly lists: {
    readonly all: readonly WatchedList[]
    /** The list in the cache. */
    known(list: WatchedList): Promise<{ items: VisibleItems; at?: Date | undefined; isStale: boolean } | undefined>
    /** The items without banned ones. */
    shown(items: readonly WatchedItem[]): VisibleItems
  }
  /** The lists that were refreshed since the last call. */
  readonly refreshed: ReturnType<typeof createRefreshCollector>['drain']
  /** Keeps exactly these lists fresh. */
  keepFresh(lists: readonly WatchedList[]): void
}

/** Collects the latest items of refreshed lists until they are drained. */
export function createRefreshCollector(all: ReadonlyMap<string, WatchedList>) {
  const refreshed = new Map<WatchedList, readonly WatchedItem[]>()
  return {
    listener(source: string, outcome: Outcome<unknown>): void {
      const list = all.get(source)
      if (list && outcome.state === 'fresh') refreshed.set(list, assumeItems<WatchedItem>(outcome.items))
    },
    drain(): (readonly [WatchedList, readonly WatchedItem[]])[] {
      const drained = [...refreshed]
      refreshed.clear()
      return drained
    },
  }
}

export function createListWatch({ watches, lists, refreshed, keepFresh }: ListWatchContext) {
  const match = createListMatcher(watches)
  /** The watches for which the cached lists were read. */
  let scanned: ReadonlySet<string> = new Set()

  async function scan(watching: readonly Watch[]): Promise<void> {
    const unscanned = watching.filter((watch) => !scanned.has(scopedId(watch)))
    for (const list of unscanned.length > 0 ? lists.all.filter(({ isEnabled }) => isEnabled) : []) {
      const answer = await lists.known(list)
      if (answer?.at === undefined) continue
      const { items, isStale } = answer
      await Promise.all(unscanned.map((watch) => match(watch, list, { items, isCurrent: !isStale })))
    }
    scanned = new Set(watching.map(scopedId))
  }

  return async function matchLists(): Promise<void> {
    const watching = watches.all().filter((watch) => watch.in.includes('lists'))
    const named = new Set(watching.flatMap((watch) => watch.lists ?? []))
    keepFresh(lists.all.filter(({ id, isEnabled }) => isEnabled && named.has(id)))
    const drained = refreshed()
    await Promise.all(watching.map((watch) => watches.stateOf(watch).load()))
    await scan(watching)
    for (const [list, all] of drained) {
      const items = lists.shown(all)
      await Promise.all(watching.map((watch) => match(watch, list, { items, isCurrent: true })))
    }
    // Writes the events that could not be written before.
    await Promise.all(watching.map((watch) => watches.stateOf(watch).flush()))
  }
}

/** Creates the function that adds the matches in a list to a watch. `isCurrent`: the items are those of now, so others will be new. */
function createListMatcher(watches: ListWatchContext['watches']) {
  const matchers = new WeakMap<Watch, (folded: string) => boolean>()
  const hitsIn = (watch: Watch, { id: source, name, title }: WatchedList, items: VisibleItems): WatchHit[] => {
    const isMatch = matchers.get(watch) ?? createWatchMatcher(watch)
    matchers.set(watch, isMatch)
    const sourceName = title === undefined ? name : `${name} ${title}`
    return items.flatMap((item): WatchHit[] => {
      if (!item || !isMatch(foldWords(`${item.title}\n${item.hover ?? ''}\n${item.info ?? ''}`))) return []
      return [{ in: 'lists', source, sourceName, key: `list ${source} ${item.id}`, title: item.title, url: item.url }]
    })
  }
  return async (
    watch: Watch,
    list: WatchedList,
    { items, isCurrent }: { readonly items: VisibleItems; readonly isCurrent: boolean },
  ): Promise<void> => {
    if (!(watch.lists?.includes(list.id) ?? true) || !(watch.columns?.includes(list.column) ?? true)) return
    const hits = hitsIn(watch, list, items)
    const { scope, covered } = watches.stateOf(watch).state()
    const isCovered = scope === scopeOf(watch) && covered.includes(list.id)
    if (hits.length > 0 || (isCurrent && !isCovered))
      await watches.add(watch, { hits, covered: isCurrent ? [list.id] : [] })
  }
}
