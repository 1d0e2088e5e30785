// Validates the request headers of a declared list. Their values are secrets.
import type { z } from 'zod'

/** Headers that the HTTP client sets, or that would break it. */
const reservedHeaders = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'x-upstream-url'],
])
const maxHeaders = 50

/** Returns the headers with lower-case names; adds an issue for an invalid one without quoting its value. */
export function parseHeaders(
  given: Readonly<Record<string, unknown>>,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): Record<string, string> {
  const read: Record<string, string> = {}
  const reject = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) reject(written, 'is not a valid header name')
    else if (reservedHeaders.has(name) || name.startsWith('proxy-')) reject(written, 'is set by the service itself')
    else if (Object.hasOwn(read, name)) reject(written, 'is defined twice with different case')
    else if (typeof value !== 'string' || !/^[\t -~]{1,4000}$/.test(value))
      reject(written, 'must be a text of printable ASCII characters')
    else read[name] = value
  }
  if (Object.keys(given).length > maxHeaders)
    context.addIssue({ code: 'custom', message: `at most ${maxHeaders} are allowed` })
  return read
}
