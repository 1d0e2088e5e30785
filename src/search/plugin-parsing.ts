// Helpers shared by search plugins: title matching, link lists, further pages, magnets, text limits.
import { foldWords } from '../contract/fold-text.ts'
import { containsAll } from '../contract/match-words.ts'
import type { ParsedPage } from '../parsing/html.ts'
import { oneLine, truncate } from '../parsing/text.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { Io } from '../upstream/source.ts'
import { recognise } from './clouds/recognise.ts'
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

/** Whether two addresses are the same share. Ids of rows may be reused, so their links are compared. */
export function isSameShare(link: string, other: string): boolean {
  if (link === other) return true
  const share = recognise(link)
  return share !== undefined && share.key === recognise(other)?.key
}

/** Whether an address may be a share: http(s), magnet or ed2k, within the length limit. */
export function mayBeShare(href: string): boolean {
  return href.length <= maxHrefLength && /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(href)
}

const codeBehind =
  /(?:提取[码碼]|访问[码碼]|訪問[码碼]|密[码碼]|口令|passcode|password|pwd|code)\s?[:：=]?\s?([a-z0-9]{3,8})(?![a-z0-9])/i

/** The address at the start of a text, and the access code that the rest gives: `https://… （访问码：x7k9）`. */
export function splitAddress(text: string): { readonly href: string; readonly code?: string } {
  const [href = ''] = /^[!-~]*/.exec(text.trim()) ?? []
  const code = codeBehind.exec(text.trim().slice(href.length))?.[1]
  return code === undefined ? { href } : { href, code }
}

/** A text and its links without hash links, for film sites that list drives beside torrents. The places of the others stay. */
export function withoutHashLinks<Rich extends Pick<Post, 'text' | 'anchors'>>(rich: Rich): Rich {
  return {
    ...rich,
    text: rich.text.replaceAll(hashLink, (found) => ' '.repeat(found.length)),
    anchors: rich.anchors.filter(({ href }) => !/^(?:magnet:|ed2k:)/i.test(href)),
  }
}

const hashLink = /(?:magnet:\?|ed2k:\/\/)[^\s<>"']{1,6000}/gi

const refusalWords = /安全验证|人机验证|滑动验证|请完成验证|请输入验证码|Just a moment|btwaf/

/** Pages that refuse are short; going through megabytes for words takes half a second. */
const maxRefusalCharacters = 100_000

/** @throws UpstreamError `blocked` if a page without results asks for a proof or for patience. */
export function throwIfRefused(page: string): void {
  const text = page.slice(0, maxRefusalCharacters)
  const throttled = /.{0,40}(?:频繁|搜索时间间隔|只能进行一次搜索|站点忙).{0,40}/.exec(text)?.[0]
  if (throttled !== undefined)
    throw new UpstreamError('blocked', `rate limited: ${oneLine(throttled)}`, { reason: { code: 'throttled' } })
  const words = refusalWords.exec(text)?.[0]
  if (words !== undefined)
    throw new UpstreamError('blocked', `the page asks for a proof: ${words}`, { reason: { code: 'challenge' } })
}

/** @throws UpstreamError for a page that is not what it should be: as `throwIfRefused`, else `mismatch` with that message. */
export function throwUnreadable(page: ParsedPage, message: string): never {
  throwIfRefused(page.root().text())
  throw new UpstreamError('mismatch', message)
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
