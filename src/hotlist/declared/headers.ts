// Validates the request headers of a declared list. Their values are secrets.
import type { PlainValue } from '../../parsing/parse-yaml.ts'
import { KeyError } from './key-reader.ts'
import { isMap } from './placeholders.ts'

/** Headers that the HTTP client sets, or that would break it. */
const reservedHeaders = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'x-upstream-url'],
])
const maxHeaders = 50

/** Returns the headers with lower-case names. @throws Error for an invalid one, without quoting its value. */
export function parseHeaders(given: PlainValue): Record<string, string> {
  if (!isMap(given)) throw new Error('must be a map from header names to texts')
  const read: Record<string, string> = {}
  if (Object.keys(given).length > maxHeaders) throw new Error(`at most ${maxHeaders} are allowed`)
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) throw new KeyError(written, 'is not a valid header name')
    if (reservedHeaders.has(name) || name.startsWith('proxy-'))
      throw new KeyError(written, 'is set by the service itself')
    if (Object.hasOwn(read, name)) throw new KeyError(written, 'is defined twice with different case')
    if (typeof value !== 'string' || !/^[\t -~]{1,4000}$/.test(value))
      throw new KeyError(written, 'must be a text of printable ASCII characters')
    read[name] = value
  }
  return read
}
