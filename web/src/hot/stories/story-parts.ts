// Derives what a story row shows: one chip for each site, the rise, and what is new on the user's lists.
import type { BatchResult, HotListItem, SourceRecord } from '../../../../src/contract/hotlist.ts'
import type { Riser } from '../../../../src/contract/hotlist-history.ts'
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'

export type StoryItem = TrendStory['items'][number]
export type Records = ReadonlyMap<string, SourceRecord>

/** The best item of each site, in order of rank. */
export function bestOfSites(items: readonly StoryItem[], records: Records): readonly StoryItem[] {
  const seen = new Set<string>()
  return items.filter(({ source }) => {
    const site = records.get(source)?.family ?? source
    if (seen.has(site)) return false
    seen.add(site)
    return true
  })
}

/** Ranks gained by item, for `riseOf`. */
export function gainsOf(risers: readonly Riser[]): ReadonlyMap<string, number> {
  return new Map(
    risers.flatMap(({ id, item, before, gained }) => (before === null ? [] : [[`${id} ${item.id}`, gained]])),
  )
}

/** The most ranks that an item of the story gained; 0 if none is among the risers. */
export function riseOf({ items }: TrendStory, gains: ReadonlyMap<string, number>): number {
  return Math.max(0, ...items.map(({ source, id }) => gains.get(`${source} ${id}`) ?? 0))
}

/** An item that entered a list after the previous visit. */
export interface NewItem {
  readonly source: string
  readonly item: HotListItem
  readonly since: number
}

/** The items of the user's lists that are on them since after the previous visit, the highest first. */
export function newItems(results: readonly BatchResult[], lastVisit: number): readonly NewItem[] {
  const found = results.flatMap(({ id, data }) =>
    data.flatMap((item) => {
      const since = item.extra?.since
      return since !== undefined && since > lastVisit ? [{ source: id, item, since }] : []
    }),
  )
  return found.sort((one, other) => one.item.rank - other.item.rank || other.since - one.since)
}
