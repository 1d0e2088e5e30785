// Divides long computations into time slices of the event loop, so that requests that arrive meanwhile are not delayed by all of them.

/** Resolves in a later turn of the event loop, when the caller may compute, in the order of the calls. */
export type NextSlice = () => Promise<void>

/** Once the computations of a turn of the event loop took this long, the others wait for the next turn. */
const maxMs = 20

/** `monotonicMs` is a monotonic clock in milliseconds. */
export function createTimeSlices(monotonicMs: () => number): NextSlice {
  const waiting: (() => void)[] = []
  let endsAt = 0
  const next = () => {
    waiting[0]?.()
    // A tick that a microtask adds comes after all microtasks, and so after the computation.
    queueMicrotask(() => process.nextTick(goOn))
  }
  const goOn = () => {
    waiting.shift()
    if (waiting.length === 0) return
    if (monotonicMs() < endsAt) next()
    else setImmediate(begin)
  }
  const begin = () => {
    endsAt = monotonicMs() + maxMs
    next()
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(begin)
    })
}
