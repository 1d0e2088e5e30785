// Shares the turns of the event loop between long computations, so that what arrives meanwhile is not delayed by all of them.

/** Resolves in a later turn of the event loop, when the caller may compute. Callers take their turns in the order of the calls. */
export type TakeTurn = () => Promise<void>

/** Once the computations of a turn took this long, the others wait for the next turn. */
const maxMs = 20

/** `monotonicMs` is a monotonic clock in milliseconds. */
export function createTurns(monotonicMs: () => number): TakeTurn {
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
