// Mock of pansearch (pansearch.md): a page with the build id, and data under a path with that id.

import { chinaText, findLoosely, type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { CloudType } from '../corpus/post.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { factsOf, posterOf } from './film-facts.ts'
import { escapeHtml, highlight, htmlPage, notFoundPage } from './page-parts.ts'

/** Access codes only inside URLs; some entries have two links. */
export const pansearchTaste: SiteProfile = {
  types: ['aliyun', 'quark', 'baidu', 'xunlei'],
  has: 0.5,
  codes: 'inside',
  most: 2,
  spelled: /^https:\/\/(?:www\.(?:alipan|aliyundrive)\.com|pan\.quark\.cn|pan\.baidu\.com|pan\.xunlei\.com)\/s\//,
  bare: 0.03,
}

const pageSize = 10
const firstId = 410_000

function panName(type: CloudType | undefined): string {
  return type === 'aliyun' ? 'aliyundrive' : (type ?? 'quark')
}

/** The HTML fragment of one entry; the site marks hits in single quotes. */
function contentOf(listing: Listing, kw: string): string {
  const { work, title, offers } = listing
  const chance = createSeededRandom('pansearch', listing.id, title)
  const marked = (text: string) => highlight(text, kw, "<span class='highlight-keyword'>", '</span>')
  const links = offers.map(({ url }) => {
    const shown = escapeHtml(url)
    return `链接：<a class="resource-link" target="_blank" href="${shown}">${shown}</a>`
  })
  const about = chance.happens(0.8) ? [`描述：${marked(factsOf(work).plot)}`] : []
  const more = chance.happens(0.5)
    ? [`📁 大小：${work.size}`, `🏷 标签：${work.tags.map((tag) => `#${tag}`).join(' ')}`]
    : []
  return [`名称：${marked(title)}`, ...about, ...links, ...more].join(chance.pick(['\n', '\n\n']))
}

function entryOf(listing: Listing, kw: string): object {
  const [first] = listing.offers
  return {
    id: firstId + listing.id,
    content: contentOf(listing, kw),
    pan: panName(first?.type),
    image: listing.id % 3 === 0 ? posterOf(firstId + listing.id) : '',
    time: `${chinaText(listing.at).replace(' ', 'T')}+08:00`,
  }
}

function dataAnswer(found: readonly Listing[], kw: string, offset: number): MockResponse {
  const rows = found.slice(offset, offset + pageSize)
  const data = { total: found.length, data: rows.map((row) => entryOf(row, kw)), time: 3 }
  const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-cache, no-store, max-age=0' }
  const body = JSON.stringify({ pageProps: { data, limit: pageSize, isMobile: false }, __N_SSP: true })
  return { status: 200, headers, body }
}

function homePage(build: string): MockResponse {
  const next = { props: { pageProps: {} }, page: '/search', query: {}, buildId: build, isFallback: false, gssp: true }
  return htmlPage(
    `<!DOCTYPE html><html><head><meta charSet="utf-8"/><title>PanSearch 演示</title><link rel="preload" href="/_next/static/css/demo.css" as="style"/><script defer="" src="/_next/static/chunks/main-demo.js"></script><script src="/_next/static/${build}/_buildManifest.js" defer=""></script></head><body><div id="__next"><main><form action="/search"><input name="keyword"/></form></main></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(next)}</script></body></html>`,
  )
}

function offsetOf(params: URLSearchParams): number {
  const offset = params.get('offset') ?? ''
  return /^\d{1,6}$/.test(offset) ? Number(offset) : 0
}

/** Mock of www.pansearch.me. The build id is constant, so any other is stale. */
export function createPansearch(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('pansearch', pansearchTaste, seed, now)
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'
  const build = `dEmO${createSeededRandom(seed, 'pansearch', 'build').letters(alphabet, 17)}`
  const dataPath = `/_next/data/${build}/search.json`
  return {
    answer({ pathname, searchParams }) {
      if (pathname === '/search' || pathname === '/') return homePage(build)
      if (pathname !== dataPath) return notFoundPage()
      const kw = searchParams.get('keyword') ?? ''
      return dataAnswer(findLoosely(listings, kw), kw, offsetOf(searchParams))
    },
    nothingFound({ pathname }) {
      return pathname.startsWith('/_next/') ? dataAnswer([], '', 0) : homePage(build)
    },
  }
}
