// Tests how the duoduo mock differs from labi (duoduo.md): player links, many clouds in tabs, closing hours.
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { type Listing, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createDuoduo, duoduoTaste } from './duoduo.ts'

const origin = 'https://tv.yydsys.top'
const searchPath = `/index.php/vod/search/wd/${encodeURIComponent('纸鹤')}.html`
const player = createDuoduo(1, defaultNow)
const listings = listingsOf('duoduo', duoduoTaste, 1, defaultNow)

function ask(path: string, of = player) {
  return load(of.answer(new URL(path, origin), plainGet).body)
}

function detail(listing: Listing) {
  return ask(`/index.php/vod/detail/id/${8000 + listing.id}.html`)
}

test('the picture leads to the player and only the heading to the detail page', () => {
  const $ = ask(searchPath)
  const items = $('.module-search-item').toArray()
  expect(items.length).toBeGreaterThan(3)
  for (const item of items) {
    const [, id] =
      /\/vod\/play\/id\/(\d+)\/sid\/1\/nid\/1\.html$/.exec($(item).find('.module-item-pic a').attr('href') ?? '') ?? []
    expect($(item).find('.video-info-header h3 a').attr('href')).toBe(`/index.php/vod/detail/id/${id}.html`)
  }
})

test('the detail page has its poster for small screens and a tab for each cloud, in the order of the lists', () => {
  let several = 0
  for (const listing of listings) {
    const $ = detail(listing)
    expect($('.mobile-play .lazyload').attr('data-src')).toContain('img.example.org')
    const tabs = $('#download-list .downtab-item').toArray()
    const lists = $('#download-list .module-downlist').toArray()
    expect(lists.length).toBe(tabs.length)
    expect(tabs.length).toBe(new Set(listing.offers.map(({ type }) => type)).size)
    for (const [at, tab] of tabs.entries()) {
      expect($(tab).find('small').text()).toBe(String($(lists[at]).find('.module-row-one').length))
    }
    const urls = $('#download-list [data-clipboard-text]').toArray()
    expect(new Set(urls.map((one) => $(one).attr('data-clipboard-text')))).toEqual(
      new Set(listing.offers.map(({ url }) => url)),
    )
    several += tabs.length > 2 ? 1 : 0
  }
  expect(several).toBeGreaterThan(20)
})

test('the four common clouds are often there, others too, and codes stay inside addresses', () => {
  const offers = listings.flatMap((listing) => listing.offers)
  const count = (type: string) => offers.filter((offer) => offer.type === type).length
  for (const type of ['quark', 'baidu', 'uc', 'xunlei']) expect(count(type)).toBeGreaterThan(20)
  expect(new Set(offers.map(({ type }) => type)).size).toBeGreaterThan(9)
  expect(offers.some(({ url }) => url.endsWith('#'))).toBe(true)
  expect(offers.some(({ url }) => url.includes('?public=1'))).toBe(true)
  expect(offers.every(({ code }) => code === '')).toBe(true)
})

test('from five to eighteen o’clock in China there is nothing but an overlay', () => {
  const at = (time: string) =>
    ask(searchPath, createDuoduo(1, new Date(`2026-11-20T${time}:00Z`)))('.module-search-item').length
  expect(at('20:59')).toBeGreaterThan(0)
  expect(at('21:00')).toBe(0)
  expect(at('09:59')).toBe(0)
  expect(at('10:00')).toBeGreaterThan(0)
  expect(ask(searchPath, createDuoduo(1, new Date('2026-11-20T01:00:00Z')))('.overlay').text()).toContain('开放')
})
