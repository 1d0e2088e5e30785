// The time in which lists grow: it is counted in steps, goes by a clock, and can be moved by hand.

/** The step that growing lists stand at. */
export interface Steps {
  /** Whole steps since the start, from 0. */
  now(): number
  /** Goes on from this step; the next one begins a whole step's length later. @throws TypeError unless it is a whole number from 0 to 10^9. */
  set(step: number): void
}

const mostSteps = 1e9

/** Steps of `stepMs` milliseconds by the clock, or by hand alone while the clock stands still. @throws TypeError when a step has no length. */
export function createSteps(clock: () => number, stepMs: number): Steps {
  if (!(stepMs > 0)) throw new TypeError('a step of time must be longer than 0 ms')
  let since = clock()
  let first = 0
  return {
    now: () => first + Math.max(0, Math.floor((clock() - since) / stepMs)),
    set(step) {
      if (!Number.isInteger(step) || step < 0 || step > mostSteps)
        throw new TypeError(`step must be a whole number from 0 to ${mostSteps}`)
      first = step
      since = clock()
    },
  }
}
