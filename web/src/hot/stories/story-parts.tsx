// What a story is shown by: one chip for each site, the rise, and what is new on the user's lists.
import type { BatchResult, HotListItem } from '../../../../src/contract/hotlist.ts'
import type { Riser } from '../../../../src/contract/hotlist-history.ts'
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { OutLink } from '../../components/out-link.tsx'
import { useBoard } from '../board-context.ts'
import { storyMessages } from './messages.ts'

type StoryItem = TrendStory['items'][number]

/** Returns the best item of each site, in order of rank. */
export function useBestOfSites(items: readonly StoryItem[]): readonly StoryItem[] {
  const siteNameOf = useSiteName()
  const bySite = Map.groupBy(items, ({ source }) => siteNameOf(source))
  return [...bySite.values()].flatMap(([best]) => best ?? [])
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

/** Returns a function that names the site of a list. */
export function useSiteName(): (source: string) => string {
  const { recordOf } = useBoard()
  return (source) => recordOf.get(source)?.name ?? source
}

/** A site, the rank of its item, and the way to it. */
export function StoryChip({ item }: { readonly item: StoryItem }) {
  const messages = storyMessages.use()
  const { recordOf } = useBoard()
  return (
    <li>
      <OutLink
        href={item.url}
        title={item.title}
        class="inline-flex h-6 items-center gap-1 rounded-full border border-line bg-card px-2 focus-visible:-outline-offset-2 text-xs whitespace-nowrap hover:border-accent hover:text-accent"
      >
        <span
          class="size-2 shrink-0 rounded-full border border-edge"
          style={{ backgroundColor: recordOf.get(item.source)?.color }}
        />
        <span class="max-w-24 truncate max-sm:max-w-14">{useSiteName()(item.source)}</span>
        <span aria-hidden="true" class="figures text-soft">
          {item.rank}
        </span>
        <span class="sr-only">{messages.rank(item.rank, item.title)}</span>
      </OutLink>
    </li>
  )
}
