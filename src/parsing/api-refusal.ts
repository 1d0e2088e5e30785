// Converts error replies of foreign APIs to failures.
import { UpstreamError } from '../upstream/errors.ts'
import { oneLine } from './text.ts'

const throttledPattern = /频繁|频率|过快|太快|限流|too[ _]?many|rate[ _]?limit/i
const closedPattern = /繁忙|维护|闭关|关闭|稍后|busy|closed|maintenance|unavailable/i

/**
 * Converts the error reply of a search API to a failure; `message` is its message, `code` its error code if it has one.
 */
export function apiRefusal(message: string, code?: number): UpstreamError {
  const quote = [...oneLine(message)].slice(0, 80).join('')
  const numbered = code === undefined ? 'answered with an error' : `answered with code ${code}`
  return new UpstreamError(refusalKind(message, code ?? 0), quote === '' ? numbered : `${numbered}: ${quote}`)
}

function refusalKind(message: string, code: number): 'blocked' | 'unavailable' | 'mismatch' {
  if (code === 401 || code === 403 || code === 429 || throttledPattern.test(message)) return 'blocked'
  return (code >= 500 && code < 600) || closedPattern.test(message) ? 'unavailable' : 'mismatch'
}

/** The status in a reply: where it is, its value when good, and where its words are. */
export interface ReplyStatus {
  readonly code: string
  readonly success: string
  readonly words: string | undefined
}

/** @throws UpstreamError as `apiRefusal` builds it for another status than the good one or for words alone, and `mismatch` for neither. */
export function checkStatus(reply: unknown, { code, success, words }: ReplyStatus): void {
  const status = valueAt(reply, code)
  const why = words === undefined ? '' : (valueAt(reply, words) ?? '')
  if (status === undefined || status === '')
    throw why === '' ? new UpstreamError('mismatch', `the reply has no ${code}`) : apiRefusal(why)
  if (status === success) return
  throw /^-?\d+$/.test(status) ? apiRefusal(why, Number(status)) : apiRefusal(`${status} ${why}`)
}

function valueAt(reply: unknown, path: string): string | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (inside, name) =>
        typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
          ? new Map(Object.entries(inside)).get(name)
          : undefined,
      reply,
    )
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}

/** For `catch`: rethrows the error, as `blocked` with `message` when the reply had one of these statuses. */
export function treatAsBlocked(statuses: readonly (number | string)[], message?: string) {
  return (error: unknown): never => {
    const status = error instanceof UpstreamError ? error.status : undefined
    if (status === undefined || !statuses.map(String).includes(`${status}`)) throw error
    const why = message ?? `answered ${status}, which means that programs are blocked`
    throw new UpstreamError('blocked', why, { status, cause: error })
  }
}
