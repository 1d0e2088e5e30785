// Helpers shared by search plugins: title matching, link lists, further pages, magnets, text limits.

import { fold } from '../reading/fold.ts'
import { cut } from '../reading/texts.ts'
import type { Io } from '../upstream/source.ts'
import type { Anchor, Post, SearchQuery } from './plugin.ts'
import { holdsAll, wordsOf } from './words.ts'

/** More than any page written by people has. */
const mostAnchors = 200
const longestHref = 2_000
const longestText = 20_000

/** Whether the title contains all words of the keyword. For upstreams that also return merely similar titles. */
export function isTitled(title: string, kw: string): boolean {
  return holdsAll(fold(title), wordsOf(kw))
}

/** Anchors for links that an upstream lists separately from any text. */
export function listed(links: readonly Omit<Anchor, 'start' | 'end'>[]): Anchor[] {
  return links.map((link) => ({ start: 0, end: 0, ...link }))
}

/** Whether an address may be a share: http(s), magnet or ed2k, within the length limit. */
export function mayBeShare(href: string): boolean {
  return href.length <= longestHref && /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(href)
}

/** The first page of a list and the pages after it, up to `count` in all. Further pages are requested concurrently by index and may fail. */
export function withFurther<T>(io: Io, first: T, count: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  const further = Array.from({ length: Math.max(0, count - 1) }, (_, index) => ask(index + 1))
  return io.some([Promise.resolve(first), ...further])
}

/** The keyword for an English index: `ext.title_en` if set, else the keyword. */
export function englishTitle({ kw, ext }: SearchQuery): string {
  return typeof ext.title_en === 'string' && ext.title_en.trim() !== '' ? ext.title_en : kw
}

/** The magnet URI of an info hash (40 hex digits), with a name and trackers. */
export function magnetOf(infoHash: string, name: string, trackers: readonly string[]): string {
  const parts = [`dn=${encodeURIComponent(name)}`, ...trackers.map((tracker) => `tr=${encodeURIComponent(tracker)}`)]
  return `magnet:?xt=urn:btih:${infoHash.toLowerCase()}&${parts.join('&')}`
}

/** Truncates a text and its links to the limits. A word at the cut is dropped whole: half an address is another address. */
export function bounded({ text, anchors }: Pick<Post, 'text' | 'anchors'>, longest = longestText) {
  const tail = text.slice(Math.max(0, longest - longestHref), longest)
  const length = text.length <= longest ? longest : longest - (/(?<![!-~])[!-~]*$/.exec(tail)?.[0].length ?? 0)
  const kept = anchors.filter(({ end, href }) => end <= length && href.length <= longestHref)
  return { text: cut(text, length), anchors: kept.slice(0, mostAnchors) }
}
