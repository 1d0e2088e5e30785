// Rows of JSON replies and what the status in a reply means; items of feeds and articles; the order of a time line.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeSite } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { articleItem, feedItems, jsonRows, newestFirst } from './json-list.ts'

const rows = { rows: 'data.list', row: z.string() }
const home = 'https://site.example'
const [address, url] = [`${home}/api`, `${home}/p/1`]

function opened(reply: unknown, ok: NonNullable<Parameters<typeof jsonRows>[2]['ok']> = ['errno', 0, 'msg']) {
  return jsonRows(makeSite(() => reply).begin().io, address, { ...rows, ok })
}

describe('what an interface holds', () => {
  it.each([0, '0'])('is given when the code is %j', async (errno) => {
    expect(await opened({ errno, msg: '', data: { list: ['纸鹤'] } })).toEqual(['纸鹤'])
  })

  it('is given when the code is the word for success', async () => {
    expect(await opened({ status: 'success', data: { list: [] } }, ['status', 'success', 'message'])).toEqual([])
  })

  it('is given when the code says yes, and refused when it says no', async () => {
    const ok = ['success', true, 'message'] as const
    expect(await opened({ success: true, data: { list: [] } }, ok)).toEqual([])
    expect(await failureOf(opened({ success: false, message: '系统维护' }, ok))).toMatchObject({
      message: 'answered with an error: false 系统维护',
    })
  })

  it('is requested as a page requests it, with the further headers of the site', async () => {
    const site = makeSite(() => ({ errno: 0, data: { list: [] } }))
    const headers = { referer: 'https://site.example/' }
    const init = { method: 'POST', body: { a: 1 }, headers } as const
    await jsonRows(site.begin().io, address, { ...rows, ok: ['errno', 0, 'msg'], ...init })
    expect(site.asked).toMatchObject([
      { sent: '{"a":1}', headers: { ...headers, accept: expect.stringContaining('application/json') } },
    ])
  })
})

describe('a refusal', () => {
  it('says its code and words, whatever its data look like', async () => {
    const failure = await failureOf(opened({ errno: 10012, msg: 'sign error', data: {} }))
    expect(failure).toBeInstanceOf(UpstreamError)
    expect(failure).toMatchObject({ kind: 'mismatch', message: 'answered with code 10012: sign error' })
  })

  it('is a block where it is one for throttling', async () => {
    expect(await failureOf(opened({ errno: 1, msg: '访问过于频繁' }))).toMatchObject({ kind: 'blocked' })
  })

  it.each([
    [{ errno: 'A00001', msg: null }, 'answered with an error: A00001'],
    [{ errno: 'error', msg: '系统升级' }, 'answered with an error: error 系统升级'],
    [{ errno: -1, msg: {} }, 'answered with code -1'],
    [{ msg: '系统升级' }, 'answered with an error: 系统升级'],
  ])('%j says what it can', async (reply, message) => {
    expect(await failureOf(opened(reply))).toMatchObject({ message })
  })
})

it.each([{}, { errno: null }, { errno: '' }, { errno: {} }])('%j is no envelope', async (reply) => {
  const messages = { kind: 'mismatch', message: 'the reply has no errno' }
  expect(await failureOf(opened(reply))).toMatchObject(messages)
})

it.each(['[]', 'null', '<html>登录</html>'])('%s is not even a reply', async (page) => {
  expect(await failureOf(opened(page))).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
})

it('says where success does not hold what it should', async () => {
  const message = expect.stringContaining('data.list')
  expect(await failureOf(opened({ errno: 0, data: { list: 'none' } }))).toMatchObject({ kind: 'mismatch', message })
})

function itemsOf(feed: string) {
  return feedItems(makeSite(() => feed).begin().io, address)
}

function rss(...entries: readonly string[]): string {
  return `<rss version="2.0"><channel><title>x</title>${entries.map((entry) => `<item>${entry}</item>`).join('')}</channel></rss>`
}

