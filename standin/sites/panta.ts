// Mock of panta (panta.md): a forum whose lists and threads contain mostly China Mobile cloud links.

import { findLoosely, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { UpstreamHandler } from '../mock-response.ts'
import { htmlPage, notFoundPage } from './page-parts.ts'
import { firstTopicId, searchPage, threadPage } from './panta-pages.ts'

const hosts = [
  String.raw`pan\.baidu\.com/s/`,
  String.raw`pan\.quark\.cn/s/`,
  String.raw`(?:www\.)?(?:aliyundrive|alipan)\.com/s/`,
  String.raw`pan\.xunlei\.com/s/`,
  String.raw`cloud\.189\.cn/t/`,
  String.raw`(?:www\.)?caiyun\.139\.com/[mw]/i\?`,
  String.raw`drive\.uc\.cn/s/`,
  String.raw`115\.com/s/`,
  String.raw`mypikpak\.com/s/`,
]

/** Mostly mobile; access codes in the URL or in the text after it. */
export const pantaTaste: SiteProfile = {
  types: ['mobile', 'baidu', 'quark', 'tianyi', 'xunlei', 'aliyun', 'uc', '115', 'pikpak'],
  has: 0.6,
  codes: 'either',
  most: 2,
  prefers: 'mobile',
  spelled: new RegExp(`^https?://(?:${hosts.join('|')})`),
  bare: 0.04,
}

/** Mock of www.91panta.cn. */
export function createPanta(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('panta', pantaTaste, seed, now)
  return {
    answer({ pathname, searchParams }) {
      const kw = searchParams.get('keyword') ?? ''
      if (pathname === '/search') return htmlPage(searchPage(kw, findLoosely(listings, kw)))
      const topic = Number(searchParams.get('topicId')) - firstTopicId
      const listing = pathname === '/thread' ? listings.find(({ id }) => id === topic) : undefined
      return listing === undefined ? notFoundPage() : htmlPage(threadPage(listing))
    },
    nothingFound({ searchParams }) {
      return htmlPage(searchPage(searchParams.get('keyword') ?? 'demo', []))
    },
  }
}
