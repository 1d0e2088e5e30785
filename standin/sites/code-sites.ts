// Sites whose pages are not a row of items: two archives of torrents, forums with posts apart from threads, a chat.
import { findListings, findLoosely, type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import { escapeHtml, htmlPage, notFoundPage } from '../error-pages.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { namedAfter } from '../picture-hosts.ts'
import { createSeededRandom, hash } from '../seeded-random.ts'

/** Creates the mock of a site by its name. */
export type SiteMaker = (name: string, profile: SiteProfile, seed: number, now: Date) => UpstreamHandler

function json(value: object): MockResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  }
}

/** The version 1 hash of a listing's torrent; an invented one when it has none. */
function infohashOf({ id, offers: [offer] }: Listing): string {
  return (
    /^[0-9a-f]{40}$/.exec(offer?.truth.code ?? '')?.[0] ??
    createSeededRandom('infohash', id).letters('0123456789abcdef', 40)
  )
}

function itemXml(listing: Listing): string {
  const infohash = infohashOf(listing)
  const address = `https://academictorrents.com/details/${infohash}`
  return `<item><title>${escapeHtml(listing.title)}</title><category>Dataset</category><infohash>${infohash}</infohash><guid>${address}</guid><link>${address}</link><description/><size>1342177280</size></item>`
}

function catalogue(listings: readonly Listing[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:academictorrents="https://academictorrents.com" version="2.0"><channel><title>Academic Torrents</title>${listings.map(itemXml).join('')}</channel></rss>\n`
}

/** Creates the mock of academictorrents.com (academic-torrents.md): a catalogue for all searches, with conditional requests. */
function createAcademictorrents(name: string, profile: SiteProfile, seed: number, now: Date): UpstreamHandler {
  const body = catalogue(listingsOf(name, profile, seed, now))
  const headers = { 'content-type': 'application/xml; charset=utf-8', etag: `W/"${hash(body).toString(16)}"` }
  return {
    answer(url, sent) {
      if (url.pathname !== '/database.xml') return notFoundPage()
      const isKnown = sent.headers['if-none-match'] === headers.etag
      return isKnown ? { status: 304, headers, body: '' } : { status: 200, headers, body }
    },
    nothingFound: () => ({ status: 200, headers, body: catalogue([]) }),
  }
}

function docOf(listing: Listing) {
  return {
    btih: infohashOf(listing),
    // Names the picture, too.
    identifier: `${namedAfter(listing.work.title)}demo_item_${listing.id}`,
    item_size: 1_342_177_280,
    mediatype: 'data',
    publicdate: listing.at.toISOString().replace('.000Z', 'Z'),
    title: listing.title,
    collection: ['opensource'],
    licenseurl: 'https://creativecommons.org/licenses/by/4.0/',
  }
}

function docs(listings: readonly Listing[]): MockResponse {
  const response = { numFound: listings.length, start: 0, docs: listings.map(docOf) }
  return json({ responseHeader: { status: 0 }, response })
}

/** Creates the mock of archive.org (internet-archive.md): its search for all words in titles. */
function createInternetarchive(name: string, profile: SiteProfile, seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf(name, profile, seed, now)
  return {
    answer(url) {
      if (url.pathname !== '/advancedsearch.php') return notFoundPage()
      const words = [...(url.searchParams.get('q') ?? '').matchAll(/title:\(([^)]*)\)/g)].map(([, word = '']) => word)
      return docs(findListings(listings, words.join(' ')))
    },
    nothingFound: () => docs([]),
  }
}

/** A link in a text, with its access code after it. */
function lineOf({ url, code }: Listing['offers'][number]): string {
  const address = escapeHtml(url)
  return `<a href="${address}">${address}</a>${code === '' ? '' : ` 提取码：${code}`}`
}

function threads(listings: readonly Listing[]): MockResponse {
  const data = listings.map(({ id, title, at }) => ({
    type: 'discussions',
    id: String(9_000 + id),
    attributes: { title, createdAt: at.toISOString(), commentCount: 1 },
    relationships: { mostRelevantPost: { data: { type: 'posts', id: String(50_000 + id) } } },
  }))
  const included = listings.map(({ id, at, offers }) => ({
    type: 'posts',
    id: String(50_000 + id),
    attributes: {
      number: 1,
      createdAt: at.toISOString(),
      contentType: 'comment',
      contentHtml: offers.map((one) => `<p>${lineOf(one)}</p>`).join(''),
    },
  }))
  return json({ links: {}, data, included })
}

/** Creates the mock of a forum with the interface of Flarum (pan666.md): one page of threads. */
const createForum: SiteMaker = (name, profile, seed, now) => {
  const listings = listingsOf(name, profile, seed, now)
  return {
    answer({ pathname, searchParams }) {
      if (pathname !== '/api/discussions') return notFoundPage()
      const isFirst = Number(searchParams.get('page[offset]')) === 0
      return threads(isFirst ? findLoosely(listings, searchParams.get('filter[q]') ?? '') : [])
    },
    nothingFound: () => threads([]),
  }
}

function chat(listings: readonly Listing[]): MockResponse {
  const lines = listings.map(
    ({ title, offers }, at) => `${at + 1}、《${escapeHtml(title)}》<br>${offers.map(lineOf).join('<br>')}<br>`,
  )
  return htmlPage(`<div class="message system"><div class="bubble">为您找到：<br>${lines.join('')}</div></div>`)
}

/** Creates the mock of a chat that lists everything in one message (duanjuw.md). */
const createChat: SiteMaker = (name, profile, seed, now) => {
  const listings = listingsOf(name, profile, seed, now)
  return {
    answer: ({ searchParams }) => chat(findLoosely(listings, searchParams.get('q') ?? '')),
    nothingFound: () => chat([]),
  }
}

/** The sites that are not made of their fixtures, by the name of their plugin. */
export const codeSites: Readonly<Record<string, SiteMaker>> = {
  academictorrents: createAcademictorrents,
  internetarchive: createInternetarchive,
  pan666: createForum,
  quark4k: createForum,
  dyyj: createForum,
  duanjuw: createChat,
}
