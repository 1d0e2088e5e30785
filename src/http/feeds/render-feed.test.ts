// Feeds in their three formats: well-formed, valid, and read by another parser as they were meant.
import { parseXml } from '@rgrove/parse-xml'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith'
import schema from 'jsonfeed-schema/schema-v1.1.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { parseFeed } from '../../upstream/net/feed.ts'
import { type Feed, type FeedItem, feedId } from './feed.ts'
import { renderFeed, renderOpml, toDailyHotRss } from './render-feed.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const self = 'https://trawl.test/feeds/x?kw=纸鹤&b=1'
const first = { id: feedId('list', 'weibo', '纸鹤 & <1>'), title: 'one', url: 'https://demo.test/1' }

function feedOf(...items: Partial<FeedItem>[]): Feed {
  return {
    ...{
      id: feedId('list', 'weibo'),
      title: '微博 & <热搜>',
      description: 'a > b',
      home: 'https://demo.test/?a=1&b=2',
    },
    ...{ updatedAt: noon, interval: 600, items: items.map((item) => ({ ...first, ...item })) },
  }
}

const odd = [
  'a & b < c > d "e" \'f\'',
  'ends ]]> in the middle ]]>',
  '<script>alert(1)</script>',
  '> <![CDATA[ nested ]]>  </title>',
  '&amp; &#0; &nope;',
  '表情 🎬 汉字',
]

const ajv = new Ajv({ strict: false })
formats.default(ajv)
const isJsonFeed = ajv.compile(schema)

it('gives a reader of each format the titles, addresses and ids as they were', () => {
  const items = odd.map((title, at) => ({ id: feedId('item', title), title, url: `https://demo.test/?q=${at}&x=<y>` }))
  const feed = feedOf(...items)
  const urls = odd.map((_, at) => `https://demo.test/?q=${at}&x=%3Cy%3E`)
  const ids = items.map(({ id }) => id)
  const rss = parseRssFeed(renderFeed(feed, 'rss', self))
  expect([rss.title, rss.link, rss.ttl]).toEqual(['微博 & <热搜>', 'https://demo.test/?a=1&b=2', 10])
  const read = rss.items?.map(({ title, link, guid }) => [title, link, guid?.value])
  const expected = odd.map((title, at) => [title, urls[at], ids[at]])
  expect(read).toEqual(expected)
  const atom = parseAtomFeed(renderFeed(feed, 'atom', self))
  expect(atom.entries?.map(({ title, links, id }) => [title?.value, links?.[0]?.href, id])).toEqual(expected)
  const json = parseJsonFeed(renderFeed(feed, 'json', self))
  expect(json.items?.map(({ title, url, id }) => [title, url, id])).toEqual(expected)
})

it('says in each format which address it was requested at', () => {
  const encoded = 'https://trawl.test/feeds/x?kw=%E7%BA%B8%E9%B9%A4&b=1'
  const links = [{ rel: 'self', href: encoded }]
  expect(parseRssFeed(renderFeed(feedOf(), 'rss', self)).atom).toMatchObject({ links })
  expect(parseAtomFeed(renderFeed(feedOf(), 'atom', self)).links).toMatchObject([...links, { rel: 'alternate' }])
  expect(parseJsonFeed(renderFeed(feedOf(), 'json', self)).feed_url).toBe(encoded)
})

it('is well-formed XML that validates, whatever the texts hold', () => {
  const broken = 'a\u0000\u0007\ud800b\uffff\tc'
  const item = { title: broken, summary: `${broken}\nnext`, author: broken, image: 'https://pic.test/a.png?x=1&y=2' }
  const links = [{ text: '<b>', url: 'https://demo.test/?a&"b"' }]
  const feed = { ...feedOf({ ...item, links, publishedAt: noon }, {}), title: broken }
  const [rss, atom] = (['rss', 'atom'] as const).map((format) => parseXml(renderFeed(feed, format, self)).root)
  expect([rss?.name, atom?.name, atom?.attributes.xmlns]).toEqual(['rss', 'feed', 'http://www.w3.org/2005/Atom'])
  expect(isJsonFeed(JSON.parse(renderFeed(feed, 'json', self))), JSON.stringify(isJsonFeed.errors)).toBe(true)
  const [entry] = parseAtomFeed(renderFeed(feed, 'atom', self)).entries ?? []
  expect(entry?.title?.value).toBe('a\ufffdb\tc')
  expect(entry?.content).toEqual({
    type: 'html',
    value: '<p>a\ufffdb\tc<br>next</p><ul><li><a href="https://demo.test/?a&amp;%22b%22">&lt;b&gt;</a></li></ul>',
  })
})

