// When a worker that ended is replaced: at once, but not again and again without a pause.

/** More ends than this within so long mean that beginning anew does not mend it. */
const mostEnds = 5
const withinMs = 10_000

/**
 * Makes what is called whenever a worker has ended: it has `replace` called, and gives in how many milliseconds. `now` is in epoch
 * milliseconds.
 */
export function createReplacing(now: () => number): (replace: () => void) => number {
  const ends: number[] = []
  return (replace) => {
    ends.push(now())
    const oldest = ends.length > mostEnds ? ends.shift() : undefined
    const waitMs = oldest === undefined ? 0 : Math.max(0, oldest + withinMs - now())
    setTimeout(replace, waitMs).unref()
    return waitMs
  }
}
