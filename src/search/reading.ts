// What plugins share besides reading: titles that hold the keyword, lists of links, further pages, and which title to search for.

import { fold } from '../reading/fold.ts'
import { cut } from '../reading/texts.ts'
import type { Io } from '../upstream/source.ts'
import type { Anchor, Post, SearchQuery } from './plugin.ts'
import { holdsAll, wordsOf } from './words.ts'

/** More than a page has that people wrote. */
const mostAnchors = 200
const longestHref = 2_000
const longestText = 20_000

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

/**
 * A text with as many of its words and links as a page has that people wrote. The word that the end would fall into goes whole: half an
 * address is another address.
 */
export function bounded({ text, anchors }: Pick<Post, 'text' | 'anchors'>, longest = longestText) {
  const tail = text.slice(Math.max(0, longest - longestHref), longest)
  const length = text.length <= longest ? longest : longest - (/(?<![!-~])[!-~]*$/.exec(tail)?.[0].length ?? 0)
  const kept = anchors.filter(({ end, href }) => end <= length && href.length <= longestHref)
  return { text: cut(text, length), anchors: kept.slice(0, mostAnchors) }
}
