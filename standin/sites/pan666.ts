// Mock of pan666.net, a forum with an open JSON:API (pan666.md): discussions, their posts, pages by offset.

import { type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { countOf, findLoosely } from './json-parts.ts'
import { hiddenPost, openPost } from './pan666-post.ts'

/** Access codes are in the URLs or in the text around them. */
export const pan666Taste: SiteProfile = {
  types: ['baidu', 'aliyun', 'tianyi', 'quark', 'xunlei', 'uc', '115', '123', 'mobile'],
  has: 0.6,
  codes: 'either',
  most: 3,
}

const path = '/api/discussions'
const mostRows = 50

/** A discussion and its best matching post; the post is absent when the forum omits it. */
interface Thread {
  readonly id: number
  readonly title: string
  readonly at: Date
  readonly postId: number
  readonly html?: string
}

function reply(value: unknown, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'application/vnd.api+json' }, body: JSON.stringify(value) }
}

function refuse(status: number, code: string): MockResponse {
  return reply({ errors: [{ status: String(status), code }] }, status)
}

function utcText(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`
}

/** The discussion of a listing, and sometimes an additional one without a result. */
function threadsOf(listing: Listing, seed: number): Thread[] {
  const { at, title } = listing
  const id = 9000 + listing.id * 2
  const thread = { id, title, at, postId: 50_000 + id * 3, html: openPost(listing, seed) }
  const odd = { id: id + 1, title: `${title} 求补档`, at, postId: 50_003 + id * 3 }
  if (listing.id % 8 === 2)
    return [thread, { ...odd, html: hiddenPost(createSeededRandom(seed, 'hidden', listing.id)) }]
  if (listing.id % 8 === 5) return [thread, odd]
  return [thread]
}

function discussionOf({ id, title, at, postId }: Thread, withPosts: boolean, seed: number) {
  const chance = createSeededRandom(seed, 'discussion', id)
  const comments = chance.whole(1, 30)
  const relationships = { mostRelevantPost: { data: { type: 'posts', id: String(postId) } } }
  return {
    type: 'discussions',
    id: String(id),
    attributes: {
      title,
      slug: String(id),
      commentCount: comments,
      participantCount: chance.whole(1, comments),
      createdAt: utcText(at),
      lastPostedAt: utcText(new Date(at.getTime() + comments * 3_600_000)),
      lastPostNumber: comments,
      isApproved: true,
    },
    ...(withPosts ? { relationships } : {}),
  }
}

function postOf({ at, postId, html }: Thread) {
  const attributes = { number: 1, createdAt: utcText(at), contentType: 'comment', contentHtml: html }
  return { type: 'posts', id: String(postId), attributes }
}

interface Asked {
  readonly q: string
  readonly include: string
  readonly limit: number
  readonly offset: number
}

function addressOf({ q, include, limit }: Asked, offset: number): string {
  const params = new URLSearchParams({ 'filter[q]': q, include, 'page[limit]': String(limit) })
  if (offset > 0) params.set('page[offset]', String(offset))
  return `https://pan666.net${path}?${params}`
}

function readAsked(params: URLSearchParams): Asked | undefined {
  const limit = countOf(params.get('page[limit]') ?? 20, 1_000_000)
  const place = params.get('page[offset]') ?? '0'
  if (limit === undefined || !/^\d{1,9}$/.test(place)) return undefined
  const q = (params.get('filter[q]') ?? '').trim()
  return { q, include: params.get('include') ?? '', limit: Math.min(limit, mostRows), offset: Number(place) }
}

function pageOf(threads: readonly Thread[], asked: Asked, seed: number): MockResponse {
  const end = asked.offset + asked.limit
  const shown = threads.slice(asked.offset, end)
  const withPosts = asked.include.split(',').includes('mostRelevantPost')
  const next = end < threads.length ? { next: addressOf(asked, end) } : {}
  return reply({
    links: { first: addressOf(asked, 0), ...next },
    data: shown.map((thread) => discussionOf(thread, withPosts, seed)),
    included: withPosts ? shown.filter(({ html }) => html !== undefined).map(postOf) : [],
  })
}

/** Creates the mock of pan666's forum. */
export function createPan666(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('pan666', pan666Taste, seed, now)
  const search = (params: URLSearchParams): MockResponse => {
    const asked = readAsked(params)
    if (asked === undefined) return refuse(400, 'invalid_parameter')
    const found = findLoosely(listings, asked.q, createSeededRandom(seed, 'pan666', asked.q))
    return pageOf(
      found.flatMap((listing) => threadsOf(listing, seed)),
      asked,
      seed,
    )
  }
  return {
    answer(url, sent) {
      if (url.pathname !== path) return refuse(404, 'not_found')
      return sent.method === 'GET' ? search(url.searchParams) : refuse(405, 'method_not_allowed')
    },
    nothingFound(url) {
      const asked = readAsked(url.searchParams) ?? { q: '', include: '', limit: 20, offset: 0 }
      return pageOf([], asked, seed)
    },
  }
}
