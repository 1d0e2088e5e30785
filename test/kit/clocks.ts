// Real clocks for code under test that needs one; a test hands them on and does not read them itself.

/** A monotonic clock in milliseconds. */
export function monotonicMs(): number {
  return performance.now()
}
