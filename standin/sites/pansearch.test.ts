// Tests the pansearch mock: build id, data pages, and 404 for another build (pansearch.md).
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findLoosely, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createPansearch, pansearchTaste } from './pansearch.ts'

const origin = 'https://www.pansearch.me'
const player = createPansearch(1, defaultNow)
const listings = listingsOf('pansearch', pansearchTaste, 1, defaultNow)

function ask(path: string) {
  return player.answer(new URL(path, origin), plainGet)
}

const home = load(ask('/search').body)
const build: string = JSON.parse(home('script#__NEXT_DATA__').text()).buildId

function data(kw: string, offset = 0) {
  return JSON.parse(ask(`/_next/data/${build}/search.json?keyword=${encodeURIComponent(kw)}&offset=${offset}`).body)
}

test('the home page tells a build, the same each time, and another for another seed', () => {
  expect(build).toMatch(/^[\w-]{21}$/)
  expect(createPansearch(1, defaultNow).answer(new URL('/search', origin), plainGet).body).toContain(build)
  expect(createPansearch(2, defaultNow).answer(new URL('/search', origin), plainGet).body).not.toContain(build)
})

test('another build is 404, and so is any other address', () => {
  expect(ask('/_next/data/stale-build/search.json?keyword=demo&offset=0').status).toBe(404)
  expect(ask(`/_next/data/${build}/index.json`).status).toBe(404)
})

test('pages of ten by offset hold all hits in order, and an offset beyond them holds none', () => {
  const found = findLoosely(listings, '20')
  const first = data('20')
  expect(first).toMatchObject({
    pageProps: { limit: 10, isMobile: false, data: { total: found.length } },
    __N_SSP: true,
  })
  expect(found.length).toBeGreaterThan(20)
  const ids = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90].flatMap((offset) =>
    data('20', offset).pageProps.data.data.map(({ id }: { id: number }) => id),
  )
  expect(ids).toEqual(found.map(({ id }) => 410_000 + id))
  expect(data('20', 1000).pageProps.data.data).toEqual([])
})

test('content names the work with hits marked in single quotes, and holds the listing’s addresses as anchors', () => {
  const found = findLoosely(listings, '纸鹤')
  const entries = data('纸鹤').pageProps.data.data
  for (const [at, { content, time, image }] of entries.entries()) {
    const listing = found[at]
    const $ = load(content)
    expect($.root().text().split('\n')[0]).toBe(`名称：${listing?.title}`)
    expect(content.includes("<span class='highlight-keyword'>纸鹤</span>")).toBe(listing?.title.includes('纸鹤'))
    const hrefs = $('a.resource-link')
      .toArray()
      .map((one) => $(one).attr('href'))
    expect(hrefs).toEqual(listing?.offers.map(({ url }) => url))
    expect(new Date(time)).toEqual(listing?.at)
    expect(time).toMatch(/\+08:00$/)
    expect(image).toMatch(/^(?:https:.*)?$/)
  }
})

test('entries may have two addresses or none, and Aliyun goes by its old name', () => {
  const entries = [0, 10, 20, 30].flatMap((offset) => data('20', offset).pageProps.data.data)
  const pans = new Set(entries.map(({ pan }) => pan))
  expect([...pans].sort()).toEqual(['aliyundrive', 'baidu', 'quark'].filter((pan) => pans.has(pan)))
  expect(pans).toContain('aliyundrive')
  expect(entries.some(({ content }) => content.split('resource-link').length === 3)).toBe(true)
  expect(listings.some(({ offers }) => offers.length === 0)).toBe(true)
})

test('nothing found has a total of 0', () => {
  expect(data('zzzz').pageProps.data).toMatchObject({ total: 0, data: [] })
  const path = `/_next/data/${build}/search.json?keyword=demo&offset=0`
  expect(JSON.parse(player.nothingFound(new URL(path, origin)).body).pageProps.data.total).toBe(0)
  expect(player.nothingFound(new URL('/search', origin)).body).toContain(build)
})
