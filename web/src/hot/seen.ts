// Records until when each list is known, by the server's clock, so that a reopened stream can skip older updates.

/** Tolerance for clock differences and message delay. */
const marginMs = 5_000

export interface Seen {
  /** Records the server time of a response. */
  heardTime(timestamp: number): void
  /** Marks these lists as up to date now. */
  note(ids: Iterable<string>): void
  /** Time since which updates of these lists may be unknown; undefined if one was never loaded. */
  since(ids: readonly string[]): number | undefined
}

/** `epochMs` is the browser's clock, in epoch milliseconds. */
export function createSeen(epochMs: () => number): Seen {
  const seenAt = new Map<string, number>()
  const ahead: number[] = []
  return {
    heardTime(timestamp) {
      // Responses are delayed or cached: the server clock is never behind the timestamp, so keep the largest offset.
      ahead[0] = Math.max(ahead[0] ?? Number.NEGATIVE_INFINITY, timestamp - epochMs())
    },
    note(ids) {
      const [offset] = ahead
      if (offset === undefined) return
      for (const id of ids) seenAt.set(id, epochMs() + offset - marginMs)
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
