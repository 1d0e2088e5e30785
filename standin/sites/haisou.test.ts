// Tests the haisou mock: rows by drive and page, escaped highlights, second step with the share code (haisou.md).
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findLoosely, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createHaisou, haisouTaste } from './haisou.ts'

const origin = 'https://haisou.cc'
const player = createHaisou(1, defaultNow)
const listings = listingsOf('haisou', haisouTaste, 1, defaultNow)

function ask(path: string) {
  return player.answer(new URL(path, origin), plainGet)
}

function search(kw: string, more = '') {
  const query = `query=${encodeURIComponent(kw)}&scope=title&filter_valid=true&filter_has_files=false`
  return ask(`/api/pan/share/search?${query}${more}`)
}

interface Row {
  readonly hsid: string
  readonly platform: string
  readonly share_name: string
  readonly stat_size: number
}

function rowsOf(kw: string, more = ''): Row[] {
  const pages: number = JSON.parse(search(kw, more).body).data.pages
  const numbers = Array.from({ length: pages }, (_, at) => at + 1)
  return numbers.flatMap((page) => JSON.parse(search(kw, `${more}&page=${page}`).body).data.list)
}

function resolve(hsid: string) {
  return JSON.parse(ask(`/api/pan/share/${hsid}/fetch`).body)
}

test('rows come ten a page, with the number of all rows and pages', () => {
  const { code, msg, data } = JSON.parse(search('20', '&page=2').body)
  expect([code, msg]).toEqual([0, null])
  expect(data).toMatchObject({
    query: '20',
    page: 2,
    count: rowsOf('20').length,
    pages: Math.ceil(data.count / 10),
  })
  expect(data.list.length).toBe(10)
  expect(JSON.parse(search('20', '&page=99').body).data.list).toEqual([])
})

test('names hold escaped highlights, ids are ten letters, sizes may pass 32 bits', () => {
  expect(search('纸鹤').body).toContain(String.raw`\u003Cspan class=\"highlight\"\u003E纸鹤\u003C/span\u003E`)
  expect(search('纸鹤').body).not.toContain('<')
  const rows = rowsOf('20')
  expect(rows.every(({ hsid }) => /^[0-9a-zA-Z]{10}$/.test(hsid))).toBe(true)
  expect(new Set(rows.map(({ hsid }) => hsid)).size).toBe(rows.length)
  expect(rows.some(({ stat_size }) => stat_size > 2 ** 32)).toBe(true)
  expect(rows.some(({ share_name }) => !share_name.includes('highlight'))).toBe(true)
})

test('a drive can be asked for alone; the drives together hold all rows with a known address', () => {
  const alone = ['ali', 'baidu', 'quark', 'xunlei', 'tianyi'].map((pan) => ({
    pan,
    rows: rowsOf('20', `&pan=${pan}`),
  }))
  for (const { pan, rows } of alone) {
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ platform }) => platform === pan)).toBe(true)
  }
  const together = alone.flatMap(({ rows }) => rows.map(({ hsid }) => hsid))
  const known = rowsOf('20').filter(({ platform }) => platform !== 'demo')
  expect(together.sort()).toEqual(known.map(({ hsid }) => hsid).sort())
})

test('the second step gives exactly the codes of the listings found', () => {
  const offers = findLoosely(listings, '20').flatMap((listing) => listing.offers)
  const secrets = rowsOf('20')
    .filter(({ platform }) => platform !== 'demo')
    .map(({ hsid }) => resolve(hsid))
    .filter(({ code }) => code === 0)
    .map(({ data }) => data)
  expect(secrets).toEqual(
    offers.map(({ truth }) => ({ share_code: truth.code, share_pwd: truth.password === '' ? null : truth.password })),
  )
  expect(secrets.some(({ share_pwd }) => share_pwd !== null)).toBe(true)
})

test('some rows cannot be resolved, or are of a drive nobody knows', () => {
  const rows = [...rowsOf('20'), ...rowsOf('全'), ...rowsOf('4K')]
  const failed = rows.map(({ hsid }) => resolve(hsid)).filter(({ code }) => code !== 0)
  expect(failed.length).toBeGreaterThan(0)
  expect(failed[0]).toMatchObject({ data: null, msg: expect.any(String) })
  expect(rows.some(({ platform }) => platform === 'demo')).toBe(true)
})

test('nothing found is an empty list; no keyword and unknown ids are refused; other addresses are 404', () => {
  expect(JSON.parse(search('zzzz').body).data).toMatchObject({ count: 0, pages: 0, list: [] })
  expect(JSON.parse(player.nothingFound(new URL('/api/pan/share/search?query=demo', origin)).body).data.list).toEqual(
    [],
  )
  expect(JSON.parse(player.nothingFound(new URL('/api/pan/share/dEmO00aBcD/fetch', origin)).body).code).not.toBe(0)
  expect(JSON.parse(search(' ').body)).toMatchObject({ code: 400, data: null })
  expect(resolve('dEmO00aBcD').code).toBe(404)
  expect(ask('/search').status).toBe(404)
})
