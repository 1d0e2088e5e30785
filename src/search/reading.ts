// What plugins share in reading foreign replies: times, titles, lists of links.
import { createHash } from 'node:crypto'
import { UpstreamError } from '../upstream/errors.ts'
import type { Anchor } from './plugin.ts'
import { richText } from './rich-text.ts'
import { fold, holdsAll, wordsOf } from './words.ts'

/** China keeps one time all year, eight hours before UTC. */
const chinaOffset = '+08:00'

const dateTime = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/

/**
 * Reads `YYYY-MM-DD HH:mm:ss` as China time, which is what sites without a zone mean; a date alone is its midnight.
 * Undefined for anything else, and for days that no calendar has.
 */
export function chinaTime(text: string | null | undefined): Date | undefined {
  const match = dateTime.exec(text ?? '')
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] = match
  const two = (part: string) => part.padStart(2, '0')
  const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
  const at = new Date(`${local}${chinaOffset}`)
  // `2026-02-31` would become a day in March.
  const isReal = !Number.isNaN(at.getTime()) && new Date(`${local}Z`).toISOString().startsWith(local)
  return isReal ? at : undefined
}

/** Reads a time with its zone (RFC 3339); undefined for anything else. */
export function zonedTime(text: string | null | undefined): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/.test(text ?? '')) return undefined
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** A title without the tags that mark hits in it, on one line. */
export function titleText(html: string): string {
  return richText(html).text.replaceAll(/\s+/g, ' ')
}

/** Do all words of the keyword stand in the title? For upstreams that answer with what only resembles it. */
export function isTitled(title: string, kw: string): boolean {
  return holdsAll(fold(title), wordsOf(kw))
}

/** Links that an upstream lists apart from any text, each with what it says of it. */
export function listed(links: readonly Omit<Anchor, 'start' | 'end'>[]): Anchor[] {
  return links.map((link) => ({ start: 0, end: 0, ...link }))
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

const throttled = /频繁|过快|太快|限流|too[ _]?many|rate[ _]?limit/i
const closed = /繁忙|维护|闭关|关闭|稍后|busy|closed|maintenance|unavailable/i

/** A search interface's error reply as a failure; `said` is its words, `code` its number where it gives one. */
export function refused(said: string, code?: number): UpstreamError {
  const quote = [...said.replaceAll(/\s+/g, ' ').trim()].slice(0, 80).join('')
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
