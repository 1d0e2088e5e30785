// When a watch searches again: once in each interval, at an offset of its own, so that the searches are spread.
import { scopeOf, type Watch, watchId } from './watch.ts'
import type { WatchState } from './watch-state.ts'

/** Whether no search of this scope began in the current interval; one in a later interval began before the clock was set back. */
export function isSearchDue(watch: Watch, { scope, searchedAt }: WatchState, now: number): boolean {
  if (scope !== scopeOf(watch) || searchedAt === 0) return true
  const everyMs = watch.every * 1000
  const offset = Number.parseInt(Buffer.from(watchId(watch)).toString('hex').slice(0, 8), 16) % everyMs
  const intervalOf = (at: number) => Math.floor((at - offset) / everyMs)
  const ahead = intervalOf(searchedAt) - intervalOf(now)
  return ahead < 0 || ahead > 1
}
