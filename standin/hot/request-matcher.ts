// What a request must bring besides its address: headers as a fixture names them, and a body.
import { isDeepStrictEqual } from 'node:util'
import type { Sent } from '../mock-response.ts'

/** `contains X`, `matches REGEX`, a text with a `<placeholder>`, or the exact value. */
function isHeaderMet(wanted: string, value: string): boolean {
  if (wanted.startsWith('contains ')) return value.includes(wanted.slice('contains '.length))
  if (wanted.startsWith('matches ')) return new RegExp(wanted.slice('matches '.length)).test(value)
  const parts = wanted.split(/<[^<>]+>/)
  if (parts.length > 1) return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`).test(value)
  // A type may be followed by its charset.
  return value === wanted || value.startsWith(`${wanted};`)
}

/** Whether all headers are there. Their names are in any letter case. */
export function areHeadersMet(wanted: Readonly<Record<string, string>>, { headers }: Sent): boolean {
  return Object.entries(wanted).every(([name, value]) => isHeaderMet(value, headers[name.toLowerCase()] ?? ''))
}

/** Whoever asks at another time than the fixture's asks the same. */
function withoutTime(_name: string, value: unknown): unknown {
  return /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|1\d{9}|1\d{12})$/.test(String(value)) ? '<time>' : value
}

/** Whether a body says what it must: a text to the letter, any other value as JSON, in which one time is as good as another; everything does when nothing is wanted. */
export function isRequestMet(wanted: unknown, { body }: Sent): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'string') return body === wanted
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(wanted), withoutTime), JSON.parse(body, withoutTime))
  } catch {
    return false
  }
}
