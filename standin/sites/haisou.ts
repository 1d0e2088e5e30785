// Mock of haisou (haisou.md): a search that returns share ids, and a second step that returns the share code.

import { findLoosely, type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { CloudType } from '../corpus/post.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { highlight, notFoundPage } from './page-parts.ts'

/** The site returns bare share codes with separate access codes. */
export const haisouTaste: SiteProfile = {
  types: ['quark', 'baidu', 'aliyun', 'xunlei', 'tianyi'],
  has: 0.35,
  codes: 'beside',
  most: 4,
  spelled: /^https:\/\/(?:pan\.(?:quark\.cn|baidu\.com|xunlei\.com)\/s|www\.alipan\.com\/s|cloud\.189\.cn\/t)\/[\w-]+$/,
  bare: 0.06,
}

const pageSize = 10
const alnum = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const gibibyte = 2 ** 30

interface Row {
  readonly hsid: string
  readonly platform: string
  readonly name: string
  readonly files: number
  readonly bytes: number
  /** Result of the second step; null when it fails. */
  readonly secret: { readonly share_code: string; readonly share_pwd: string | null } | null
}

function platformOf(type: CloudType): string {
  return type === 'aliyun' ? 'ali' : type
}

function bytesOf(size: string): number {
  const amount = Number.parseFloat(size)
  return Math.round(size.includes('GB') ? amount * gibibyte : (amount * gibibyte) / 1024)
}

function rowsOf(listing: Listing, seed: number): readonly Row[] {
  const chance = createSeededRandom(seed, 'haisou', listing.id, listing.title)
  const row = (platform: string, secret: Row['secret']): Row => ({
    hsid: chance.letters(alnum, 10),
    platform,
    name: listing.title,
    files: chance.happens(0.1) ? 0 : chance.whole(1, 48),
    bytes: bytesOf(listing.work.size),
    secret,
  })
  // A listing without links is still returned: as a share that cannot be resolved, or of a drive without a URL.
  if (listing.offers.length === 0) {
    return [
      chance.happens(0.5)
        ? row('quark', null)
        : row('demo', { share_code: chance.letters(alnum, 12), share_pwd: null }),
    ]
  }
  return listing.offers.map(({ type, code, truth }) =>
    row(platformOf(type), { share_code: truth.code, share_pwd: code === '' ? null : code }),
  )
}

/** JSON in the site's format: characters special to HTML are escaped. */
function jsonAnswer(value: object): MockResponse {
  const body = JSON.stringify(value).replaceAll(
    /[<>&]/g,
    (letter) => `\\u00${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}

function refusal(code: number, msg: string): MockResponse {
  return jsonAnswer({ code, msg, data: null })
}

function pageOf(params: URLSearchParams): number {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}

function searchAnswer(rows: readonly Row[], query: string, page: number): MockResponse {
  const list = rows.slice((page - 1) * pageSize, page * pageSize).map(({ hsid, platform, name, files, bytes }) => ({
    hsid,
    platform,
    share_name: highlight(name, query, '<span class="highlight">', '</span>'),
    stat_file: files,
    stat_size: bytes,
  }))
  const pages = Math.ceil(rows.length / pageSize)
  return jsonAnswer({ code: 0, msg: null, data: { query, count: rows.length, time: 3, pages, page, list } })
}

/** Mock of haisou.cc. */
export function createHaisou(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('haisou', haisouTaste, seed, now)
  const rowsById = new Map(listings.map((listing) => [listing.id, rowsOf(listing, seed)]))
  const secrets = new Map([...rowsById.values()].flat().map(({ hsid, secret }) => [hsid, secret]))
  const search = (params: URLSearchParams): MockResponse => {
    const query = params.get('query') ?? ''
    if (query.trim() === '') return refusal(400, '缺少参数 query')
    const pan = params.get('pan')
    const rows = findLoosely(listings, query)
      .flatMap(({ id }) => rowsById.get(id) ?? [])
      .filter(({ platform }) => pan === null || pan === '' || platform === pan)
      .filter(({ files }) => params.get('filter_has_files') !== 'true' || files > 0)
    return searchAnswer(rows, query, pageOf(params))
  }
  const fetchOne = (hsid: string): MockResponse => {
    const secret = secrets.get(hsid)
    return secret === undefined || secret === null
      ? refusal(404, '分享不存在或已失效')
      : jsonAnswer({ code: 0, msg: null, data: secret })
  }
  return {
    answer({ pathname, searchParams }) {
      if (pathname === '/api/pan/share/search') return search(searchParams)
      const [, hsid] = /^\/api\/pan\/share\/([0-9a-zA-Z]{10})\/fetch$/.exec(pathname) ?? []
      return hsid === undefined ? notFoundPage() : fetchOne(hsid)
    },
    nothingFound({ pathname, searchParams }) {
      if (pathname.endsWith('/fetch')) return refusal(404, '分享不存在或已失效')
      return searchAnswer([], searchParams.get('query') ?? '', pageOf(searchParams))
    },
  }
}
