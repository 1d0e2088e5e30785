// Mock of api.jikepan.xyz, an aggregator with a POST API (jikepan.md): several links per row, own drive names, no ids.

import { type Listing, listingsOf, type Offer, type SiteProfile } from '../corpus/listings.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import {
  chanceOf,
  codeLetters,
  type Door,
  declare,
  findLoosely,
  json,
  type Names,
  readJson,
  refusalAt,
  textOf,
} from './json-parts.ts'

/** Nearly all works; access codes inside the URLs and in a separate field. */
export const jikepanTaste: SiteProfile = {
  types: [
    'quark',
    'baidu',
    'aliyun',
    'uc',
    'xunlei',
    '115',
    '123',
    'tianyi',
    'mobile',
    'pikpak',
    'magnet',
    'ed2k',
    'others',
  ],
  has: 0.6,
  codes: 'either',
  most: 4,
}

interface Link {
  readonly service: string
  readonly link: string
  readonly pwd?: string
}

interface Row {
  readonly name: string
  readonly links: readonly Link[] | null
}

const door: Door = { method: 'POST', path: '/search' }

const driveNames: Names = {
  baidu: 'baidu',
  aliyun: 'aliyun',
  xunlei: 'xunlei',
  quark: 'quark',
  '115': '115',
  '123': '123',
  pikpak: 'pikpak',
  ed2k: 'ed2k',
  magnet: 'magnet',
  tianyi: '189cloud',
  mobile: 'caiyun',
}

/** Maximum number of rows of a search that is not a full search. */
const shortRows = 40

function linkOf({ type, url, code }: Offer, chance: SeededRandom): Link {
  const name = declare(type, driveNames, 'other', chance)
  const service = chance.happens(0.1) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name
  const pwd = code === '' && chance.happens(0.7) ? {} : { pwd: code }
  return { service, link: url, ...pwd }
}

/** The row of a listing, and sometimes an additional empty or unusable row. */
function rowsOf(listing: Listing, seed: number): Row[] {
  const chance = chanceOf(listing, 'jikepan', seed)
  const { id, title } = listing
  const unknown: Link = { service: 'unknown', link: `https://example.org/x/${id}` }
  const links = listing.offers.map((offer) => linkOf(offer, chance))
  const row: Row = { name: title, links: links.length > 0 && id % 6 === 2 ? [...links, unknown] : links }
  if (id % 9 === 1) return [row, { name: `${title} 预告`, links: [] }]
  if (id % 9 === 3) return [row, { name: `${title} 花絮`, links: null }]
  if (id % 9 === 5) return [row, { name: `${title} 海报`, links: [unknown] }]
  const stranger = { service: 'other', link: `https://drive.example.org/s/${chance.letters(codeLetters, 10)}` }
  return id % 9 === 7 ? [row, { name: `${title} 原声`, links: [stranger] }] : [row]
}

/** Creates the mock of jikepan's API. */
export function createJikepan(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('jikepan', jikepanTaste, seed, now)
  const search = (sent: Sent): MockResponse => {
    const asked = readJson(sent)
    const name = textOf(asked?.name)
    if (name === '' || typeof asked?.is_all !== 'boolean') return json({ msg: '参数错误', list: [] })
    const found = findLoosely(listings, name, createSeededRandom(seed, 'jikepan', name))
    const rows = found.flatMap((listing) => rowsOf(listing, seed))
    // Without results the list is empty or absent, depending on the keyword.
    if (rows.length === 0) return json(name.length % 2 === 0 ? { msg: 'success' } : { msg: 'success', list: [] })
    return json({ msg: 'success', list: asked.is_all ? rows : rows.slice(0, shortRows) })
  }
  return {
    answer: (url, sent) => refusalAt(door, url, sent) ?? search(sent),
    nothingFound: () => json({ msg: 'success', list: [] }),
  }
}
