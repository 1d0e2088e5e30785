// Mock of woog.nxog.eu.org, a film library with an open API (wanou.md): drives and URLs in lists joined by `$$$`.

import { chinaText, findListings, type Listing, listingsOf, type Offer, type SiteProfile } from '../corpus/listings.ts'
import { englishFirst, englishSecond, sentences } from '../corpus/vocabulary.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { posterOf } from './film-facts.ts'
import { chanceOf, codeLetters, countOf, declare, json, type Names, refusalAt } from './json-parts.ts'
import { escapeHtml } from './page-parts.ts'

/** Access codes are only inside URLs. */
export const wanouTaste: SiteProfile = {
  types: ['baidu', 'quark', 'uc', 'aliyun', 'xunlei', 'tianyi', '115', 'mobile', '123', 'pikpak', 'others'],
  has: 0.4,
  codes: 'inside',
  most: 5,
}

const rowsOnPage = 20

const driveCodes: Names = {
  baidu: 'bd',
  quark: 'KG',
  uc: 'UC',
  aliyun: 'ALY',
  xunlei: 'XL',
  tianyi: 'TY',
  '115': '115',
  mobile: 'MB',
  '123': '123',
  pikpak: 'PK',
}

function codeOf({ type, url }: Offer, chance: SeededRandom): string {
  if (type !== 'others') {
    const name = declare(type, driveCodes, 'LZ', chance)
    return chance.happens(0.3) ? name.toLowerCase() : name
  }
  if (url.includes('lanzou')) return 'LZ'
  if (url.includes('weiyun')) return 'WY'
  return url.includes('jianguoyun') ? 'JGY' : 'QT'
}

/**
 * The four download fields, each with the same number of positions; some have no URL, occasionally one is unrelated.
 */
function downloads({ id, offers }: Listing, chance: SeededRandom) {
  const rows = offers.map((offer) => ({ from: codeOf(offer, chance), url: offer.url }))
  if (id % 7 === 2) rows.unshift({ from: 'bd', url: '' })
  if (id % 7 === 4) rows.push({ from: 'XX', url: `https://drive.example.org/s/${chance.letters(codeLetters, 10)}` })
  return {
    vod_down_from: rows.map(({ from }) => from).join('$$$'),
    vod_down_server: rows.map(() => 'no').join('$$$'),
    vod_down_note: rows.map(() => '').join('$$$'),
    vod_down_url: rows.map(({ url }) => url).join('$$$'),
  }
}

interface Film {
  readonly listing: Listing
  readonly alias: string
  readonly vod: Readonly<Record<string, string | number | null>>
}

/** The fields of a list without details. */
const shortFields = ['vod_id', 'vod_name', 'vod_en', 'type_name', 'vod_time', 'vod_remarks'] as const

function filmOf(listing: Listing, seed: number): Film {
  const chance = chanceOf(listing, 'wanou', seed)
  const { work, title, at } = listing
  const alias = chance.happens(0.5) ? `${chance.pick(englishFirst)} ${chance.pick(englishSecond)}` : ''
  const blurb = chance.pick(sentences)
  const vodId = 90_000 + listing.id
  const vod = {
    vod_id: vodId,
    vod_name: title,
    vod_sub: alias,
    vod_en: chance.letters('aeghinuz', 10),
    type_name: work.tags[0] ?? '',
    vod_actor: chance.some(['乙', '丙', '丁', '戊'], chance.whole(0, 3)).join(','),
    vod_director: chance.pick(['甲导', '']),
    vod_blurb: blurb,
    vod_content: `<p>${escapeHtml(blurb)}&nbsp;</p>`,
    vod_remarks: work.mark,
    vod_class: work.tags.join(','),
    vod_tag: work.tags.join(','),
    vod_pic: chance.happens(0.1) ? '' : posterOf(vodId),
    vod_year: String(work.year),
    vod_area: chance.pick(['某地', '他乡', '']),
    vod_lang: '汉语普通话',
    vod_pubdate: `${work.year}-07-27(某地)`,
    vod_time: chinaText(at),
    ...downloads(listing, chance),
  }
  return { listing, alias, vod }
}

/** Films without a link: an empty URL, or no download fields. */
function withBarren(film: Film): Film[] {
  const { id, title } = film.listing
  const barren = { ...film.vod, vod_id: 190_000 + id, vod_name: `${title} 前传`, vod_down_from: '', vod_down_url: '' }
  if (id % 11 === 3) return [film, { ...film, vod: barren }]
  if (id % 11 === 8) return [film, { ...film, vod: { ...barren, vod_down_from: null, vod_down_url: null } }]
  return [film]
}

function shorten(vod: Film['vod']): Film['vod'] {
  return Object.fromEntries(shortFields.map((name) => [name, vod[name] ?? '']))
}

/** Some installations print the limit as text; this one does too. */
function envelope(page: number, total: number, list: readonly Film['vod'][]): MockResponse {
  const pagecount = Math.ceil(total / rowsOnPage)
  return json({ code: 1, msg: '数据列表', page, pagecount, limit: String(rowsOnPage), total, list })
}

/** Creates the mock of the library's API. */
export function createWanou(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('wanou', wanouTaste, seed, now)
  const films = new Map(listings.map((listing) => [listing, filmOf(listing, seed)]))
  const search = (params: URLSearchParams): MockResponse => {
    const wd = (params.get('wd') ?? '').trim().toLowerCase()
    const page = countOf(params.get('pg') ?? 1, 100_000) ?? 1
    const named = new Set(findListings(listings, wd))
    // The search includes aliases, so some results do not have the keyword in their name.
    for (const { listing, alias } of films.values()) if (alias.toLowerCase().includes(wd)) named.add(listing)
    const found = [...named].flatMap((listing) => films.get(listing) ?? []).flatMap(withBarren)
    const shown = found.slice(rowsOnPage * (page - 1), rowsOnPage * page).map(({ vod }) => vod)
    const isFull = ['detail', 'videolist'].includes(params.get('ac') ?? '')
    return envelope(page, found.length, isFull ? shown : shown.map(shorten))
  }
  return {
    answer(url, sent) {
      const path = url.pathname.endsWith('/') ? '/api.php/provide/vod/' : '/api.php/provide/vod'
      return refusalAt({ method: 'GET', path }, url, sent) ?? search(url.searchParams)
    },
    nothingFound: () => envelope(1, 0, []),
  }
}
