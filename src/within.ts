// Limits how long to wait for a promise.

/** Resolves to the promise's value, or to undefined if that takes longer than `ms` milliseconds. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
