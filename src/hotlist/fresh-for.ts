// How long a list is fresh: its interval, and of what is of one day not beyond that day.
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** A list, as far as its age is concerned. */
export interface Ageing {
  /** Seconds. */
  readonly interval: number
  /** Is what it holds of one day in China? */
  readonly isOfToday?: boolean
}

/** A list younger than this at `now` (epoch milliseconds) is fresh; in milliseconds. */
export function freshMs({ interval, isOfToday }: Ageing, now: number): number {
  // China is eight hours ahead all year.
  const sinceMidnight = (now + 8 * hourMs) % dayMs
  return isOfToday ? Math.min(interval * 1000, sinceMidnight + 1) : interval * 1000
}

/** Until when a list that was given at `at` is fresh, both in epoch milliseconds. */
export function freshUntil({ interval, isOfToday }: Ageing, at: number): number {
  const end = at + interval * 1000
  const midnight = Math.floor((at + 8 * hourMs) / dayMs + 1) * dayMs - 8 * hourMs
  return isOfToday ? Math.min(end, midnight) : end
}
