// Waiting for Redis no longer than it may take, without blaming it for what keeps this process itself from listening.
import { lateError } from './redis-reasons.ts'

/**
 * The time is looked at so often while it runs: a process that was held up for a second sees one look go by, not all of them, and has read
 * by the next what came meanwhile.
 */
const looks = 5

/** What `work` comes to. Rejects as it does, or with `lateError` when it takes longer. */
export async function bounded<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  let left = looks
  const look = () => {
    left -= 1
    if (left > 0) timer = setTimeout(look, ms / looks)
    // What has come in this turn is read before that.
    else setImmediate(() => late.reject(lateError()))
  }
  let timer = setTimeout(look, ms / looks)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
