// Tests the yunsou mock: JSON in a single-quoted string, escaped as in yunsou.md, and the visible list.
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { chinaText, findLoosely, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createYunsou, yunsouTaste } from './yunsou.ts'

const origin = 'https://yunsou.xyz'
const player = createYunsou(1, defaultNow)
const listings = listingsOf('yunsou', yunsouTaste, 1, defaultNow)

function ask(kw: string): string {
  return player.answer(new URL(`/s/${encodeURIComponent(kw)}.html`, origin), plainGet).body
}

function rawOf(page: string): string {
  const from = page.indexOf("var jsonData = '") + 16
  return page.slice(from, page.indexOf("';", from))
}

interface Row {
  readonly id: number
  readonly title: string
  readonly name: string
  readonly is_type: number
  readonly url: string
  readonly times: string
  readonly category: object | null
}

function rowsOf(page: string): Row[] {
  const clean = Array.from(rawOf(page)).filter((letter) => letter >= ' ')
  return JSON.parse(clean.join('').replaceAll("\\'", "'"))
}

test('the string holds a row for each address: code beside or inside, a date, the same text as title and name', () => {
  const rows = rowsOf(ask('纸鹤'))
  const offers = findLoosely(listings, '纸鹤').flatMap((listing) => listing.offers.map((offer) => ({ listing, offer })))
  expect(rows.length).toBe(offers.length)
  for (const [at, { listing, offer }] of offers.entries()) {
    const row = rows[at]
    expect(row).toMatchObject({ url: offer.url, code: offer.code === '' ? null : offer.code, is_time: 0 })
    expect(row?.title).toContain(listing.title)
    expect(row?.name).toBe(row?.title)
    expect(row?.times).toBe(chinaText(listing.at).slice(0, 10))
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

test('the string is ASCII with escaped slashes, and holds quotes of both kinds and control characters', () => {
  const raw = rawOf(ask('1080P'))
  expect(raw).not.toMatch(/[\u0080-\uffff]/)
  expect(raw).toContain(String.raw`https:\/\/`)
  expect(raw).not.toMatch(/[^\\]\//)
  expect(raw).toContain(String.raw`Director\'s Cut`)
  expect(raw).toContain(String.raw`\"\u5178`)
  expect(raw).toContain('\u0007')
})

test('numbers name the clouds, wrongly now and then; a category may be missing', () => {
  const rows = rowsOf(ask('20')).concat(rowsOf(ask('全')), rowsOf(ask('4K')))
  const quark = rows.filter(({ url }) => url.includes('quark'))
  expect(quark.filter(({ is_type }) => is_type === 0).length).toBeGreaterThan(quark.length * 0.85)
  expect(quark.some(({ is_type }) => is_type !== 0)).toBe(true)
  expect(rows.some(({ category }) => category === null)).toBe(true)
  expect(rows.filter(({ url }) => url.includes('189.cn')).some(({ is_type }) => is_type === 5)).toBe(true)
  expect(rows.some(({ url }) => /[?&]pwd=/.test(url))).toBe(true)
})

test('the visible list repeats the rows in their order', () => {
  const page = ask('纸鹤')
  const $ = load(page)
  const titles = $('.list .item > a.title')
    .toArray()
    .map((one) => $(one).text())
  expect(titles).toEqual(rowsOf(page).map(({ title }) => title))
  expect($('.list .item .type span').first().text()).toMatch(/^来源：.+网盘$/)
})

test('nothing found is an empty array, and a page of another address has no string at all', () => {
  expect(rowsOf(ask('zzzz'))).toEqual([])
  expect(rowsOf(player.nothingFound(new URL('/s/demo.html', origin)).body)).toEqual([])
  const other = player.answer(new URL('/d/51001.html', origin), plainGet)
  expect(other.status).toBe(404)
  expect(other.body).not.toContain('jsonData')
})
