// How long a list is fresh: for its interval, and lists of one day not beyond that day.
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** The fields of a list that decide how long it is fresh. */
export interface FreshnessRule {
  /** Seconds. */
  readonly interval: number
  /** Whether the list covers one day in China. */
  readonly isOfToday?: boolean
}

/** The age in milliseconds below which a list is fresh at `now` (epoch milliseconds). */
export function freshMs({ interval, isOfToday }: FreshnessRule, now: number): number {
  // China is UTC+8 all year.
  const sinceMidnight = (now + 8 * hourMs) % dayMs
  return isOfToday ? Math.min(interval * 1000, sinceMidnight + 1) : interval * 1000
}

/** Until when a list received at `at` is fresh, both in epoch milliseconds. */
export function freshUntil({ interval, isOfToday }: FreshnessRule, at: number): number {
  const end = at + interval * 1000
  const midnight = Math.floor((at + 8 * hourMs) / dayMs + 1) * dayMs - 8 * hourMs
  return isOfToday ? Math.min(end, midnight) : end
}
