// Sorts a timeline whose upstream does not: merged channels, lists with pinned rows.
import { isFuture } from '../../parsing/times.ts'
import type { HotItem } from '../list-definition.ts'

/** Sorts items newest first. The sort is stable; items without a time, or with one in the future, come last. */
export function newestFirst(items: readonly HotItem[], now: Date): HotItem[] {
  const timeOf = ({ pubDate }: HotItem) => (pubDate && !isFuture(pubDate, now) ? pubDate.getTime() : 0)
  return items.toSorted((one, other) => timeOf(other) - timeOf(one))
}
