// The headers that an operator has sent along with a list's request. Their values are secrets.
import type { z } from 'zod'

/** What is decided by the way of asking itself, or would break it. */
const ours = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-upstream-url',
])
const most = 50

/** Headers by their names in small letters; what cannot be sent is an issue that says so and does not quote it. */
export function readHeaders(
  given: Readonly<Record<string, unknown>>,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): Record<string, string> {
  const read: Record<string, string> = {}
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) refuse(written, 'is no name of a header')
    else if (ours.has(name) || name.startsWith('proxy-')) refuse(written, 'is set by the service itself')
    else if (Object.hasOwn(read, name)) refuse(written, 'stands there twice, in large and small letters')
    else if (typeof value !== 'string' || !/^[\t -~]{1,4000}$/.test(value))
      refuse(written, 'must be a text of plain ASCII characters')
    else read[name] = value
  }
  if (Object.keys(given).length > most) context.addIssue({ code: 'custom', message: `at most ${most} are allowed` })
  return read
}
