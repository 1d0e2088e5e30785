// A site as its sheet's sample shows it: a search, perhaps pages of its items, refusals; titles and shares are of the corpus.
import { findListings, type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { decodePart, htmlPage, notFoundPage } from './page-parts.ts'

/** One entry of a site. */
export interface Entry {
  readonly id: number
  readonly title: string
  readonly at: Date
  /** Addresses with their access codes inside. */
  readonly links: readonly string[]
}

/** A path that may hold a keyword or an id, and what is sent there. */
export interface Route {
  readonly method?: 'GET' | 'POST'
  /** Matched with path and query; its group is the keyword or the id. */
  readonly path: RegExp
}

export interface SiteTemplate {
  readonly name: string
  readonly hosts: readonly string[]
  /** The search; `keyword` reads its body, or what its path has in another encoding. */
  readonly search: Route
  keyword?(sent: Sent, written: string): string
  list(entries: readonly Entry[], kw: string): MockResponse
  /** The page of an item, or an interface for its links. */
  readonly item?: Route & { answer(entry: Entry): MockResponse }
  /** Pages that are the same for everybody. */
  readonly fixed?: Readonly<Record<string, MockResponse>>
  /** What the site says in place of a list to the keyword `refusedKeyword`. */
  readonly refusal?: MockResponse
}

/** A search for it is refused in the words of the site. */
export const refusedKeyword = '演示拒绝'

/** The clouds of all these sites; codes stand inside the addresses. */
export const templateTaste: SiteProfile = {
  types: ['quark', 'baidu', 'uc', 'xunlei'],
  has: 0.25,
  codes: 'inside',
  most: 2,
}

const firstId = 9_000
const mostEntries = 10

function entryOf({ id, title, at, offers }: Listing): Entry {
  return { id: firstId + id, title, at, links: offers.map(({ url }) => url) }
}

function groupOf({ method = 'GET', path }: Route, url: URL, sent: Sent): string | undefined {
  if (sent.method !== method) return undefined
  const found = path.exec(url.pathname + url.search)
  return found ? (found[1] ?? '') : undefined
}

/** Creates the mock of a site with its own listings. */
export function createTemplateSite(site: SiteTemplate, seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf(site.name, templateTaste, seed, now)
  const byId = new Map(listings.map((listing) => [String(firstId + listing.id), entryOf(listing)]))
  return {
    answer(url, sent) {
      const searched = groupOf(site.search, url, sent)
      if (searched !== undefined) {
        const kw = site.keyword ? site.keyword(sent, searched) : decodePart(searched)
        if (kw === refusedKeyword) return site.refusal ?? htmlPage('<title>安全验证</title>', 403)
        return site.list(findListings(listings, kw).slice(0, mostEntries).map(entryOf), kw)
      }
      const entry = site.item && byId.get(groupOf(site.item, url, sent) ?? '')
      if (entry) return site.item?.answer(entry) ?? notFoundPage()
      return site.fixed?.[url.pathname] ?? notFoundPage()
    },
    nothingFound: () => site.list([], 'demo'),
  }
}
