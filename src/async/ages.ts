// Ages and time limits by the wall clock, which may be set back while the service runs.

/** How far the clocks of replicas may differ. */
export const clockSkewMs = 5 * 60_000

/**
 * How long ago `at` was, in milliseconds; infinite if it lies more than `skewMs` ahead: the clock was set back since, so the age is unknown.
 */
export function ageMs(now: number, at: number, skewMs = 0): number {
  return at > now + skewMs ? Number.POSITIVE_INFINITY : Math.max(0, now - at)
}

/** Whether a time limit that was set for at most `maxMs` still runs; one that ends later than that was set before the clock was set back. */
export function isRunning(until: number, now: number, maxMs: number): boolean {
  return until > now && until - now <= maxMs
}

/** Creates a clock that goes on where it was when the wall clock is set back, in milliseconds. For intervals only. */
export function createForwardClock(epochMs: () => number): () => number {
  let last = epochMs()
  let at = last
  return () => {
    const now = epochMs()
    at += Math.max(0, now - last)
    last = now
    return at
  }
}
