// Fetching declared lists: all keys of all kinds, parsing of replies, and failure messages.
import { describe, expect, it, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { parseDeclaredLists } from './load-file.ts'

/** 2026-09-14 12:00 in China. */
const now = Date.UTC(2026, 8, 14, 4)

/** The list `l` of these lines, against a site that always sends `reply`. */
function listOf(lines: readonly string[], reply: unknown) {
  const text = ['l:', '  name: L', ...lines.map((line) => `  ${line}`)].join('\n')
  const family = parseDeclaredLists(text, 'sources.yaml', () => undefined).get('l')
  return makeAskingList(family, 'l', () => reply, now)
}

async function itemsOf(lines: readonly string[], reply: unknown) {
  return (await listOf(lines, reply).ask()).items
}

/** The message of a failing list. */
async function reportedOf(lines: readonly string[], reply: unknown): Promise<unknown> {
  const failure = await failureOf(listOf(lines, reply).ask())
  expect(failure).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
  return failure instanceof Error ? failure.message : failure
}

const json = ['json: https://api.l.test/v1/hot?n=50', 'title: title', 'url: url']
const page = ['page: https://l.test/list/hot', 'items: .row', 'title: a.title']

describe('JSON', () => {
  it('is an array of rows, or has one where items says', async () => {
    const rows = [
      { title: 'A', url: 'https://l.test/1' },
      { title: 'B', url: 'https://l.test/2' },
    ]
    const found = [
      { id: 'https://l.test/1', title: 'A', url: 'https://l.test/1' },
      { id: 'https://l.test/2', title: 'B', url: 'https://l.test/2' },
    ]
    expect(await itemsOf(json, rows)).toEqual(found)
    for (const path of [
      'data.list',
      '$.data.list',
      '$["data"].list',
      'data.list[*]',
      'data..list',
      'data.list.*',
      '.data.list',
    ])
      expect(await itemsOf([...json, `items: ${path}`], { data: { list: rows } }), path).toEqual(found)
    expect(await itemsOf([...json, 'items: "[0].rows"'], [{ rows }])).toEqual(found)
    expect(
      await itemsOf([...json, 'items: data[?@.ad == false]'], {
        data: rows.map((row, at) => ({ ...row, ad: at === 0 })),
      }),
    ).toEqual(found.slice(1))
    expect(await itemsOf([...json, 'items: data.*'], { data: { a: rows[0], b: rows[1] } })).toEqual(found)
    expect(await itemsOf([...json, 'items: data[*]'], { data: [rows[0]] })).toEqual(found.slice(0, 1))
  })

  it('gives every value of an item', async () => {
    const row = {
      short: 'x1',
      title: ' Of <em>A</em> &amp; B\n ',
      url: '/t/1',
      m: '//m.l.test/t/1',
      n: '1.2万',
      at: '2026-09-14T03:00:00Z',
      text: '<p>More &lt;b&gt;</p>',
      by: { name: 'me' },
      score: 7,
      pic: ['', 'https://l.test/a.png'],
    }
    const keys = [
      'id: short',
      'mobileUrl: m',
      'hot: n',
      'time: at',
      'hover: text',
      "info: '{score} 分 · {by.name}'",
      'icon: pic[*]',
    ]
    expect(await itemsOf([...json, ...keys], [row])).toEqual([
      {
        id: 'x1',
        title: 'Of A & B',
        url: 'https://api.l.test/t/1',
        mobileUrl: 'https://m.l.test/t/1',
        pubDate: Date.UTC(2026, 8, 14, 3),
        hot: 12_000,
        hover: 'More <b>',
        info: '7 分 · me',
        icon: 'https://l.test/a.png',
      },
    ])
  })

  it('keeps all digits of numbers that are too long to be one', async () => {
    const reply =
      '[{"n": 7301234567890123457, "title": "A"}, {"n": 7301234567890123458, "title": "B", "x": "9007199254740993"}]'
    const items = await itemsOf([...json.slice(0, 2), 'url: https://l.test/{n}', 'id: n'], reply)
    expect(items.map(({ id, url }) => [id, url])).toEqual([
      ['7301234567890123457', 'https://l.test/7301234567890123457'],
      ['7301234567890123458', 'https://l.test/7301234567890123458'],
    ])
  })

  it('makes addresses of values, fit to stand in one', async () => {
    const url = async (text: string, row: object) =>
      (await itemsOf([...json.slice(0, 2), `url: ${JSON.stringify(text)}`], [{ title: 'A', ...row }]))[0]?.url
    expect(await url('https://l.test/s/{id}', { id: 12 })).toBe('https://l.test/s/12')
    expect(await url('https://l.test/s?q={q}&n=1', { q: 'a&b=c d#e?' })).toBe(
      'https://l.test/s?q=a%26b%3Dc%20d%23e%3F&n=1',
    )
    expect(await url('https://l.test/{ name }', { name: '猫/狗' })).toBe('https://l.test/%E7%8C%AB/%E7%8B%97')
    expect(await url('https://l.test{path}', { path: '/a?b=c' })).toBe('https://l.test/a?b=c')
    expect(await url('{link}?from=l', { link: 'https://l.test/a' })).toBe('https://l.test/a?from=l')
    expect(await url('/t/{id}-{page}', { id: 1, page: 2 })).toBe('https://api.l.test/t/1-2')
    expect(await url('https://l.test/always', {})).toBe('https://l.test/always')
    expect(await url('url', { url: '\ud800' })).toBe('https://api.l.test/v1/%EF%BF%BD')
    expect(await url('https://l.test/{q}', { q: 'a\ud800' })).toBe('https://l.test/a%EF%BF%BD')
  })

  it('leaves out rows without title or address, and values that are not there', async () => {
    const rows = [
      { title: '', url: '/1' },
      { title: 'B' },
      { title: 'C', url: 'javascript:alert(1)' },
      null,
      'text',
      { title: { zh: 'D' }, url: '/4' },
      { title: 'E', url: '/5', hot: 'many', time: 'soon', icon: 'data:image/png;base64,', by: null },
    ]
    const keys = ['hot: hot', 'time: time', 'icon: icon', 'info: "by {by}"', 'hover: nowhere', 'mobileUrl: nowhere']
    expect(await itemsOf([...json, ...keys], rows)).toEqual([
      { id: 'https://api.l.test/5', title: 'E', url: 'https://api.l.test/5' },
    ])
  })

  it('asks as a browser does, with the headers of the file in place of its own', async () => {
    const { ask, asked } = listOf(
      [...json, 'headers:', '  Referer: https://l.test/', '  User-Agent: L/1'],
      [{ title: 'A', url: '/' }],
    )
    await ask()
    expect(asked[0]?.url.href).toBe('https://api.l.test/v1/hot?n=50')
    expect(asked[0]?.headers).toMatchObject({
      referer: 'https://l.test/',
      'user-agent': 'L/1',
      accept: expect.stringContaining('json'),
    })
  })

  it('fails with the key that found nothing', async () => {
    const row = { title: 'A', url: '/1' }
    expect(await reportedOf(json, { data: [row] })).toBe(
      'the response is not an array; items must give the path of the rows',
    )
    expect(await reportedOf([...json, 'items: data.list'], { data: [row] })).toBe(
      'items: data.list finds nothing in the response',
    )
    expect(await reportedOf([...json, 'items: data'], { data: { list: [row] } })).toBe(
      'items: data finds no array in the response',
    )
    expect(await reportedOf([...json, 'items: data[*]'], { data: [] })).toBe(
      'items: data[*] finds nothing in the response',
    )
    expect(await reportedOf([...json, 'items: data'], { data: [] })).toBe('the list is empty')
    expect(await reportedOf(json, [{ name: 'A', url: '/1' }, row.url])).toBe(
      'title: title finds nothing in any of 2 rows',
    )
    expect(await reportedOf(json, [{ title: 'A', url: 'http://' }])).toBe('url: url finds no URL in any of 1 rows')
    expect(await reportedOf([...json, 'id: a.b'], [row, row])).toBe('id: a.b finds nothing in any of 2 rows')
    expect(await reportedOf([...json, "items: '[*]'"], [[row], [row]])).toBe(
      'title: title finds nothing in any of 2 rows; the rows are arrays: end items with [*] to select their entries',
    )
    expect(await reportedOf(json, [{ title: 'A' }, { url: '/1' }])).toBe('none of 2 items has an id, a title and a URL')
    expect(await reportedOf(json, '<html>')).toBe('the response is not JSON')
    expect(await reportedOf(json, '')).toBe('the response is not JSON')
    expect(await reportedOf([...json, 'items: "$..list"'], `${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toBe(
      'the response is nested too deeply for a JSON path',
    )
  })
})

describe('times and figures', () => {
  const one = async (key: string, value: unknown) =>
    (await itemsOf([...json, `${key}: v`], [{ title: 'A', url: '/1', v: value }]))[0]

  it.each([
    [1_789_344_000, '2026-09-14T00:00:00.000Z'],
    ['1789344000', '2026-09-14T00:00:00.000Z'],
    [1_789_344_000.5, '2026-09-14T00:00:00.500Z'],
    [1_789_344_000_123, '2026-09-14T00:00:00.123Z'],
    ['昨天 10:20', '2026-09-13T02:20:00.000Z'],
  ])('reads %s as a time', async (value, at) => {
    expect((await one('time', value))?.pubDate).toBe(Date.parse(at))
  })

  it.each([0, -1, 7, 2026, '20260914', 1e300, 'soon', true, null, [], {}])('reads %s as no time', async (value) => {
    expect(await one('time', value)).toEqual({ id: 'https://api.l.test/1', title: 'A', url: 'https://api.l.test/1' })
  })

  it.each([
    [-5, -5],
    ['-5', -5],
    [1.5, 1.5],
    ['1.2亿', 120_000_000],
    [0, undefined],
    ['0 次', undefined],
  ])('reads %s as a figure', async (value, figure) => {
    expect((await one('hot', value))?.hot).toBe(figure)
  })
})

describe('a page', () => {
  const rows = (...inside: readonly string[]) =>
    inside.map((html) => `<div class="row" data-id="7">${html}</div>`).join('')

  it('gives every value of an item: text, attributes, the row itself', async () => {
    const html = rows(
      `<h2><a class="title" href="/t/1" title="Whole"> A <b>&amp;</b> B </a></h2><span>1.2万 次</span>
       <time datetime="2026-09-14T03:00:00Z">just now</time><p>First</p><p>Second</p><img src="/a.png" data-src="//l.test/b.png">`,
    )
    const keys = [
      'id: "@data-id"',
      'mobileUrl: "https://m.l.test/{@data-id}"',
      'hot: span',
      'time: time',
      'hover: p:nth-of-type(2)',
    ]
    expect(await itemsOf([...page, ...keys, 'info: "{span} · {h2 a@title}"', 'icon: img@data-src'], html)).toEqual([
      {
        id: '7',
        title: 'A & B',
        url: 'https://l.test/t/1',
        mobileUrl: 'https://m.l.test/7',
        pubDate: Date.UTC(2026, 8, 14, 3),
        hot: 12_000,
        hover: 'Second',
        info: '1.2万 次 · Whole',
        icon: 'https://l.test/b.png',
      },
    ])
    expect((await itemsOf([...page, 'icon: img', 'url: a@href', 'info: ":scope@class"'], html))[0]).toMatchObject({
      icon: 'https://l.test/a.png',
      url: 'https://l.test/t/1',
      info: 'row',
    })
  })

  it('takes the brackets of a selector in braces for a part of it, and those around braces for an optional part', async () => {
    const [item] = await itemsOf(
      [...page, `info: '{a[href$="/1"]} [x][ · {[lang="en"]}][ · {[lang="zh"]}]'`],
      [rows('<a class="title" href="/t/1">A</a><i lang="en">B</i>')].join(''),
    )
    expect(item?.info).toBe('A [x] · B')
  })

  it('finds the link of a row by itself: of the title, in it, around it, of the row, in the row', async () => {
    const url = async (title: string, html: string, items = '.row') => {
      const lines = ['page: https://l.test/list/hot', `items: ${items}`, `title: ${JSON.stringify(title)}`]
      return (await itemsOf(lines, html))[0]?.url
    }
    const decoy = '<a href="/decoy">me</a>'
    expect(await url('.t', rows(`${decoy}<a class="t" href="1">A</a>`))).toBe('https://l.test/list/1')
    expect(await url('.t', rows(`${decoy}<h2 class="t"><a href="/1">A</a></h2>`))).toBe('https://l.test/1')
    expect(await url('.t', rows(`${decoy}<a href="/1"><b class="t">A</b></a>`))).toBe('https://l.test/1')
    expect(await url('h3, .t', rows(`${decoy}<h2 class="t"><a href="/1">A</a></h2>`))).toBe('https://l.test/1')
    expect(await url('> h2', rows(`${decoy}<h2><a href="/1">A</a></h2>`))).toBe('https://l.test/1')
    expect(await url('.t@title', rows(`${decoy}<a class="t" href="/1" title="A"></a>`))).toBe('https://l.test/1')
    expect(await url('.t', rows('<b class="t">A</b><i><a href="/1">go</a></i>'))).toBe('https://l.test/1')
    expect(await url('.t', '<a class="row" href="/1"><b class="t">A</b></a>')).toBe('https://l.test/1')
    expect(await url(':scope', '<a class="row" href="/1">A</a>')).toBe('https://l.test/1')
    expect(await url('{.t}!', rows(`<b class="t">A</b><a href="/1">go</a>`))).toBe('https://l.test/1')
    expect(await url('b:first', rows('<b>A</b><a href="/1">go</a>'))).toBe('https://l.test/1')
  })

  it('reads the text of a time without such an attribute, and the first of several selectors within the row', async () => {
    const html = rows('<a class="title" href="/1">A</a><i>4小时前</i>')
    expect((await itemsOf([...page, 'time: time, i'], html))[0]?.pubDate).toBe(Date.UTC(2026, 8, 14))
  })

  it('fails with the key that found nothing', async () => {
    const html = rows('<b>A</b>', '<b>B</b>')
    expect(await reportedOf(page, '<p>1</p>')).toBe('the page has no .row')
    expect(await reportedOf(page, html)).toBe('title: a.title finds nothing in any of 2 rows')
    expect(await reportedOf([...page.slice(0, 2), 'title: b'], html)).toBe(
      'url: the link of the title or the row finds no URL in any of 2 rows',
    )
    expect(await reportedOf([...page.slice(0, 2), 'title: b', 'url: i'], html)).toBe(
      'url: i finds no URL in any of 2 rows',
    )
    expect(await reportedOf(page, `<div class="row">${html}</div>`)).toBe('a page whose items are nested in each other')
  })

  it.each(['<i></i>', 'a<i></i>'])('is not looked through where so many stand beside each other: %s', async (pair) => {
    const wide = pair.repeat(2_501)
    for (const html of [wide, `<div class="row"><p>${wide}</p></div>`])
      expect(await reportedOf([...page, 'hot: :nth-child(2n)'], html)).toBe('the page has more than 2500 sibling nodes')
  })
})

describe('a feed', () => {
  const feed = ['feed: https://l.test/feed.xml']
  const entry = (inside: string) => `<rss><channel><item>${inside}</item></channel></rss>`

  it('has everything in its place', async () => {
    const item = `<title>A &amp;amp; B</title><link>/1</link><guid isPermaLink="false">g1</guid><author> me\n </author>
      <pubDate>Mon, 14 Sep 2026 03:00:00 GMT</pubDate><description>&lt;p&gt;More&lt;/p&gt;</description><enclosure type="image/png" url="/a.png"/>`
    expect(await itemsOf(feed, entry(item))).toEqual([
      {
        id: 'g1',
        title: 'A & B',
        url: 'https://l.test/1',
        pubDate: Date.UTC(2026, 8, 14, 3),
        hover: 'More',
        info: 'me',
        icon: 'https://l.test/a.png',
      },
    ])
  })

  it('may be of posts without a title or an id', async () => {
    const words = 'word '.repeat(30)
    const [item] = await itemsOf(
      feed,
      entry(`<link>https://l.test/1</link><description>&lt;p&gt;${words}&lt;/p&gt;</description>`),
    )
    expect(item).toMatchObject({ id: 'https://l.test/1', hover: words.trim(), title: `${words.slice(0, 100)}…` })
  })

  it('is no list without entries, and none when it is a page', async () => {
    expect(await reportedOf(feed, '<rss><channel></channel></rss>')).toBe('the list is empty')
    expect(await reportedOf(feed, '<html></html>')).toBe('not the feed this source expects: it is html')
  })
})

test('a time line is sorted by time, a ranking never, nor a time line that says so', async () => {
  const rows = [1, 3, 2].map((hour) => ({ title: `${hour}`, url: `/${hour}`, at: `2026-09-14T0${hour}:00:00Z` }))
  const order = async (...lines: readonly string[]) =>
    (await itemsOf([...json, 'time: at', ...lines], rows)).map(({ title }) => title)
  expect(await order('type: realtime')).toEqual(['3', '2', '1'])
  expect(await order('type: hottest')).toEqual(['1', '3', '2'])
  expect(await order('type: realtime', 'sorted: false')).toEqual(['1', '3', '2'])
})
