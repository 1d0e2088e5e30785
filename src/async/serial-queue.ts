// Runs asynchronous tasks one after the other.

/** Runs a task after all earlier ones have ended, and returns its result. A failed task does not stop later ones. */
export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = last.then(task)
    last = result.catch(() => undefined)
    return result
  }
}
