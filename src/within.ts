// A leaf for whoever waits, but not for long.

/** What a promise comes to, or undefined when that takes longer than so many milliseconds. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
