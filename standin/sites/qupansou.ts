// Mock of v.funletu.com, an aggregator with a POST API (qupansou.md): one link per row, 24 fields, highlighted titles.

import { chinaText, type Listing, listingsOf, type Offer, type SiteProfile } from '../corpus/listings.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import {
  chanceOf,
  codeLetters,
  countOf,
  type Door,
  fieldsOf,
  findLoosely,
  highlight,
  json,
  readJson,
  refusalAt,
  textOf,
} from './json-parts.ts'

/** Access codes are in `extcode` or in the URL. */
export const qupansouTaste: SiteProfile = {
  types: ['baidu', 'quark', 'aliyun', 'xunlei', '115', '123', 'uc', 'tianyi', 'others'],
  has: 0.5,
  codes: 'either',
  most: 3,
}

const door: Door = { method: 'POST', path: '/search' }

type Row = Readonly<Record<string, string | number | null>>

const fileTypes = ['文件夹', 'mp4', 'pdf', 'zip'] as const

/** Highlight tags; the site's software changed over time, and each of these was in use. */
const marks = ['em', 'em', 'em', 'b', 'strong', 'i'] as const

/** The row of a link; `url` and `extcode` come from the offer. */
function rowOf(listing: Listing, { url, code }: Pick<Offer, 'url' | 'code'>, part: number, seed: number): Row {
  const chance = createSeededRandom(seed, 'qupansou', listing.id, part)
  const filetypeid = chance.whole(0, fileTypes.length - 1)
  const filetype = fileTypes[filetypeid] ?? ''
  const { work, title, at } = listing
  const updated = chinaText(at)
  return {
    id: 910_000 + listing.id * 10 + part,
    title,
    filename: filetype === '文件夹' ? work.title : `${work.title}.${filetype}`,
    url,
    link: '',
    searchtext: '',
    extcode: code,
    // An archive's password; it is not an access code.
    unzipcode: chance.happens(0.15) ? 'demo2033' : '',
    size: chance.happens(0.1) ? '' : work.size,
    categoryid: 1 + (work.tags.length % 9),
    category: work.tags[0] ?? '',
    courseid: 1,
    course: '',
    filetypeid,
    filetype,
    updatetime: updated,
    createtime: chinaText(new Date(at.getTime() - chance.whole(0, 90) * 86_400_000)),
    views: chance.whole(0, 50),
    viewshistory: chance.whole(0, 900),
    diff: 0,
    violate: 0,
    state: 1,
    sort: chance.whole(1, 100),
    top: 0,
    valid: chance.whole(0, 1),
  }
}

/** The rows of a listing, and sometimes one without a URL, id or date, or with a link to an unrelated host. */
function rowsOf(listing: Listing, seed: number): Row[] {
  const chance = chanceOf(listing, 'qupansou', seed)
  const rows = listing.offers.map((offer, part) => rowOf(listing, offer, part, seed))
  const stranger = { url: `https://drive.example.org/s/${chance.letters(codeLetters, 10)}`, code: 'a1b2' }
  const odd = rowOf(listing, stranger, 9, seed)
  const title = `${listing.title} &amp; 花絮`
  if (listing.id % 9 === 1) rows.push({ ...odd, title, url: '' })
  if (listing.id % 9 === 3) rows.push({ ...odd, title, id: null })
  if (listing.id % 9 === 5) rows.push({ ...odd, title, updatetime: null, size: null })
  if (listing.id % 9 === 7) rows.push({ ...odd, title })
  return rows
}

function refuse(message: string): MockResponse {
  return json({ text: '', status: 400, message, total: 0, data: null })
}

/** Creates the mock of qupansou's API. */
export function createQupansou(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('qupansou', qupansouTaste, seed, now)
  const search = (sent: Sent): MockResponse => {
    const asked = readJson(sent)
    const kw = textOf(fieldsOf(asked?.query)?.searchtext)
    const page = fieldsOf(asked?.page)
    const size = countOf(page?.pageSize, 1000)
    const index = countOf(page?.pageIndex, 1000)
    if (asked?.style !== 'get' || asked.datasrc !== 'search') return refuse('未知的请求')
    if (kw === '' || size === undefined || index === undefined) return refuse('参数错误')
    const chance = createSeededRandom(seed, 'qupansou', kw)
    const tag = chance.pick(marks)
    const rows = findLoosely(listings, kw, chance).flatMap((listing) => rowsOf(listing, seed))
    const shown = rows.slice(size * (index - 1), size * index)
    const data = shown.map((row) => ({ ...row, title: highlight(String(row.title), kw, tag), searchtext: kw }))
    return json({ text: '', status: 200, message: 'ok', total: rows.length, data })
  }
  return {
    answer: (url, sent) => refusalAt(door, url, sent) ?? search(sent),
    nothingFound: () => json({ text: '', status: 200, message: 'ok', total: 0, data: [] }),
  }
}
