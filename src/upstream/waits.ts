// Waits that end early when a signal aborts.

/** Sleeps for `ms`. Rejects with the reason of `signal` if it aborts first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

/** Waits until `work` settles. Rejects with the reason of `signal` if it aborts first. */
export async function ended(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    await Promise.race([work, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
