// Step clock of growing lists: counts steps by a clock; tests can set the step.

/** The current step of growing lists. */
export interface Steps {
  /** Whole steps since the start, zero-based. */
  now(): number
  /**
   * Continues from this step; the next one starts a full step length later.
   * @throws TypeError unless it is a whole number from 0 to 10^9.
   */
  set(step: number): void
}

const mostSteps = 1e9

/**
 * Creates steps of `stepMs` milliseconds by the clock; with a constant clock, only `set` changes them.
 * @throws TypeError when `stepMs` is not positive.
 */
export function createSteps(clock: () => number, stepMs: number): Steps {
  if (!(stepMs > 0)) throw new TypeError('stepMs must be longer than 0 ms')
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
