// The order of a time line whose upstream does not keep one: several channels put together, lists with rows pinned.
import type { HotItem } from '../hot-list.ts'

/** Items by their times, the newest first; those of the same time stay in their order, those without one come last. */
export function newestFirst(items: readonly HotItem[]): HotItem[] {
  return items.toSorted((one, other) => timeOf(other) - timeOf(one))
}

function timeOf({ pubDate }: HotItem): number {
  return pubDate?.getTime() ?? 0
}