it('has in Atom what the format requires, also without items and without times', () => {
  for (const feed of [feedOf(), feedOf({}), { ...feedOf(), updatedAt: 0 }]) {
    const { id, title, updated, authors, entries = [] } = parseAtomFeed(renderFeed(feed, 'atom', self))
    const parts: unknown[] = [
      id,
      title,
      updated,
      authors,
      ...entries.flatMap((one) => [one.id, one.title, one.updated]),
    ]
    expect(parts).not.toContain(undefined)
  }
})

it('validates without items as JSON', () => {
  expect(isJsonFeed(JSON.parse(renderFeed(feedOf(), 'json', self)))).toBe(true)
})

it('tells times where they are known and dates can hold them', () => {
  const feed = feedOf(
    { publishedAt: noon },
    {},
    { publishedAt: -1 },
    { publishedAt: 8.64e15 },
    { publishedAt: Number.NaN },
  )
  const rss = parseRssFeed(renderFeed(feed, 'rss', self)).items?.map(({ pubDate }) => pubDate)
  expect(rss).toEqual(['Sat, 21 Nov 2026 12:00:00 GMT', undefined, undefined, undefined, undefined])
  const json = parseJsonFeed(renderFeed(feed, 'json', self)).items?.map(({ date_published }) => date_published)
  expect(json).toEqual(['2026-11-21T12:00:00.000Z', undefined, undefined, undefined, undefined])
})

it('encodes addresses that are no URIs as they stand, and ids of any text', () => {
  const url = 'ed2k://|file|纸鹤 1.mkv|1|%41|/'
  const [item] = parseRssFeed(renderFeed(feedOf({ url }), 'rss', self)).items ?? []
  expect(item?.link).toBe('ed2k://%7Cfile%7C%E7%BA%B8%E9%B9%A4%201.mkv%7C1%7C%41%7C/')
  expect(feedId('list', 'a b/纸\ud800')).toBe('tag:trawl,2026:list/a%20b%2F%E7%BA%B8%EF%BF%BD')
})

it('writes addresses of feeds as OPML', () => {
  const feeds = [{ title: 'a & "b"', url: 'https://trawl.test/feeds/list/a.rss', home: 'https://a.test/?x&y' }]
  const text = renderOpml('Trawl', [{ title: '国内', feeds }])
  expect(parseXml(text).root?.name).toBe('opml')
  expect(parseOpml(text).body?.outlines).toEqual([
    {
      text: '国内',
      outlines: [
        {
          ...{ text: 'a & "b"', title: 'a & "b"', type: 'rss' },
          ...{ xmlUrl: 'https://trawl.test/feeds/list/a.rss', htmlUrl: 'https://a.test/?x&y' },
        },
      ],
    },
  ])
})

it('gives no time for an RSS feed without items, of which none is known', () => {
  const empty = { ...feedOf(), updatedAt: 0 }
  expect(parseRssFeed(renderFeed(empty, 'rss', self)).lastBuildDate).toBeUndefined()
  expect(parseRssFeed(renderFeed(feedOf(), 'rss', self)).lastBuildDate).toBe(new Date(noon).toUTCString())
})

it('gives of a DailyHot list what it has, with its ids, and says of an old one that it is', () => {
  const item = { id: 'a <&>', title: 'one', url: 'https://demo.test/1', mobileUrl: 'https://demo.test/1' }
  const known = { ...item, desc: '1 < 2', timestamp: noon, cover: 'https://pic.test/a.png?x=1&y=2' }
  const list = {
    ...({ code: 200, name: 'demo', title: '示例', type: '热榜', link: 'https://demo.test/', total: 2 } as const),
    ...{ updateTime: new Date(noon).toISOString(), fromCache: false, data: [known, item] },
  }
  const [first, second] = parseFeed(toDailyHotRss(list, 600))
  expect(first).toMatchObject({ id: 'a <&>', title: 'one', url: 'https://demo.test/1' })
  expect([first?.time, first?.image]).toEqual(['Sat, 21 Nov 2026 12:00:00 GMT', 'https://pic.test/a.png?x=1&y=2'])
  expect([second?.time, second?.image]).toEqual(['', ''])
  const { title, ttl, items } = parseRssFeed(toDailyHotRss({ ...list, message: 'as it was' }, 5))
  expect([title, ttl, items?.[0]?.description]).toEqual(['示例 · 热榜', 1, '<p>1 &lt; 2</p>'])
  expect(parseRssFeed(toDailyHotRss({ ...list, message: 'as it was' }, 60)).description).toBe('as it was')
  expect(parseXml(toDailyHotRss({ ...list, data: [] }, 60)).root?.name).toBe('rss')
})