it('an entry of RSS is known by its link and titled in plain text', async () => {
  const items = await itemsOf(
    rss(
      '<title><![CDATA[纸鹤 &amp; <b>守塔人</b>]]></title><link>https://site.example/1</link><guid>g1</guid><pubDate>Mon, 06 Jul 2026 09:16:00 +0800</pubDate>',
      '<title>次</title><link>https://site.example/2</link><pubDate>some day</pubDate>',
    ),
  )
  expect(items).toEqual([
    { id: `${home}/1`, title: '纸鹤 & 守塔人', url: `${home}/1`, pubDate: new Date('2026-07-06T01:16:00Z') },
    { id: `${home}/2`, title: '次', url: `${home}/2`, pubDate: undefined },
  ])
})

it('an entry of Atom leads to its page, and its time is the one of its last change', async () => {
  const entry = (times: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><id>e</id><title>一</title><link rel="self" href="https://site.example/e.xml"/><link rel="alternate" href="https://site.example/e"/>${times}</entry></feed>`
  const published = '<published>2026-07-05T23:10:00-07:00</published>'
  const later = '<updated>2026-07-06T03:10:00-07:00</updated>'
  expect(await itemsOf(entry(published + later))).toMatchObject([
    { id: 'https://site.example/e', url: 'https://site.example/e', pubDate: new Date('2026-07-06T10:10:00Z') },
  ])
  expect(await itemsOf(entry(published))).toMatchObject([{ pubDate: new Date('2026-07-06T06:10:00Z') }])
})

it('what is no feed is a mismatch', async () => {
  expect(await failureOf(itemsOf('<html><body>enable JavaScript</body></html>'))).toMatchObject({ kind: 'mismatch' })
})

it('of an article, title and summary lose their tags, the page serves phones too, and the picture comes over https', () => {
  const given = { title: '<em>纸鹤</em> &amp; 灯塔', hover: '<p>一\n二</p>', icon: '//img.example/1.jpg' }
  const item = { title: '纸鹤 & 灯塔', hover: '一 二', icon: 'https://img.example/1.jpg' }
  expect(articleItem({ id: 1, url, ...given })).toEqual({ id: 1, url, mobileUrl: url, ...item })
})

it('of an article, a page for phones, and all else, stays as it is given', () => {
  const others = { mobileUrl: 'https://m.site.example/1', pubDate: new Date(0), hot: 5, info: '<b>', date: '2026' }
  expect(articleItem({ id: 1, title: 'a', url, ...others })).toMatchObject({ id: 1, title: 'a', url, ...others })
})

it('of an article, what is absent stays absent', () => {
  const absent = { url: null, mobileUrl: null, icon: undefined }
  expect(articleItem({ id: 1, title: null, url: null, icon: null })).toEqual({ id: 1, title: '', hover: '', ...absent })
})

function timed(id: string, time?: string) {
  return { id, title: id, url: 'https://a.site.test/', ...(time === undefined ? {} : { pubDate: new Date(time) }) }
}

it('the order of a time line is by time, the newest first; equal times stay as they were, no time comes last', () => {
  const given = [
    timed('unknown'),
    timed('noon', '2026-07-06T04:00:00Z'),
    timed('morning', '2026-07-06T01:00:00Z'),
    timed('noon too', '2026-07-06T04:00:00Z'),
    timed('unknown too'),
    timed('evening', '2026-07-06T10:00:00Z'),
  ]
  expect(
    newestFirst(given, new Date('2026-07-07T00:00:00Z'))
      .map(({ id }) => id)
      .join(),
  ).toBe('evening,noon,noon too,morning,unknown,unknown too')
  expect(given[0]?.id).toBe('unknown')
})

it('the order of a time line takes a time in the future for unknown', () => {
  const given = [timed('in a lifetime', '2099-01-01T00:00:00Z'), timed('today', '2026-07-06T04:00:00Z')]
  expect(newestFirst(given, new Date('2026-07-07T00:00:00Z')).map(({ id }) => id)).toEqual(['today', 'in a lifetime'])
})
