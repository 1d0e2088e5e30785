// Tests the panta mock: topics with and without links, replies, codes inside and after URLs (panta.md).
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { chinaText, findLoosely, type Listing, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createPanta, pantaTaste } from './panta.ts'

const origin = 'https://www.91panta.cn'
const player = createPanta(1, defaultNow)
const listings = listingsOf('panta', pantaTaste, 1, defaultNow)

function ask(path: string) {
  return player.answer(new URL(path, origin), plainGet)
}

function thread({ id }: Listing) {
  return load(ask(`/thread?topicId=${70_000 + id}`).body)
}

test('a topic has a relative address, a summary and the time in China, unreadable now and then', () => {
  const $ = load(ask('/search?keyword=20').body)
  const topics = $('div.topicItem').toArray()
  const found = findLoosely(listings, '20')
  expect(topics.length).toBe(found.length)
  let readable = 0
  for (const [at, topic] of topics.entries()) {
    const anchor = $(topic).find('a[href^="thread?topicId="]')
    expect(anchor.text()).toContain(found[at]?.title)
    const page = load(ask(`/${anchor.attr('href')}`).body)
    expect(page('div.title').text()).toBe(anchor.text())
    readable += $(topic).find('span.postTime').text() === `发表时间：${chinaText(found[at]?.at ?? defaultNow)}` ? 1 : 0
  }
  expect(readable).toBeGreaterThan(topics.length * 0.8)
  expect(readable).toBeLessThan(topics.length)
})

test('a summary holds all links of its thread or none', () => {
  const $ = load(ask('/search?keyword=20').body)
  const found = findLoosely(listings, '20')
  const counts = $('div.topicItem')
    .toArray()
    .map((topic) => $(topic).find('h2.summary a[href^="http"]').length)
  for (const [at, count] of counts.entries()) expect([0, found[at]?.offers.length]).toContain(count)
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(3)
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(3)
})

test('a thread holds each address of the listing, each code behind its address, and other addresses of no drive', () => {
  for (const listing of listings) {
    const $ = thread(listing)
    const text = $('.topicContent').text()
    for (const { url, code } of listing.offers) {
      expect(text).toContain(url)
      if (code === '') continue
      const behind = text.slice(text.indexOf(url) + url.length)
      expect(behind).toMatch(new RegExp(`^\\s*(?:提取码|密码|pwd|验证码|口令)[：:=] ?${code}`))
    }
    expect($('.topicContent a[href^="https://www.example.org"]').length).toBe(1)
  }
})

test('links stand in anchors and as bare text, in first posts and in replies, in some threads not at all', () => {
  const pages = listings.map(thread)
  const anchors = pages.filter(($) => $('.topicContent a[href*="139.com"]').length > 0).length
  const texts = pages.filter(($) => $('.topicContent').text().includes('139.com')).length
  expect(anchors).toBeGreaterThan(20)
  expect(texts).toBeGreaterThan(anchors)
  expect(pages.filter(($) => $('.comment .topicContent a[href^="http"]').length > 0).length).toBeGreaterThan(3)
  expect(listings.filter(({ offers }) => offers.length === 0).length).toBeGreaterThan(0)
})

test('most links are of the mobile cloud, some with a second question mark', () => {
  const offers = listings.flatMap((listing) => listing.offers)
  const mobile = offers.filter(({ type }) => type === 'mobile')
  for (const type of ['baidu', 'quark', 'tianyi']) {
    expect(mobile.length).toBeGreaterThan(offers.filter((offer) => offer.type === type).length)
  }
  expect(mobile.some(({ url }) => /i\?\w+\?pwd=\w{4}$/.test(url))).toBe(true)
})

test('nothing found is a page without topics; unknown threads and addresses are 404', () => {
  expect(load(ask('/search?keyword=zzzz').body)('.topicItem').length).toBe(0)
  expect(load(player.nothingFound(new URL('/search?keyword=demo', origin)).body)('.topicItem').length).toBe(0)
  expect(ask('/thread?topicId=1').status).toBe(404)
  expect(ask('/thread').status).toBe(404)
  expect(ask('/index').status).toBe(404)
})
