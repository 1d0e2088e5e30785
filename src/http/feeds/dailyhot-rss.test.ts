// Lists as RSS feeds, parsed by our parser and by another one.
import { parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import type { DailyHotItem, DailyHotList } from '../../contract/dailyhot.ts'
import { parseFeed } from '../../upstream/net/feed.ts'
import { toDailyHotRss } from './render-feed.ts'

function listOf(...data: DailyHotItem[]): DailyHotList {
  return {
    ...{ code: 200, name: 'demo', title: '示例 & <站>', type: '热榜', link: 'https://demo.test/?a=1&b=2' },
    ...{ total: data.length, updateTime: '2026-11-20T00:00:00.000Z', fromCache: false, data },
  }
}

function item(more: Partial<DailyHotItem>): DailyHotItem {
  return { id: '1', title: 'one', url: 'https://demo.test/1', mobileUrl: 'https://demo.test/1', ...more }
}

test('whatever stands in a text is there again for who reads the feed', () => {
  const odd = [
    'a & b < c > d "e" \'f\'',
    'ends ]]> in the middle ]]>',
    '<script>alert(1)</script>',
    '> <![CDATA[ nested ]]>  </title>',
    '&amp; &#0; &nope;',
    '表情 🎬 汉字',
  ]
  const written = toDailyHotRss(
    listOf(...odd.map((title, at) => item({ id: `id ${at} <&>`, title, url: `https://demo.test/?q=${at}&x=<y>` }))),
    600,
  )
  const other = parseRssFeed(written)
  expect(other.items?.map(({ title }) => title)).toEqual(odd)
  expect(other.items?.map(({ guid }) => guid?.value)).toEqual(odd.map((_, at) => `id ${at} <&>`))
  expect(other.items?.map(({ link }) => link)).toEqual(odd.map((_, at) => `https://demo.test/?q=${at}&x=<y>`))
  expect([other.title, other.link, other.ttl]).toEqual(['示例 & <站> · 热榜', 'https://demo.test/?a=1&b=2', 10])
  expect(parseFeed(written).map(({ title, id }) => [title, id])).toEqual(
    odd.map((title, at) => [title.replaceAll('<', '&lt;'), `id ${at} <&>`]),
  )
})

test('a description is HTML that shows the text as it is', () => {
  const [entry] = parseRssFeed(toDailyHotRss(listOf(item({ desc: '1 < 2 & ]]> <b>' })), 60)).items ?? []
  expect(entry?.description).toBe('1 &lt; 2 &amp; ]]&gt; &lt;b&gt;')
})

test('what XML cannot hold is left out, and nothing else', () => {
  const written = toDailyHotRss(listOf(item({ title: 'a\u0000\u0007\u001f\ud800b\uffff\tc', desc: '\u000b' })), 60)
  expect(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(written)).toBe(false)
  expect(parseRssFeed(written).items?.[0]?.title).toBe('a�b\tc')
})

test('times and pictures are told where they are known, and never made up', () => {
  const known = item({ timestamp: Date.UTC(2026, 10, 19, 8), cover: 'https://pic.test/a.png?x=1&y=2' })
  const [told, untold] = parseFeed(toDailyHotRss(listOf(known, item({ id: '2' })), 120))
  expect([told?.time, told?.image]).toEqual(['Thu, 19 Nov 2026 08:00:00 GMT', 'https://pic.test/a.png?x=1&y=2'])
  expect([untold?.time, untold?.image]).toEqual(['', ''])
})

test('an old list says so where readers show what a feed is', () => {
  const old = { ...listOf(item({})), message: 'this is the list as it was' }
  expect(parseRssFeed(toDailyHotRss(old, 60)).description).toBe('this is the list as it was')
  expect(toDailyHotRss(old, 5)).toContain('<ttl>1</ttl>')
})

test('a feed of nothing is a feed', () => {
  expect(toDailyHotRss(listOf(), 60)).toMatch(
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<rss version="2\.0"[\s\S]+<\/rss>\s*$/,
  )
})
