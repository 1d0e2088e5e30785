// Mock of the four hosts of one API (hunhepan.md): the same rows, but each host lacks some rows or fields.

import { listingsOf, type SiteProfile } from '../corpus/listings.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type DiskItem, itemsOf } from './hunhepan-item.ts'
import { countOf, findLoosely, highlight, json, readJson, refusalAt, textOf } from './json-parts.ts'

/** Access codes are in `disk_pass`. */
export const hunhepanTaste: SiteProfile = {
  types: ['baidu', 'quark', 'aliyun', 'xunlei', 'uc', 'tianyi', 'mobile', '115', '123', 'pikpak', 'others'],
  has: 0.6,
  codes: 'beside',
  most: 3,
}

/** The differences between the hosts. */
interface Host {
  readonly path: string
  /** Fraction of the rows it has. */
  readonly has: number
  readonly files: 'whole' | 'more' | 'cut'
  readonly codes: boolean
  /** The value in place of an empty list. */
  readonly empty: readonly [] | null
}

/** hunhepan.com has all rows and all codes, so that a search of one host can find everything there. */
const hosts: Readonly<Record<string, Host>> = {
  'hunhepan.com': { path: '/open/search/disk', has: 1, files: 'whole', codes: true, empty: [] },
  'www.melost.cn': { path: '/v1/search/disk', has: 0.9, files: 'more', codes: true, empty: [] },
  'www.duanjuso.cc': { path: '/v1/search/disk', has: 0.85, files: 'cut', codes: false, empty: null },
  'www.lzpanx.com': { path: '/v1/search/disk', has: 0.7, files: 'whole', codes: true, empty: null },
}

const mostRows = 100

function variant(item: DiskItem, { files, codes }: Host): DiskItem {
  const more = item.files === '' ? '' : `${item.files}\nfolder:花絮\nfile:目录.txt`
  // A cut list starts in the middle of a name.
  const shown = { whole: item.files, more, cut: item.files.slice(8) }[files]
  return { ...item, files: shown, disk_pass: codes ? item.disk_pass : '' }
}

interface Asked {
  readonly q: string
  readonly page: number
  readonly size: number
  readonly type: string
  readonly exact: boolean
}

function readAsked(sent: Sent): Asked | undefined {
  const asked = readJson(sent)
  const page = countOf(asked?.page, 1000)
  const size = countOf(asked?.size, mostRows)
  const q = textOf(asked?.q)
  if (q === '' || page === undefined || size === undefined) return undefined
  return { q, page, size, type: textOf(asked?.type), exact: asked?.exact === true }
}

function refuse(): MockResponse {
  return json({ code: 500, msg: '系统繁忙', data: null })
}

/** Creates the mock of all four hosts. */
export function createHunhepan(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('hunhepan', hunhepanTaste, seed, now)
  const rowsOf = (name: string, host: Host, { q, type, exact }: Asked): DiskItem[] =>
    findLoosely(listings, q, createSeededRandom(seed, 'hunhepan', q))
      .flatMap((listing) => itemsOf(listing, 'hunhepan', seed))
      .filter(({ disk_type }) => type === '' || disk_type === type)
      .filter(({ disk_name }) => !exact || disk_name.toLowerCase().includes(q.toLowerCase()))
      .filter(({ doc_id }) => createSeededRandom(seed, 'host', name, doc_id).happens(host.has))
      .map((item) => variant({ ...item, disk_name: highlight(item.disk_name, q) }, host))
  const search = (name: string, host: Host, sent: Sent): MockResponse => {
    const asked = readAsked(sent)
    if (asked === undefined) return refuse()
    const rows = rowsOf(name, host, asked)
    const shown = rows.slice(asked.size * (asked.page - 1), asked.size * asked.page)
    const list = shown.length > 0 ? shown : host.empty
    return json({ code: 200, msg: '请求成功', data: { total: rows.length, per_size: asked.size, list } })
  }
  return {
    answer(url, sent) {
      const host = hosts[url.host]
      if (host === undefined) return refuse()
      return refusalAt({ method: 'POST', path: host.path }, url, sent) ?? search(url.host, host, sent)
    },
    nothingFound: (url) =>
      json({
        code: 200,
        msg: '请求成功',
        data: { total: 0, per_size: 30, list: hosts[url.host]?.empty ?? null },
      }),
  }
}
