// Connects watches to hot lists, the archive and the search, which do not know them.
import { type CloudType, cloudTypes } from '../contract/cloud-types.ts'
import { searchRequest } from '../contract/search.ts'
import type { HotList } from '../hotlist/build-lists.ts'
import type { HotLists } from '../hotlist/create-hot-lists.ts'
import type { VisibleItems } from '../hotlist/lists.ts'
import { createFreshHolds } from '../hotlist/refresh/refresher.ts'
import type { ListItem } from '../hotlist/sanitize-items.ts'
import type { createNewestFinder } from '../search/archive/archive.ts'
import type { Search } from '../search/search.ts'
import { assumeItems } from '../upstream/cache/answer-entry.ts'
import type { Outcome } from '../upstream/source.ts'
import type { ArchivedShare, ArchivePort, ListPort, SearchPort, WatchedList } from '../watches/ports.ts'
import type { WatchHit } from '../watches/watch.ts'

/** Collects the latest items of refreshed lists until they are drained. */
export function createRefreshCollector(all: ReadonlyMap<string, HotList>) {
  const refreshed = new Map<HotList, readonly ListItem[]>()
  return {
    listener(source: string, outcome: Outcome<unknown>): void {
      const list = all.get(source)
      if (list && outcome.state === 'fresh') refreshed.set(list, assumeItems<ListItem>(outcome.items))
    },
    drain(): [HotList, readonly ListItem[]][] {
      const drained = [...refreshed]
      refreshed.clear()
      return drained
    },
  }
}

const maxTitles = 20_000

/** Collects the titles of stored shares until they are drained; those beyond the limit are dropped, and found with the next ones. */
export function createTitleCollector() {
  let titles: string[] = []
  return {
    collect(stored: readonly string[]): void {
      if (titles.length < maxTitles) titles.push(...stored)
    },
    drain(): readonly string[] {
      const drained = titles
      titles = []
      return drained
    },
  }
}

export function createListPort(
  { lists, refresher }: Pick<HotLists, 'lists' | 'refresher'>,
  refreshes: ReturnType<typeof createRefreshCollector>,
): ListPort {
  const hold = createFreshHolds(refresher)
  return {
    refreshed: () => refreshes.drain().map(([list, items]) => toWatched(list, lists.shown(items), true)),
    async *known() {
      for (const list of lists.all.filter(({ isEnabled }) => isEnabled)) {
        const answer = await lists.known(list)
        if (answer?.at !== undefined) yield toWatched(list, answer.items, !answer.isStale)
      }
    },
    keepFresh: (ids) => hold(lists.all.filter(({ id, isEnabled }) => isEnabled && ids.has(id))),
  }
}

function toWatched({ id, name, title, column }: HotList, items: VisibleItems, isCurrent: boolean): WatchedList {
  const fullName = title === undefined ? name : `${name} ${title}`
  return { id, name: fullName, column, isCurrent, items: items.filter((item) => item !== undefined) }
}

export function createArchivePort(
  findNewest: ReturnType<typeof createNewestFinder>,
  sourceIds: readonly string[],
  storedTitles: () => readonly string[],
): ArchivePort {
  return {
    storedTitles,
    async find(keyword, clouds) {
      const byShare = Map.groupBy(await findNewest(keyword, sourceIds, clouds), ({ key }) => key)
      return [...byShare.values()].flatMap((sightings): ArchivedShare[] => {
        const [newest] = sightings
        if (!newest) return []
        const { key, type, url, password, source, title, heading } = newest
        const firstSeenAt = Math.min(...sightings.map((one) => one.firstSeenAt))
        const fullTitle = [heading, title].filter((part) => part !== '').join(' ')
        return [{ key: `share ${key}`, title: fullTitle || url, url, source, cloud: type, password, firstSeenAt }]
      })
    },
  }
}

/** Few at a time: nobody waits for these searches. */
const conc = 4
const deadlineMs = 30_000
/** One client for the shares of capacity. */
const client = 'watches'

export function createSearchPort(search: Pick<Search, 'events'>): SearchPort {
  return async (kw, clouds) => {
    const request = searchRequest.parse({
      ...{ kw, conc, ext: { details: true, deadline_ms: deadlineMs } },
      ...(clouds ? { cloud_types: clouds } : {}),
    })
    const hits: WatchHit[] = []
    const covered: string[] = []
    for await (const { event, data } of search.events(request, AbortSignal.timeout(2 * deadlineMs), client)) {
      if (event === 'links') hits.push(...hitsOf(data.merged_by_type))
      if (event === 'source' && (data.state === 'fresh' || data.state === 'cached')) covered.push(data.source)
    }
    return { hits, covered }
  }
}

type LinksByCloud = Partial<
  Record<
    CloudType,
    readonly { url: string; note: string; source: string; password: string; key?: string | undefined }[]
  >
>

function hitsOf(links: LinksByCloud): WatchHit[] {
  return cloudTypes.flatMap((cloud) =>
    (links[cloud] ?? []).map(({ key, url, note, source, password }) => ({
      ...({ key: `share ${key ?? url}`, in: 'search', title: note || url, url, source, password, cloud } as const),
    })),
  )
}
