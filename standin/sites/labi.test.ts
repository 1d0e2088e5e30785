// Tests the labi mock: list and detail pages agree, and contain the listings' links with all variants of labi.md.
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findListings, findLoosely, type Listing, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createLabi, labiTaste } from './labi.ts'

const player = createLabi(1, defaultNow)
const listings = listingsOf('labi', labiTaste, 1, defaultNow)
const origin = 'http://xiaocge.fun'

function ask(path: string) {
  return player.answer(new URL(path, origin), plainGet)
}

function search(kw: string, page = '') {
  return load(ask(`/index.php/vod/search/wd/${encodeURIComponent(kw)}${page}.html`).body)
}

function detail(listing: Listing) {
  return load(ask(`/index.php/vod/detail/id/${90_000 + listing.id}.html`).body)
}

test('a list item leads to its detail page by picture and heading, and names title, state and tags', () => {
  const $ = search('纸鹤')
  const items = $('div.module > div.module-list > div.module-items > div.module-search-item').toArray()
  const found = findLoosely(listings, '纸鹤')
  expect(items.length).toBe(found.length)
  for (const [at, item] of items.entries()) {
    const path = $(item).find('.module-item-pic a').attr('href') ?? ''
    expect(path).toMatch(/^\/index\.php\/vod\/detail\/id\/\d+\.html$/)
    expect($(item).find('.video-info-header h3 a').attr('href')).toBe(path)
    const title = $(item).find('.video-info-header h3 a').text()
    expect(title).toBe(found[at]?.title)
    expect($(item).find('a.video-serial').text()).toBe(found[at]?.work.mark)
    expect($(item).find('.module-item-pic > img').attr('data-src')).toMatch(/^https:\/\/(?:img\.example\.org|wsrv\.nl)/)
    expect($(item).find('.module-item-pic > img').attr('src')).toContain('loading.png')
    expect(load(ask(path).body)('h1.page-title').text()).toBe(title)
  }
  expect($('.video-info-aux > a.tag-link .video-tag-icon').length).toBeGreaterThan(0)
  expect($('.video-info-aux > div.tag-link > a').length).toBeGreaterThan(0)
  expect($('.video-info-itemtitle').text()).toContain('导演：')
})

test('a search also answers strangers, and a page without items for what nobody has', () => {
  expect(findLoosely(listings, '纸鹤').length).toBeGreaterThan(findListings(listings, '纸鹤').length)
  expect(search('zzzz')('.module-search-item').length).toBe(0)
  expect(load(player.nothingFound(new URL('/index.php/vod/search/wd/x.html', origin)).body)('.empty').text()).toContain(
    'x',
  )
})

test('a keyword may be escaped, have blanks as + and hold a slash', () => {
  const words = listings.find(({ work }) => /^\w+ \w+$/.test(work.title))?.work.title ?? ''
  const plus = ask(`/index.php/vod/search/wd/${words.replace(' ', '+')}.html`).body
  expect(ask(`/index.php/vod/search/wd/${words.replace(' ', '%20')}.html`).body).toBe(plus)
  expect(load(plus)('.video-info-header h3 a').text()).toContain(words)
  expect(load(ask('/index.php/vod/search/wd/a%2Fb%3C.html').body)('.search-title strong').text()).toBe('a/b<')
  expect(ask('/index.php/vod/search/wd/%E4%BD.html').status).toBe(200)
})

test('more than twenty items go on on a second page', () => {
  const all = findLoosely(listings, '20')
  const first = search('20')
  expect(all.length).toBeGreaterThan(20)
  expect(first('.module-search-item').length).toBe(20)
  expect(first('#page a').attr('href')).toContain('/wd/20/page/1.html')
  expect(search('20', '/page/2')('.module-search-item').length).toBe(Math.min(20, all.length - 20))
})

test('the download list holds the addresses of the listing and no others, Quark alone', () => {
  for (const listing of listings) {
    const $ = detail(listing)
    const urls = $('#download-list .module-row-one .copy[data-clipboard-text]')
      .toArray()
      .map((one) => $(one).attr('data-clipboard-text'))
    expect(new Set(urls)).toEqual(new Set(listing.offers.map(({ url }) => url)))
    expect($('#download-list .module-tab-item').length).toBe(listing.offers.length > 0 ? 1 : 0)
  }
  expect(listings.flatMap(({ offers }) => offers).every(({ type }) => type === 'quark')).toBe(true)
})

test('there are films without a list, with two parts, with dead buttons, and with others below them', () => {
  const pages = listings.map(detail)
  expect(pages.filter(($) => $('#download-list').length === 0).length).toBeGreaterThan(0)
  expect(pages.filter(($) => $('#download-list .module-row-one').length > 1).length).toBeGreaterThan(3)
  expect(pages.filter(($) => $('a.btn-down[href="javascript:;"]').length > 0).length).toBeGreaterThan(3)
  expect(pages.filter(($) => $('.module-row-info > a:first-child.module-row-play').length > 0).length).toBeGreaterThan(
    3,
  )
  expect(pages.every(($) => $('.module-lines-list .module-items .module-item a').length > 0)).toBe(true)
  expect(pages.filter(($) => $('.module-lines-list [data-clipboard-text]').length > 0).length).toBeGreaterThan(3)
})

test('one keyword brings the verification form, and unknown addresses are not found', () => {
  const busy = ask('/index.php/vod/search/wd/toofast.html')
  expect(busy.status).toBe(200)
  expect(load(busy.body)('.mac_msg_jump').text()).toContain('请不要频繁操作')
  expect(ask('/index.php/vod/detail/id/1.html').status).toBe(404)
  expect(ask('/s/demo').status).toBe(404)
})
