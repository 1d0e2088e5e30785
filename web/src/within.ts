// Waits for something, but not for ever.

/** What `work` resolves to. @throws (rejects) as `work` does, or Error when `ms` have passed; the work itself is not ended by that. */
export function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing came for ${ms} ms`)), ms)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
