// Removes what muted words hide.
import { createTitleFilter, type TitleTest } from '../components/title-filter.ts'

interface Titled {
  readonly title: string
}

/** What muted words hide: an item, an entry that says where an item stands, a story with its items, a work with its links, the data of a list. */
export interface Mutable {
  readonly title?: string | undefined
  readonly item?: Titled
  readonly items?: readonly Titled[]
  readonly links?: readonly Titled[]
  readonly data?: readonly Titled[]
}

/** Counts items; of works the links, and of lists their items. What has no muted words is returned as it is. */
export function unmuted<Item extends Mutable>(all: readonly Item[], words: readonly string[]) {
  if (words.length === 0) return { items: all, count: 0 }
  const isAllowed = createTitleFilter({ exclude: words })
  const items = all.flatMap((item) => without(item, isAllowed) ?? [])
  const total = (some: readonly Item[]) =>
    some.reduce((sum, { links, data }) => sum + ((links ?? data)?.length ?? 1), 0)
  return { items, count: total(all) - total(items) }
}

/**
 * What is left. A story is hidden by any of its titles: they report the same event. The title of a work hides all of its links; a work or list of
 * which nothing is left is hidden.
 */
function without<Item extends Mutable>(item: Item, isAllowed: TitleTest): Item | undefined {
  const { item: entry, items = [], links, data } = item
  const titles = [entry ?? (data ? {} : item), ...items].map(({ title = '' }: Mutable) => title)
  if (!titles.every(isAllowed)) return undefined
  const parts = links ?? data
  const left = parts?.filter(({ title }) => isAllowed(title))
  if (!left || left.length === parts?.length) return item
  if (left.length === 0) return undefined
  return links ? { ...item, links: left } : { ...item, data: left }
}
