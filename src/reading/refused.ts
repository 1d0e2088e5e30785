// Converts error replies of foreign APIs to failures.
import { UpstreamError } from '../upstream/errors.ts'
import { oneLine } from './texts.ts'

const throttled = /频繁|频率|过快|太快|限流|too[ _]?many|rate[ _]?limit/i
const closed = /繁忙|维护|闭关|关闭|稍后|busy|closed|maintenance|unavailable/i

/**
 * Converts the error reply of a search API to a failure; `said` is its message, `code` its error code if it has one.
 */
export function refused(said: string, code?: number): UpstreamError {
  const quote = [...oneLine(said)].slice(0, 80).join('')
  const numbered = code === undefined ? 'answered with an error' : `answered with code ${code}`
  return new UpstreamError(refusalKind(said, code ?? 0), quote === '' ? numbered : `${numbered}: ${quote}`)
}

function refusalKind(said: string, code: number): 'blocked' | 'unavailable' | 'mismatch' {
  if (code === 401 || code === 403 || code === 429 || throttled.test(said)) return 'blocked'
  return (code >= 500 && code < 600) || closed.test(said) ? 'unavailable' : 'mismatch'
}
