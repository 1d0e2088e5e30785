// Records until when each list is known, by the server's clock, so that a reopened stream can skip older updates.

/** Tolerance for clock differences and message delay. */
const marginMs = 5_000

export interface LastSeen {
  onServerTime(timestamp: number): void
  markCurrent(ids: Iterable<string>): void
  /** Time since which updates of these lists may be unknown; undefined if one was never loaded. */
  since(ids: readonly string[]): number | undefined
}

/** `epochMs` is the browser's clock, in epoch milliseconds. */
export function createLastSeen(epochMs: () => number): LastSeen {
  const knownAt = new Map<string, number>()
  const clockOffset: number[] = []
  return {
    onServerTime(timestamp) {
      // Responses are delayed or cached: the server clock is never behind the timestamp, so keep the largest offset.
      clockOffset[0] = Math.max(clockOffset[0] ?? Number.NEGATIVE_INFINITY, timestamp - epochMs())
    },
    markCurrent(ids) {
      const [offset] = clockOffset
      if (offset === undefined) return
      for (const id of ids) knownAt.set(id, epochMs() + offset - marginMs)
    },
    since(ids) {
      const times = ids.map((id) => knownAt.get(id))
      return times.reduce(
        (earliest, time) => (earliest === undefined || time === undefined ? undefined : Math.min(earliest, time)),
        Number.POSITIVE_INFINITY,
      )
    },
  }
}
