// Mock of sousou.pro (sousou.md): hunhepan's rows over GET, with tags and a movie field.

import { type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { itemsOf } from './hunhepan-item.ts'
import { chanceOf, countOf, type Door, findLoosely, highlight, json, refusalAt } from './json-parts.ts'

/** Access codes are in `disk_pass`. */
export const sousouTaste: SiteProfile = {
  types: ['quark', 'baidu', 'aliyun', 'xunlei', 'uc', '115', 'tianyi', 'mobile', '123', 'pikpak'],
  has: 0.45,
  codes: 'beside',
  most: 3,
}

const door: Door = { method: 'GET', path: '/api.php' }
const mostRows = 100

function rowsOf(listing: Listing, seed: number) {
  const chance = chanceOf(listing, 'sousou', seed)
  return itemsOf(listing, 'sousou', seed).map((item) => ({
    ...item,
    share_user_id: '',
    rel_movie: '',
    is_mine: chance.happens(0.1),
    tags: chance.happens(0.5) ? null : listing.work.tags,
  }))
}

function refuse(): MockResponse {
  return json({ code: 400, msg: '请求失败: 参数错误', data: null })
}

/** Creates the mock of sousou's API. */
export function createSousou(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('sousou', sousouTaste, seed, now)
  const search = (params: URLSearchParams): MockResponse => {
    const q = (params.get('q') ?? '').trim()
    const page = countOf(params.get('page') ?? 1, 1000)
    const size = countOf(params.get('per_size') ?? 30, mostRows)
    const type = params.get('type') ?? ''
    if (params.get('action') !== 'search' || q === '' || page === undefined || size === undefined) return refuse()
    const chance = createSeededRandom(seed, 'sousou', q)
    const rows = findLoosely(listings, q, chance)
      .flatMap((listing) => rowsOf(listing, seed))
      .filter(({ disk_type }) => type === '' || disk_type === type)
      .map((row) => ({ ...row, disk_name: highlight(row.disk_name, q) }))
    const list = rows.slice(size * (page - 1), size * page)
    const data = { total: rows.length, per_size: size, took: chance.whole(20, 90), list: list.length > 0 ? list : null }
    return json({ code: 200, msg: '请求成功', data })
  }
  return {
    answer: (url, sent) => refusalAt(door, url, sent) ?? search(url.searchParams),
    nothingFound: () => json({ code: 200, msg: '请求成功', data: { total: 0, per_size: 30, took: 7, list: null } }),
  }
}
