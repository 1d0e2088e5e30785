// Restart back-off for workers: restarts at once, but with pauses after repeated exits.

/** More exits than this within `windowMs` mean that restarting does not help. */
const maxExits = 5
const windowMs = 10_000

/**
 * Creates the function to call when a worker has exited: it schedules `replace` and returns the delay in milliseconds. `epochMs` is in epoch
 * milliseconds.
 */
export function createRestartBackoff(epochMs: () => number): (replace: () => void) => number {
  const exits: number[] = []
  return (replace) => {
    exits.push(epochMs())
    const oldest = exits.length > maxExits ? exits.shift() : undefined
    const waitMs = oldest === undefined ? 0 : Math.max(0, oldest + windowMs - epochMs())
    setTimeout(replace, waitMs).unref()
    return waitMs
  }
}
