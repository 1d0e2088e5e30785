// Sorts a timeline whose upstream does not: merged channels, lists with pinned rows.
import type { HotItem } from '../list-definition.ts'

/** Sorts items newest first. The sort is stable; items without a time come last. */
export function newestFirst(items: readonly HotItem[]): HotItem[] {
  return items.toSorted((one, other) => timeOf(other) - timeOf(one))
}

function timeOf({ pubDate }: HotItem): number {
  return pubDate?.getTime() ?? 0
}
