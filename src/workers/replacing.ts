// Restart back-off for workers: restarts at once, but with pauses after repeated exits.

/** More exits than this within `withinMs` mean that restarting does not help. */
const mostEnds = 5
const withinMs = 10_000

/**
 * Creates the function to call when a worker has exited: it schedules `replace` and returns the delay in milliseconds. `epochMs` is in epoch
 * milliseconds.
 */
export function createReplacing(epochMs: () => number): (replace: () => void) => number {
  const ends: number[] = []
  return (replace) => {
    ends.push(epochMs())
    const oldest = ends.length > mostEnds ? ends.shift() : undefined
    const waitMs = oldest === undefined ? 0 : Math.max(0, oldest + withinMs - epochMs())
    setTimeout(replace, waitMs).unref()
    return waitMs
  }
}
