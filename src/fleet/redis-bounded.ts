// Time limit for Redis calls that does not count blocking of this process's own event loop.
import { lateError } from './redis-reasons.ts'

/**
 * Number of timer steps that make up the limit: a process that was blocked for a second misses one step, not all, and
 * has read its replies before the next.
 */
const looks = 5

/** Returns the result of `work`. Rejects as it does, or with a timeout error after `ms`. */
export async function bounded<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  let left = looks
  const look = () => {
    left -= 1
    if (left > 0) timer = setTimeout(look, ms / looks)
    // Replies that arrived in this turn are read first.
    else setImmediate(() => late.reject(lateError()))
  }
  let timer = setTimeout(look, ms / looks)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
