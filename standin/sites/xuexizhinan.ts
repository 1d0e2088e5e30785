// Mock of xuexizhinan (xuexizhinan.md): a WordPress film site with magnets, Quark links and a few others.

import { findLoosely, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { UpstreamHandler } from '../mock-response.ts'
import { htmlPage, notFoundPage } from './page-parts.ts'
import { bookPage, cardsPage, firstBookId } from './xuexizhinan-pages.ts'

/** Magnets by their version 1 hash; drives without access codes. */
export const xuexizhinanTaste: SiteProfile = {
  types: ['magnet', 'quark', 'aliyun', 'uc'],
  has: 0.5,
  codes: 'never',
  most: 3,
  prefers: 'magnet',
  spelled: /^magnet:\?xt=urn:btih:|^https:\/\/(?:pan\.quark\.cn|www\.alipan\.com|drive\.uc\.cn)\/s\//,
  bare: 0.04,
}

/** Mock of xuexizhinan.com. */
export function createXuexizhinan(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('xuexizhinan', xuexizhinanTaste, seed, now)
  return {
    answer({ pathname, searchParams }) {
      const kw = searchParams.get('s') ?? ''
      const isSearch = pathname === '/' && searchParams.get('post_type') === 'book'
      if (isSearch) return htmlPage(cardsPage(kw, findLoosely(listings, kw)))
      const [, book] = /^\/book\/(\d{1,9})\.html$/.exec(pathname) ?? []
      const listing = listings.find(({ id }) => id === Number(book) - firstBookId)
      return listing === undefined ? notFoundPage() : htmlPage(bookPage(listing))
    },
    nothingFound({ searchParams }) {
      return htmlPage(cardsPage(searchParams.get('s') ?? 'demo', []))
    },
  }
}
