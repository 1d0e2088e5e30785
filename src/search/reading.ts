// What plugins share in reading foreign replies: times, titles, lists of links, further pages; and which title to search for.
import { createHash } from 'node:crypto'
import { UpstreamError } from '../upstream/errors.ts'
import type { Io } from '../upstream/source.ts'
import type { Anchor, Post, SearchQuery } from './plugin.ts'
import { richText } from './rich-text.ts'
import { fold, holdsAll, wordsOf } from './words.ts'

/** More than a page has that people wrote. */
const mostAnchors = 200
const longestHref = 2_000
const longestText = 20_000

/** China keeps one time all year, eight hours before UTC. */
const chinaOffset = '+08:00'
const chinaOffsetMs = 8 * 60 * 60_000

const dateTime = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?/
/** What makes another time of the one before it: further digits, a zone, half a day. */
const goesOn = /^(?:\d|[T:./]\d|\s*(?:[+-]\d|(?:[Zz]|UTC|GMT|[A-Z]{2,4}T|[AaPp][Mm])(?![A-Za-z])))/

/**
 * Reads `YYYY-MM-DD HH:mm:ss` as China time, which is what sites without a zone mean; a date alone is its midnight.
 * Words may follow. Undefined for anything else, for times with a zone, and for days that no calendar has.
 */
export function chinaTime(text: string | null | undefined): Date | undefined {
  const match = dateTime.exec(text ?? '')
  if (!match || goesOn.test((text ?? '').slice(match[0].length))) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] = match
  const two = (part: string) => part.padStart(2, '0')
  const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
  return isOfCalendar(local) ? new Date(`${local}${chinaOffset}`) : undefined
}

/** `2026-02-31T00:00:00` would become a time in March. */
function isOfCalendar(local: string): boolean {
  const at = new Date(`${local}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local)
}

/** The hour it is in China, from 0 to 23. */
export function chinaHour(at: Date): number {
  return new Date(at.getTime() + chinaOffsetMs).getUTCHours()
}

/** Reads a time with its zone (RFC 3339); undefined for anything else, and for days that no calendar has. */
export function zonedTime(text: string | null | undefined): Date | undefined {
  const zoned = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/
  const local = zoned.exec(text ?? '')?.[1]
  if (local === undefined || !isOfCalendar(local)) return undefined
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** A title without the tags that mark hits in it, on one line. */
export function titleText(html: string): string {
  return oneLine(richText(html).text)
}

/** A text with each of its blanks and breaks as one blank, and none around it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Do all words of the keyword stand in the title? For upstreams that answer with what only resembles it. */
export function isTitled(title: string, kw: string): boolean {
  return holdsAll(fold(title), wordsOf(kw))
}

/** Links that an upstream lists apart from any text, each with what it says of it. */
export function listed(links: readonly Omit<Anchor, 'start' | 'end'>[]): Anchor[] {
  return links.map((link) => ({ start: 0, end: 0, ...link }))
}

/** An address that may be a share: of the web, or of a file network, and no longer than any. */
export function mayBeShare(href: string): boolean {
  return href.length <= longestHref && /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(href)
}

/** Words in their order, each once and none empty. */
export function distinct(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '')
}

/** The first item of each id, in their order. */
export function eachOnce<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  const seen = new Map<string, Item>()
  for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item)
  return [...seen.values()]
}

/**
 * The first page of a list and those after it, up to `count` in all; the first one tells how many there are, the others are asked
 * together by their index and may fail.
 */
export function withFurther<T>(io: Io, first: T, count: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  const further = Array.from({ length: Math.max(0, count - 1) }, (_, index) => ask(index + 1))
  return io.some([Promise.resolve(first), ...further])
}

/** What an English index is searched for: the English title where the query has one. */
export function englishTitle({ kw, ext }: SearchQuery): string {
  return typeof ext.title_en === 'string' && ext.title_en.trim() !== '' ? ext.title_en : kw
}

/** The magnet of an info hash (40 hex), with a name and trackers. */
export function magnetOf(infoHash: string, name: string, trackers: readonly string[]): string {
  const parts = [`dn=${encodeURIComponent(name)}`, ...trackers.map((tracker) => `tr=${encodeURIComponent(tracker)}`)]
  return `magnet:?xt=urn:btih:${infoHash.toLowerCase()}&${parts.join('&')}`
}

/** An id for what its upstream gives none: the same for the same link. */
export function hashOf(link: string): string {
  return createHash('sha256').update(link).digest('hex').slice(0, 16)
}

const throttled = /频繁|频率|过快|太快|限流|too[ _]?many|rate[ _]?limit/i
const closed = /繁忙|维护|闭关|关闭|稍后|busy|closed|maintenance|unavailable/i

/** A search interface's error reply as a failure; `said` is its words, `code` its number where it gives one. */
export function refused(said: string, code?: number): UpstreamError {
  const quote = [...oneLine(said)].slice(0, 80).join('')
  const numbered = code === undefined ? 'answered with an error' : `answered with code ${code}`
  return new UpstreamError(refusalKind(said, code ?? 0), quote === '' ? numbered : `${numbered}: ${quote}`)
}

function refusalKind(said: string, code: number): 'blocked' | 'unavailable' | 'mismatch' {
  if (code === 401 || code === 403 || code === 429 || throttled.test(said)) return 'blocked'
  return (code >= 500 && code < 600) || closed.test(said) ? 'unavailable' : 'mismatch'
}

/** A number of bytes for people: `12.5 GB`, by 1024. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${units[step]}`
}

/** A text of at most `length` UTF-16 units, an ellipsis in place of what was cut. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}

/**
 * A text with as many of its words and links as a page has that people wrote. The word that the end would fall into goes whole: half an
 * address is another address.
 */
export function bounded({ text, anchors }: Pick<Post, 'text' | 'anchors'>, longest = longestText) {
  const tail = text.slice(Math.max(0, longest - longestHref), longest)
  const length = text.length <= longest ? longest : longest - (/[!-~]*$/.exec(tail)?.[0].length ?? 0)
  const kept = anchors.filter(({ end, href }) => end <= length && href.length <= longestHref)
  return { text: cut(text, length), anchors: kept.slice(0, mostAnchors) }
}
