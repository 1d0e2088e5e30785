// Matches request headers and bodies against those of a fixture.
import { isDeepStrictEqual } from 'node:util'
import type { Sent } from '../mock-response.ts'

/** Compares with `contains X`, `matches REGEX`, a text with a `<placeholder>`, or the exact value. */
function isHeaderMet(wanted: string, value: string): boolean {
  if (wanted.startsWith('contains ')) return value.includes(wanted.slice('contains '.length))
  if (wanted.startsWith('matches ')) return new RegExp(wanted.slice('matches '.length)).test(value)
  const parts = wanted.split(/<[^<>]+>/)
  if (parts.length > 1) return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`).test(value)
  // A content type may be followed by its charset.
  return value === wanted || value.startsWith(`${wanted};`)
}

/** True when all headers match. Header names are case-insensitive. */
export function areHeadersMet(wanted: Readonly<Record<string, string>>, { headers }: Sent): boolean {
  return Object.entries(wanted).every(([name, value]) => isHeaderMet(value, headers[name.toLowerCase()] ?? ''))
}

/** JSON replacer that removes times, because a request at another time than the fixture's is equal. */
function withoutTime(_name: string, value: unknown): unknown {
  return /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|1\d{9}|1\d{12})$/.test(String(value)) ? '<time>' : value
}

/**
 * True when the body matches: a text exactly, any other value as JSON with times ignored. Everything matches when
 * `wanted` is undefined.
 */
export function isRequestMet(wanted: unknown, { body }: Sent): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'string') return body === wanted
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(wanted), withoutTime), JSON.parse(body, withoutTime))
  } catch {
    return false
  }
}
