// Waits that end early when a signal aborts.

/** Sleeps for `ms`. Rejects with the reason of `signal` if it aborts first. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await abortableWait(promise, signal).finally(() => clearTimeout(timer))
}

/** Waits for `work` and returns its result. Rejects with the reason of `signal` if it aborts first. */
export async function abortableWait<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
