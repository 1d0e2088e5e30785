// What the players of JSON sites share: envelopes, refusals, reading what was asked, loose searches, highlights.

import { findListings, type Listing, wordsOf } from '../corpus/listings.ts'
import type { CloudType } from '../corpus/post.ts'
import type { MockResponse, Sent } from '../mock-response.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'

/** A JSON answer. */
export function json(value: unknown, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

/** The short page a web server writes for a status that is not the application's. */
export function statusText(status: number, sentence: string, headers: Record<string, string> = {}): MockResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${sentence}\n` }
}

/** The one door of an API. */
export interface Door {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** What a knock at another door, or with another method, is answered. */
export function refusalAt({ method, path }: Door, url: URL, sent: Sent): MockResponse | undefined {
  if (url.pathname !== path) return statusText(404, '404 page not found')
  return sent.method === method ? undefined : statusText(405, '405 method not allowed', { allow: method })
}

/** The object in a value, or nothing. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

/** The object in a body that was sent as JSON, or nothing. */
export function readJson({ headers, body }: Sent): Readonly<Record<string, unknown>> | undefined {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return fieldsOf(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** A trimmed text, '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** A whole number from 1 to `most`, as a number or as digits. */
export function countOf(value: unknown, most: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

/** What a loose search also goes by: each word and each Chinese character by itself. */
function hintsOf(kw: string): string[] {
  return wordsOf(kw).flatMap((word) => [word, ...(word.match(/\p{Script=Han}/gu) ?? [])])
}

const mostStrays = 6

/** What a fuzzy site finds: the listings that are meant, and some that share a character or word, or nothing at all. */
export function findLoosely(listings: readonly Listing[], kw: string, chance: SeededRandom): readonly Listing[] {
  const hits = findListings(listings, kw)
  const hints = hintsOf(kw)
  const rest = listings.filter((listing) => !hits.includes(listing))
  const alike = rest.filter(({ title }) => hints.some((hint) => title.toLowerCase().includes(hint)))
  const strays = new Set(chance.some(alike, mostStrays))
  if (hits.length > 0) for (const stray of chance.some(rest, 2)) strays.add(stray)
  const [first, ...others] = strays
  // One stands high up, so that nobody can trust the order.
  return [...hits.slice(0, 1), ...(first === undefined ? [] : [first]), ...hits.slice(1), ...others]
}

/** A title with tags around what was searched for, as search software marks it. */
export function highlight(title: string, kw: string, tag = 'em'): string {
  const hints = hintsOf(kw).map((hint) => RegExp.escape(hint))
  return hints.length === 0 ? title : title.replaceAll(new RegExp(hints.join('|'), 'gi'), `<${tag}>$&</${tag}>`)
}

/** A site's names for clouds. */
export type Names = Readonly<Partial<Record<CloudType, string>>>

/** Clouds that can be told by the address, whatever the site calls them. */
const byAddress: readonly CloudType[] = ['baidu', 'quark', 'aliyun', 'tianyi', 'uc', '115', 'xunlei', '123']

/** What a site calls a cloud, now and then with the name of another one. */
export function declare(type: CloudType, names: Names, otherwise: string, chance: SeededRandom): string {
  const wrong = chance.happens(0.06)
  const name = chance.pick(Object.values(names))
  return wrong && byAddress.includes(type) ? name : (names[type] ?? otherwise)
}

/** The chance that belongs to one listing of a site, wherever it is shown. */
export function chanceOf(listing: Listing, site: string, seed: number): SeededRandom {
  return createSeededRandom(seed, 'row', site, listing.id)
}

/** Letters and digits of made-up share codes. */
export const codeLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
