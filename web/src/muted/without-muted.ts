// Removes what muted words hide.
import { createTitleFilter, type TitleTest } from '../components/title-filter.ts'

export interface Unmuted<Item> {
  readonly items: readonly Item[]
  readonly count: number
}

/** Whether an item is left, or what is left of it. */
type Without<Item> = (item: Item, isAllowed: TitleTest) => Item | undefined

function one(): number {
  return 1
}

/** Items without muted words are returned as they are. `sizeOf` counts the entries of an item. */
function removeMuted<Item>(
  all: readonly Item[],
  words: readonly string[],
  without: Without<Item>,
  sizeOf: (item: Item) => number = one,
): Unmuted<Item> {
  if (words.length === 0) return { items: all, count: 0 }
  const isAllowed = createTitleFilter({ exclude: words })
  const items = all.flatMap((item) => without(item, isAllowed) ?? [])
  const total = (some: readonly Item[]) => some.reduce((sum, item) => sum + sizeOf(item), 0)
  return { items, count: total(all) - total(items) }
}

interface Titled {
  readonly title: string
}

export function unmutedItems<Item extends Titled>(all: readonly Item[], words: readonly string[]): Unmuted<Item> {
  return removeMuted(all, words, (item, isAllowed) => (isAllowed(item.title) ? item : undefined))
}

/** For entries that say where an item stands. */
export function unmutedEntries<Entry extends { readonly item: Titled }>(
  all: readonly Entry[],
  words: readonly string[],
): Unmuted<Entry> {
  return removeMuted(all, words, (entry, isAllowed) => (isAllowed(entry.item.title) ? entry : undefined))
}

/** A story is hidden by any of its titles: they report the same event. */
export function unmutedStories<Story extends Titled & { readonly items: readonly Titled[] }>(
  all: readonly Story[],
  words: readonly string[],
): Unmuted<Story> {
  return removeMuted(all, words, (story, isAllowed) =>
    [story, ...story.items].every(({ title }) => isAllowed(title)) ? story : undefined,
  )
}

/** Counts links. The title of a work hides all of them; a work without links is left out. */
export function unmutedWorks<Work extends Titled & { readonly links: readonly Titled[] }>(
  all: readonly Work[],
  words: readonly string[],
): Unmuted<Work> {
  const without: Without<Work> = (work, isAllowed) => {
    const links = isAllowed(work.title) ? work.links.filter(({ title }) => isAllowed(title)) : []
    if (links.length === work.links.length) return work
    return links.length > 0 ? { ...work, links } : undefined
  }
  return removeMuted(all, words, without, ({ links }) => links.length)
}

/** Counts the items of lists; lists without items are left out. */
export function unmutedLists<List extends { readonly data: readonly Titled[] }>(
  all: readonly List[],
  words: readonly string[],
): Unmuted<List> {
  const without: Without<List> = (list, isAllowed) => {
    const data = list.data.filter(({ title }) => isAllowed(title))
    return data.length > 0 ? { ...list, data } : undefined
  }
  return removeMuted(all, words, without, ({ data }) => data.length)
}
