// Helpers shared by search plugins: title matching, link lists, further pages, magnets, text limits.
import { foldWords } from '../contract/fold-text.ts'
import { containsAll } from '../contract/match-words.ts'
import { truncate } from '../parsing/text.ts'
import type { Io } from '../upstream/source.ts'
import type { Anchor, Post, SearchQuery } from './plugin.ts'
import { splitKeyword } from './posts/keyword-match.ts'

/** More than any page written by people has. */
const maxAnchors = 200
const maxHrefLength = 2_000
const maxTextLength = 20_000

/** Whether the title contains all words of the keyword. For upstreams that also return merely similar titles. */
export function titleHasKeyword(title: string, kw: string): boolean {
  return containsAll(foldWords(title), splitKeyword(kw))
}

/** Anchors for links that an upstream lists separately from any text. */
export function anchorList(links: readonly Omit<Anchor, 'start' | 'end'>[]): Anchor[] {
  return links.map((link) => ({ start: 0, end: 0, ...link }))
}

/** Whether an address may be a share: http(s), magnet or ed2k, within the length limit. */
export function mayBeShare(href: string): boolean {
  return href.length <= maxHrefLength && /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(href)
}

/** The first page of a list and the pages after it, up to `count` in all. Further pages are requested concurrently by index and may fail. */
export function withMorePages<T>(io: Io, first: T, count: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  const further = Array.from({ length: Math.max(0, count - 1) }, (_, index) => ask(index + 1))
  return io.some([Promise.resolve(first), ...further])
}

/** The keyword for an English index: `ext.title_en` if set, else the keyword. */
export function englishTitle({ kw, ext }: SearchQuery): string {
  return typeof ext.title_en === 'string' && ext.title_en.trim() !== '' ? ext.title_en : kw
}

/** The fields with a value as one text: `name: value`, with `separator` between them. */
export function labelled(fields: Readonly<Record<string, string>>, separator: string): string {
  const known = Object.entries(fields).filter(([, value]) => value !== '')
  return known.map(([name, value]) => `${name}: ${value}`).join(separator)
}

/** The magnet URI of an info hash (40 hex digits), with a name and trackers. */
export function magnetOf(infoHash: string, name: string, trackers: readonly string[]): string {
  const parts = [`dn=${encodeURIComponent(name)}`, ...trackers.map((tracker) => `tr=${encodeURIComponent(tracker)}`)]
  return `magnet:?xt=urn:btih:${infoHash.toLowerCase()}&${parts.join('&')}`
}

/** Truncates a text and its links to the limits. A word at the cut is dropped whole: half an address is another address. */
export function limitText({ text, anchors }: Pick<Post, 'text' | 'anchors'>, maxLength = maxTextLength) {
  const tail = text.slice(Math.max(0, maxLength - maxHrefLength), maxLength)
  const length = text.length <= maxLength ? maxLength : maxLength - (/(?<![!-~])[!-~]*$/.exec(tail)?.[0].length ?? 0)
  const limited = anchors.filter(({ end, href }) => end <= length && href.length <= maxHrefLength)
  return { text: truncate(text, length), anchors: limited.slice(0, maxAnchors) }
}
