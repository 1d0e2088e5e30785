// The braces of addresses, bodies and other texts of a declaration: its own words, and the date or the time of the request.
import type { PlainValue } from '../../parsing/parse-yaml.ts'
import { chinaDate } from '../../parsing/times.ts'
import { type EntryWords, encodeForUrl } from './field-selector.ts'

export type Timed<Value> = (now: Date) => Value

const dayMs = 24 * 60 * 60_000
const place = /\{([^{}]*)\}/g
const timePlace = /^(today|now)(?:([+-]\d{1,3})d?)?(?::([\w/.-]{1,20}))?$/

/** Replaces the words of an entry in a text; other braces stay. */
export function withWords(text: string, words: EntryWords): string {
  return text.replaceAll(place, (all, name: string) => words.get(name) ?? all)
}

/** An address with its braces filled in. @throws Error naming what may stand in braces, or for an invalid address. */
export function timedAddress(text: string, words: EntryWords, check: (address: string) => string): Timed<string> {
  const fill = timedText(text, words, encodeForUrl)
  check(fill(new Date(0)))
  return (now) => check(fill(now))
}

/** The body of a request: a text is a form, a map is JSON, in which a text that is one pair of braces may become a number. */
export function timedBody(value: PlainValue, words: EntryWords): Timed<string | Readonly<Record<string, unknown>>> {
  if (typeof value === 'string') return timedText(value, words, (part) => encodeURIComponent(part.toWellFormed()))
  if (!isMap(value)) throw new Error('must be a text, which is sent as a form, or a map, which is sent as JSON')
  const entries = Object.entries(value).map(([key, inside]) => [key, timedValue(inside, words)] as const)
  return (now) => Object.fromEntries(entries.map(([key, fill]) => [key, fill(now)]))
}

function timedValue(value: PlainValue, words: EntryWords): Timed<unknown> {
  if (value === null) throw new Error('is nested too deeply')
  if (typeof value === 'string') {
    const fill = timedText(value, words, (part) => part)
    const isPlace = /^\{[^{}]*\}$/.test(value)
    return (now) => {
      const text = fill(now)
      return isPlace && /^\d{1,15}$/.test(text) ? Number(text) : text
    }
  }
  if (isList(value)) {
    const fills = value.map((item) => timedValue(item, words))
    return (now) => fills.map((fill) => fill(now))
  }
  return isMap(value) ? timedBody(value, words) : () => value
}

type Encode = (value: string, isFirst: boolean) => string

function timedText(text: string, words: EntryWords, encode: Encode): Timed<string> {
  // Every second piece was in braces; braces with quotation marks are JSON within a text.
  const pieces = text.split(/\{([^{}"]*)\}/).map((piece, at) => {
    if (at % 2 === 0) return () => piece
    const word = words.get(piece)
    if (word !== undefined) return () => encode(word, at === 1 && text.startsWith('{'))
    return timeOf(piece)
  })
  return (now) => pieces.map((fill) => fill(now)).join('')
}

/** The date in China, or the time since 1970 in milliseconds or seconds. */
function timeOf(written: string): Timed<string> {
  const [, kind, days = '0', format] = timePlace.exec(written) ?? []
  const isFormat = kind === 'today' ? /^[YMD/.-]*$/.test(format ?? '') : format === undefined || format === 's'
  if (kind === undefined || !isFormat)
    throw new Error(
      'has unknown braces: {today}, {today-1:YYYYMMDD}, {now}, {now-1d:s} and the words of the entry are allowed',
    )
  const shiftMs = Number(days) * dayMs
  return (now) => {
    const at = new Date(now.getTime() + shiftMs)
    if (kind === 'now') return String(format === 's' ? Math.floor(at.getTime() / 1000) : at.getTime())
    const [year = '', month = '', day = ''] = chinaDate(at).split('-')
    return (format ?? 'YYYY-MM-DD').replace('YYYY', year).replace('MM', month).replace('DD', day)
  }
}

export function isMap(value: PlainValue | undefined): value is Readonly<Record<string, PlainValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: PlainValue | undefined): value is readonly PlainValue[] {
  return Array.isArray(value)
}
