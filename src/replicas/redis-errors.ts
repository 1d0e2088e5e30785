// The time limit of Redis calls, and descriptions of their errors for operators.

import { ReplyError } from 'ioredis'
import { z } from 'zod'
import { messageOf } from '../observability/error-message.ts'

/** Number of timer steps of the limit: a blocked process misses one step, and reads its replies before the next. */
const steps = 5

/** The result of `work`, or a timeout error after `ms`, not counting blocks of this process's own event loop. */
export async function withRedisTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  let stepsLeft = steps
  const step = () => {
    stepsLeft -= 1
    if (stepsLeft > 0) timer = setTimeout(step, ms / steps)
    // Replies that arrived in this turn are read first.
    else setImmediate(() => timeout.reject(new Error('Command timed out')))
  }
  let timer = setTimeout(step, ms / steps)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

export function isTimeout(error: unknown): boolean {
  return messageOf(error) === 'Command timed out'
}

const descriptions: readonly (readonly [RegExp, string])[] = [
  [/^Command timed out/, 'does not answer in time'],
  [/^not a reply of Redis/, 'does not answer as Redis does: check REDIS_URL'],
  [/OOM /, 'is full'],
  [/READONLY/, 'is a read-only replica'],
  [/LOADING/, 'is still loading its data'],
  [/MASTERDOWN|CLUSTERDOWN/, 'has no writable server'],
  [/NOREPLICAS/, 'has too few replicas to accept writes'],
  [/MISCONF/, 'cannot write to its disk'],
  [/BUSY /, 'is busy running a script'],
  [/NOAUTH|WRONGPASS/, 'rejects the password: check REDIS_URL'],
  [/NOPERM/, 'denies this user a command that Trawl needs: check REDIS_URL'],
  [/DB index is out of range|SELECT is not allowed/, 'has no database with that number: check REDIS_URL'],
  [/ECONNREFUSED|ENOENT/, 'cannot be reached: connection refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'cannot be reached: unknown host'],
  [/ETIMEDOUT/, 'cannot be reached: connection timed out'],
  [/certificate|self-signed|SSL|TLS/i, 'cannot be reached: its certificate is not trusted'],
  [/max number of clients/, 'has too many connections'],
]

/** A description that continues “Redis …”, without addresses and passwords. */
export function describeRedisError(error: unknown): string {
  return descriptions.find(([pattern]) => pattern.test(messageOf(error)))?.[1] ?? 'cannot be reached'
}

/** Whether an error is a bug of ours. A script that runs while Redis is full starts its error with the same word. */
export function isProgrammingError(error: unknown): boolean {
  if (error instanceof z.ZodError || error instanceof TypeError || error instanceof SyntaxError) return true
  const message = messageOf(error)
  return (
    error instanceof ReplyError &&
    /^(?:ERR|WRONGTYPE|NOSCRIPT)/.test(message) &&
    !descriptions.some(([pattern]) => pattern.test(message))
  )
}
