// Shared parts of the JSON site mocks: responses, refusals, request parsing, fuzzy search, highlights.

import { findListings, type Listing, wordsOf } from '../corpus/listings.ts'
import type { CloudType } from '../corpus/post.ts'
import type { MockResponse, Sent } from '../mock-response.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'

/** A JSON response. */
export function json(value: unknown, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

/** The short page that a web server, not the application, sends for a status. */
export function statusText(status: number, sentence: string, headers: Record<string, string> = {}): MockResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${sentence}\n` }
}

/** The only endpoint of an API. */
export interface Door {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** The response for another path or method; undefined when the request fits the endpoint. */
export function refusalAt({ method, path }: Door, url: URL, sent: Sent): MockResponse | undefined {
  if (url.pathname !== path) return statusText(404, '404 page not found')
  return sent.method === method ? undefined : statusText(405, '405 method not allowed', { allow: method })
}

/** The value as an object; undefined for any other type. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

/** The object in a JSON body; undefined when the body is not one. */
export function readJson({ headers, body }: Sent): Readonly<Record<string, unknown>> | undefined {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return fieldsOf(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** The trimmed text; '' for any other type. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** A whole number from 1 to `most`, from a number or digits. */
export function countOf(value: unknown, most: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

/** Additional terms of a fuzzy search: each word and each Chinese character. */
function hintsOf(kw: string): string[] {
  return wordsOf(kw).flatMap((word) => [word, ...(word.match(/\p{Script=Han}/gu) ?? [])])
}

const mostStrays = 6

/**
 * Results of a fuzzy search: the exact matches, and some listings that share a character or word with the keyword or
 * are unrelated.
 */
export function findLoosely(listings: readonly Listing[], kw: string, chance: SeededRandom): readonly Listing[] {
  const hits = findListings(listings, kw)
  const hints = hintsOf(kw)
  const rest = listings.filter((listing) => !hits.includes(listing))
  const alike = rest.filter(({ title }) => hints.some((hint) => title.toLowerCase().includes(hint)))
  const strays = new Set(chance.some(alike, mostStrays))
  if (hits.length > 0) for (const stray of chance.some(rest, 2)) strays.add(stray)
  const [first, ...others] = strays
  // One inexact match comes early, so that clients cannot rely on the order.
  return [...hits.slice(0, 1), ...(first === undefined ? [] : [first]), ...hits.slice(1), ...others]
}

/** A title with tags around the matches, as search engines mark them. */
export function highlight(title: string, kw: string, tag = 'em'): string {
  const hints = hintsOf(kw).map((hint) => RegExp.escape(hint))
  return hints.length === 0 ? title : title.replaceAll(new RegExp(hints.join('|'), 'gi'), `<${tag}>$&</${tag}>`)
}

/** A site's cloud names. */
export type Names = Readonly<Partial<Record<CloudType, string>>>

/** Clouds that the URL identifies, independent of the site's name for them. */
const byAddress: readonly CloudType[] = ['baidu', 'quark', 'aliyun', 'tianyi', 'uc', '115', 'xunlei', '123']

/** The site's name for a cloud; sometimes the name of another cloud. */
export function declare(type: CloudType, names: Names, otherwise: string, chance: SeededRandom): string {
  const wrong = chance.happens(0.06)
  const name = chance.pick(Object.values(names))
  return wrong && byAddress.includes(type) ? name : (names[type] ?? otherwise)
}

/** The random source of one listing of a site, equal in every response. */
export function chanceOf(listing: Listing, site: string, seed: number): SeededRandom {
  return createSeededRandom(seed, 'row', site, listing.id)
}

/** Characters of invented share codes. */
export const codeLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
