// Mock of a MacCMS film site with the DYXS2 template (labi.md, duoduo.md): search by path, list and detail pages.

import { findLoosely, type Listing, listingsOf } from '../corpus/listings.ts'
import type { UpstreamHandler } from '../mock-response.ts'
import { detailPage } from './maccms-detail.ts'
import { closedPage, listPage, throttledPage } from './maccms-list.ts'
import type { MaccmsSite } from './maccms-site.ts'
import { decodePart, htmlPage, notFoundPage } from './page-parts.ts'

/** "Template page size is usually 10–20" (labi.md). */
const pageSize = 20

/** This keyword always returns the verification form of a busy site, with status 200. */
const throttledKeyword = 'toofast'

function isClosed({ closed }: MaccmsSite, now: Date): boolean {
  if (closed === undefined) return false
  const hour = (now.getUTCHours() + 8) % 24
  return hour >= closed[0] && hour < closed[1]
}

interface Search {
  readonly kw: string
  readonly page: number
}

function searchOf({ pathname, searchParams }: URL): Search | undefined {
  // One of the sites has another address of its search.
  if (/^\/vodsearch\/-+\.html$/.test(pathname)) return { kw: searchParams.get('wd') ?? '', page: 1 }
  const found = /^\/index\.php\/vod\/search\/wd\/([^/]*?)(?:\/page\/(\d{1,6}))?\.html$/.exec(pathname)
  if (found === null) return undefined
  const [, wd = '', page = '1'] = found
  return { kw: decodePart(wd), page: Math.max(1, Number(page)) }
}

function detailIdOf(pathname: string): number | undefined {
  const [, id] = /^\/index\.php\/vod\/detail\/id\/(\d{1,9})\.html$/.exec(pathname) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Creates the mock of a site on this template with the listings of its profile. */
export function createMaccms(site: MaccmsSite, seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf(site.name, site.taste, seed, now)
  const byId = new Map<number, Listing>(listings.map((listing) => [site.firstId + listing.id, listing]))
  const search = ({ kw, page }: Search) => {
    if (kw === throttledKeyword) return htmlPage(throttledPage(site))
    const found = findLoosely(listings, kw)
    const rows = found.slice((page - 1) * pageSize, page * pageSize)
    return htmlPage(listPage(site, rows, { kw, page, pages: Math.ceil(found.length / pageSize) }))
  }
  return {
    answer(url) {
      if (isClosed(site, now)) return htmlPage(closedPage(site))
      const wanted = searchOf(url)
      if (wanted !== undefined) return search(wanted)
      const listing = byId.get(detailIdOf(url.pathname) ?? -1)
      return listing === undefined ? notFoundPage() : htmlPage(detailPage(site, listing, listings))
    },
    nothingFound(url) {
      const kw = searchOf(url)?.kw ?? 'demo'
      return htmlPage(listPage(site, [], { kw, page: 1, pages: 0 }))
    },
  }
}
