// Tests the xuexizhinan mock: cards, film pages with magnets and buttons, missing parts (xuexizhinan.md).
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findLoosely, type Listing, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createXuexizhinan, xuexizhinanTaste } from './xuexizhinan.ts'

const origin = 'https://xuexizhinan.com'
const player = createXuexizhinan(1, defaultNow)
const listings = listingsOf('xuexizhinan', xuexizhinanTaste, 1, defaultNow)

function ask(path: string) {
  return player.answer(new URL(path, origin), plainGet)
}

function bodyOf({ id }: Listing) {
  return ask(`/book/${90_000 + id}.html`).body
}

test('a search shows a card for each film, with an absolute address, a cover and its quality', () => {
  const $ = load(ask('/?post_type=book&s=%E7%BA%B8%E9%B9%A4').body)
  const cards = $('.content-wrap .content-layout .row > .url-card').toArray()
  const found = findLoosely(listings, '纸鹤')
  expect(cards.length).toBe(found.length)
  expect(cards.length).toBeGreaterThan(2)
  for (const [at, card] of cards.entries()) {
    const title = $(card).find('a.list-title')
    expect(title.text().trim()).toBe(found[at]?.title)
    expect(title.attr('href')).toMatch(/^https:\/\/xuexizhinan\.com\/book\/\d+\.html$/)
    expect($(card).find('a.media-content').attr('data-bg')).toMatch(/^url\(https:\/\/.+\)$/)
    expect($(card).find('.list-subtitle').text()).toBe(found[at]?.work.mark)
    const page = load(ask(title.attr('href') ?? '').body)
    expect(page('title').text()).toBe(`${found[at]?.title} 4K下载 | 4K指南`)
  }
})

test('no cards for what nobody has, and for a search of another kind of post nothing at all', () => {
  expect(load(ask('/?post_type=book&s=zzzz').body)('.url-card').length).toBe(0)
  expect(load(player.nothingFound(new URL('/?post_type=book&s=demo', origin)).body)('.url-card').length).toBe(0)
  expect(ask('/?s=demo').status).toBe(404)
  expect(ask('/book/1.html').status).toBe(404)
})

test('a film page holds the magnets of the listing in lines, and its drives in buttons', () => {
  for (const listing of listings) {
    const $ = load(bodyOf(listing))
    const lines = $('.book-info li')
      .toArray()
      .map((one) => $(one).text())
      .filter((text) => text.startsWith('磁力链接'))
    const magnets = listing.offers.filter(({ type }) => type === 'magnet')
    expect(lines.length).toBe(magnets.length)
    for (const [at, { url }] of magnets.entries()) expect(lines[at]).toContain(`磁力链接 :${url}`)
    const buttons = $('.site-go a').toArray()
    const drives = listing.offers.filter(({ type }) => type !== 'magnet')
    expect(buttons.map((one) => $(one).attr('href'))).toEqual(drives.map(({ url }) => url))
  }
  expect(listings.flatMap(({ offers }) => offers).filter(({ type }) => type === 'magnet').length).toBeGreaterThan(20)
})

test('ampersands are raw here and escaped there, headings and release dates are missing now and then', () => {
  const bodies = listings.map(bodyOf)
  const magnets = bodies.flatMap((body) => /magnet:[^<]+/.exec(body)?.[0] ?? [])
  expect(magnets.some((magnet) => magnet.includes('&amp;dn='))).toBe(true)
  expect(magnets.some((magnet) => magnet.includes('&dn='))).toBe(true)
  expect(bodies.filter((body) => !body.includes('<h1>')).length).toBeGreaterThan(2)
  expect(bodies.filter((body) => /上映日期: 20\d\d-\d\d-\d\d\(/.test(body)).length).toBeGreaterThan(30)
  expect(bodies.filter((body) => !body.includes('上映日期')).length).toBeGreaterThan(2)
})
