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
