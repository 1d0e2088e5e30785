// Until when each list is known, by the service's clock: a stream that is opened again need not tell what we have.

/** What clocks may differ by without our noticing, and a message may take. */
const marginMs = 5_000

export interface Seen {
  /** An answer of the service said what time it is there. */
  heardTime(timestamp: number): void
  /** All that has happened to these lists until now is known. */
  note(ids: Iterable<string>): void
  /** Since when something may have happened to one of these that we do not know; undefined if nothing is known of one. */
  since(ids: readonly string[]): number | undefined
}

/** Makes it. `now` is our own clock. */
export function createSeen(now: () => number): Seen {
  const seenAt = new Map<string, number>()
  const ahead: number[] = []
  return {
    heardTime(timestamp) {
      // An answer takes its time, and may have been kept: its clock is never before what we read from it.
      ahead[0] = Math.max(ahead[0] ?? Number.NEGATIVE_INFINITY, timestamp - now())
    },
    note(ids) {
      const [offset] = ahead
      if (offset === undefined) return
      for (const id of ids) seenAt.set(id, now() + offset - marginMs)
    },
    since(ids) {
      const times = ids.map((id) => seenAt.get(id))
      return times.reduce(
        (least, time) => (least === undefined || time === undefined ? undefined : Math.min(least, time)),
        Number.POSITIVE_INFINITY,
      )
    },
  }
}
