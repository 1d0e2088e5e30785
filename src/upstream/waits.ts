// Waiting that ends as soon as nobody wants what comes after it.

/** Waits so long. Rejects with the reason of `signal` when that comes first. */
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

/** Waits until `work` has ended. Rejects with the reason of `signal` when that comes first. */
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
