// Puts a timeout on a promise.

/** Resolves like `work`. @throws (rejects) like `work`, or with Error after `ms`; does not abort the work. */
export function withTimeout<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`timed out after ${ms} ms`)), ms)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
