// Tests the archive.org mock: searches, fields, page limits, metadata, dark items, torrents.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createInternetarchive } from './internetarchive.ts'
import { internetarchiveTaste } from './internetarchive-items.ts'

type Doc = Readonly<Record<string, string | number | readonly string[]>>

const player = createInternetarchive(1, defaultNow)

function get(path: string, method = 'GET') {
  return player.answer(new URL(path, 'https://archive.org'), { ...plainGet, method })
}

function search(q: string, more = '&rows=1000') {
  return get(`/advancedsearch.php?output=json&q=${encodeURIComponent(q)}${more}`)
}

function docs(q: string, more?: string): readonly Doc[] {
  return JSON.parse(search(q, more).body).response.docs
}

const everything = docs('identifier:*')

test('a work that has a version 1 torrent has a licensed item with that hash, found by its title', () => {
  const listings = listingsOf('internetarchive', internetarchiveTaste, 1, defaultNow)
  const known = listings.filter(({ offers }) => offers[0]?.truth.code.length === 40)
  expect(known.length).toBeGreaterThan(20)
  for (const { work, title, at, offers } of known) {
    const words = work.title.replaceAll(/[·]/g, ' ')
    const found = docs(`title:(${words}) AND format:"Archive BitTorrent" AND licenseurl:*`)
    const date = `${at.toISOString().slice(0, 19)}Z`
    const items = found.filter(({ btih }) => String(btih).toLowerCase() === offers[0]?.truth.code)
    expect(items.some((item) => [item.title].flat()[0] === title && item.publicdate === date)).toBe(true)
  }
})

test('there are Chinese and English items, with and without torrent and licence, and fields of both shapes', () => {
  const has = (test: (doc: Doc) => boolean): boolean => everything.some(test)
  expect(everything.length).toBeGreaterThan(60)
  expect(everything.every(({ identifier }) => /^[A-Za-z0-9._-]{1,100}$/.test(String(identifier)))).toBe(true)
  expect(new Set(everything.map(({ identifier }) => identifier)).size).toBe(everything.length)
  expect(has(({ title }) => /\p{Script=Han}/u.test(String(title)))).toBe(true)
  expect(has(({ btih }) => btih === undefined)).toBe(true)
  expect(has(({ btih }) => /^[0-9A-F]{40}$/.test(String(btih)) && /[A-F]/.test(String(btih)))).toBe(true)
  expect(has(({ title }) => Array.isArray(title))).toBe(true)
  expect(has(({ collection }) => typeof collection === 'string')).toBe(true)
  expect(has(({ collection }) => Array.isArray(collection))).toBe(true)
  expect(has(({ subject }) => typeof subject === 'string' && subject.includes(';'))).toBe(true)
  expect(has((doc) => !('licenseurl' in doc) && !('rights' in doc) && !('possible-copyright-status' in doc))).toBe(true)
  expect(has((doc) => 'possible-copyright-status' in doc)).toBe(true)
  expect(has(({ year }) => typeof year === 'string')).toBe(true)
})

test('only wanted fields come, however they are asked for, and only as an item has them', () => {
  for (const wish of ['&fl[]=identifier&fl[]=btih', '&fl%5B0%5D=identifier&fl%5B1%5D=btih', '&fl[]=identifier,btih']) {
    const found = docs('identifier:*', `&rows=1000${wish}`)
    expect(new Set(found.flatMap((doc) => Object.keys(doc)))).toEqual(new Set(['identifier', 'btih']))
    expect(found.some((doc) => !('btih' in doc))).toBe(true)
  }
})

test('items are sorted and cut into pages', () => {
  const sorted = docs('identifier:*', '&rows=1000&sort[]=downloads+desc').map(({ downloads }) => Number(downloads))
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))
  const { response, responseHeader } = JSON.parse(search('identifier:*', '&rows=10&page=2').body)
  expect(response).toMatchObject({ numFound: everything.length, start: 10, docs: everything.slice(10, 20) })
  expect(responseHeader).toMatchObject({ status: 0, params: { rows: 10, start: 10 } })
})

test('behind the ten thousandth item there is plain text that says it is JSON', () => {
  const answer = search('identifier:*', '&rows=1000&page=11')
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.body).toMatch(/^\[RANGE_OUT_OF_BOUNDS\] paging is only supported through 10000 results; /)
  expect(docs('identifier:*', '&rows=1000&page=10')).toEqual([])
})

test('a bad query is an error, no hits are none, a callback makes it JSONP, another output a page', () => {
  expect(JSON.parse(search('title:(').body)).toHaveProperty('error')
  expect(JSON.parse(search('('.repeat(50_000)).body)).toHaveProperty('error')
  expect(JSON.parse(search('title:(zzqx)').body).response).toEqual({ numFound: 0, start: 0, docs: [] })
  expect(JSON.parse(player.nothingFound(new URL('https://archive.org/')).body).response.docs).toEqual([])
  expect(search('title:(zzqx)', '&callback=show').body).toMatch(/^show\(\{.*\}\)$/)
  expect(get('/advancedsearch.php?q=x').headers['content-type']).toContain('text/html')
})

test('metadata has files with sizes as text and dates without T; unknown items have nothing, dark ones a stub', () => {
  const [item] = docs('btih:*')
  const record = JSON.parse(get(`/metadata/${item?.identifier}`).body)
  expect(record.files.at(-1)).toMatchObject({ format: 'Archive BitTorrent', btih: String(item?.btih).toLowerCase() })
  expect(record.files.every(({ size }: { size: unknown }) => typeof size === 'string')).toBe(true)
  expect(record.metadata.publicdate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(JSON.parse(get(`/metadata/${item?.identifier}/metadata/title`).body)).toEqual({ result: item?.title })
  expect(get('/metadata/nobody_has_this').body).toBe('{}')
  const dark = JSON.parse(get('/metadata/demo_dark_item').body)
  expect(dark.is_dark).toBe(true)
  expect(dark).not.toHaveProperty('files')
  expect(docs('identifier:demo_dark_item')).toEqual([])
})

test('items have pages and torrents, dark ones are refused, and nothing is changed by a POST', () => {
  const [item] = docs('btih:*')
  const id = String(item?.identifier)
  expect(get(`/details/${id}`).status).toBe(200)
  expect(get('/details/nobody_has_this').status).toBe(404)
  const torrent = get(`/download/${id}/${id}_archive.torrent`)
  expect(torrent.headers['content-type']).toBe('application/x-bittorrent')
  expect(torrent.body).toContain(`${id.length}:${id}`)
  expect(get(`/download/${id}/other.bin`).status).toBe(404)
  expect(get('/download/demo_dark_item/x').status).toBe(403)
  expect(get('/', 'GET').status).toBe(404)
  expect(get('/advancedsearch.php', 'POST').status).toBe(405)
})
