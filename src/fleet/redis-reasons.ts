// Descriptions of Redis errors for operators.
import { ReplyError } from 'ioredis'
import { z } from 'zod'

/** Redis sends no error for commands that take too long. */
export function lateError(): Error {
  return new Error('Command timed out')
}

export function isLate(error: unknown): boolean {
  return messageOf(error) === 'Command timed out'
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^Command timed out/, 'does not answer in time'],
  [/OOM /, 'is full'],
  [/READONLY/, 'is a copy that cannot be written'],
  [/LOADING/, 'is still loading its data'],
  [/MASTERDOWN|CLUSTERDOWN/, 'has no server that can be written'],
  [/NOREPLICAS/, 'has too few copies to be written'],
  [/MISCONF/, 'cannot write to its disk'],
  [/BUSY /, 'is busy with somebody’s script'],
  [/NOAUTH|WRONGPASS/, 'wants another password: look at REDIS_URL'],
  [/NOPERM/, 'does not let this user do what Trawl needs: look at REDIS_URL'],
  [/DB index is out of range|SELECT is not allowed/, 'has no database of that number: look at REDIS_URL'],
  [/ECONNREFUSED|ENOENT/, 'cannot be reached: nobody listens there'],
  [/ENOTFOUND|EAI_AGAIN/, 'cannot be reached: there is no such host'],
  [/ETIMEDOUT/, 'cannot be reached: nobody answers there'],
  [/certificate|self-signed|SSL|TLS/i, 'cannot be reached: its certificate is not one that is trusted here'],
  [/max number of clients/, 'has too many connections'],
]

/** A description that continues “Redis …”, without addresses and passwords. */
export function reasonOf(error: unknown): string {
  return reasons.find(([form]) => form.test(messageOf(error)))?.[1] ?? 'cannot be reached'
}

/**
 * Whether an error is a bug of ours: an invalid command or an unexpected reply, which say nothing about Redis. A script
 * that runs while Redis is full starts its error with the same word.
 */
export function isOurs(error: unknown): boolean {
  if (error instanceof z.ZodError || error instanceof TypeError || error instanceof SyntaxError) return true
  const message = messageOf(error)
  return (
    error instanceof ReplyError &&
    /^(?:ERR|WRONGTYPE|NOSCRIPT)/.test(message) &&
    !reasons.some(([form]) => form.test(message))
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
