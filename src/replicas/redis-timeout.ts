// Time limit for Redis calls that does not count blocking of this process's own event loop.
import { timeoutError } from './redis-errors.ts'

/**
 * Number of timer steps that make up the limit: a process that was blocked for a second misses one step, not all, and
 * has read its replies before the next.
 */
const steps = 5

/** Returns the result of `work`. Rejects as it does, or with a timeout error after `ms`. */
export async function withRedisTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  let stepsLeft = steps
  const step = () => {
    stepsLeft -= 1
    if (stepsLeft > 0) timer = setTimeout(step, ms / steps)
    // Replies that arrived in this turn are read first.
    else setImmediate(() => timeout.reject(timeoutError()))
  }
  let timer = setTimeout(step, ms / steps)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
