// Feeds over the whole service: what each holds, who may read it, and what a reader that asks again costs.
import { parseXml } from '@rgrove/parse-xml'
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith'
import { expect, it } from 'vitest'
import { newFolder } from './kit/disk.ts'
import { lockedBy, proofs, startWholeTrawl, type WholeTrawlOptions } from './kit/whole-trawl.ts'

async function start(options: WholeTrawlOptions = {}) {
  const trawl = await startWholeTrawl(options)
  const get = (url: string, headers: Record<string, string> = {}) =>
    trawl.app.inject({ url, headers: { host: 'trawl.test:8888', ...headers } })
  return { ...trawl, get }
}

it('shows a list in three formats, with the same ids in the order of the list', async () => {
  const { get } = await start()
  const list = (await get('/api/v1/sources/weibo?limit=50')).json()
  const [rss, atom, json] = await Promise.all(
    ['rss', 'atom', 'json'].map((format) => get(`/feeds/list/weibo.${format}`)),
  )
  const read = parseRssFeed(rss?.body ?? '')
  expect(read.items?.map(({ title }) => title)).toEqual(list.data.map(({ title }: { title: string }) => title))
  const ids = read.items?.map(({ guid }) => guid?.value)
  expect(new Set(ids).size).toBe(list.total)
  expect(parseAtomFeed(atom?.body ?? '').entries?.map(({ id }) => id)).toEqual(ids)
  expect(parseJsonFeed(json?.body ?? '').items?.map(({ id }) => id)).toEqual(ids)
  expect([rss, atom, json].map((answer) => answer?.headers['content-type'])).toEqual([
    'application/rss+xml; charset=utf-8',
    'application/atom+xml; charset=utf-8',
    'application/feed+json; charset=utf-8',
  ])
  expect(read.atom?.links?.[0]?.href).toBe('http://trawl.test:8888/feeds/list/weibo.rss')
})

it('is not sent twice to who has it, by ETag or by date', async () => {
  const { get } = await start()
  const { headers } = await get('/feeds/list/weibo.rss')
  const { etag, 'last-modified': modified } = headers
  const again = async (name: string, value: unknown) =>
    (await get('/feeds/list/weibo.rss', { [name]: String(value) })).statusCode
  expect(headers['cache-control']).toBe('no-cache')
  expect([await again('if-none-match', etag), await again('if-modified-since', modified)]).toEqual([304, 304])
  expect(await again('if-modified-since', 'Fri, 20 Nov 2020 12:00:00 GMT')).toBe(200)
  expect((await get('/feeds/list/weibo.rss', { 'if-none-match': String(etag), host: 'other.test' })).statusCode).toBe(
    200,
  )
})

it('names in its addresses the host and the scheme that the client used, and nothing else', async () => {
  const { get } = await start()
  const selfOf = async (headers: Record<string, string>) =>
    parseJsonFeed((await get('/feeds/trends.json', headers)).body).feed_url
  expect(await selfOf({ 'x-forwarded-proto': 'https', host: 'trawl.test' })).toBe(
    'https://trawl.test/feeds/trends.json',
  )
  expect(await selfOf({ 'x-forwarded-proto': 'ftp', host: '[::1]:80' })).toBe('http://[::1]:80/feeds/trends.json')
  expect(await selfOf({ host: 'a"><b' })).toBe('http://localhost/feeds/trends.json')
})

it('shows of a column the newest items of its lists, each with the list as its author', async () => {
  const { get } = await start({ env: { ENABLED_SOURCES: 'weibo,zhihu,v2ex-share' } })
  const { items = [] } = parseJsonFeed((await get('/feeds/column/china.json?limit=200')).body)
  expect(new Set(items.map(({ authors }) => authors?.[0]?.name))).toEqual(new Set(['微博 · 实时热搜', '知乎']))
  const times = items.map(({ date_published = '' }) => date_published)
  expect(times).toEqual(times.toSorted().reverse())
  expect((await get('/feeds/column/china.json?limit=3')).json().items).toHaveLength(3)
})

it('shows stories with all their addresses, and risers', async () => {
  const env = { ENABLED_SOURCES: 'weibo,zhihu,baidu,toutiao' }
  const { get } = await start({ env, lists: 'growing', dataFolder: newFolder() })
  await get('/api/v1/batch?sources=weibo,zhihu,baidu,toutiao')
  const [story] = (await get('/api/v1/trends')).json().stories
  const [entry] = parseAtomFeed((await get('/feeds/trends.atom')).body).entries ?? []
  expect([entry?.id, entry?.title?.value]).toEqual([`tag:trawl,2026:story/${story.id}`, story.title])
  expect(entry?.content?.value?.match(/<a href/g)).toHaveLength(story.items.length)
  const risers = await get('/feeds/risers.rss?window=1h')
  expect([risers.statusCode, parseXml(risers.body).root?.name]).toEqual([200, 'rss'])
})

it('shows the shares of a search, the newest first, and asks no source again', async () => {
  const { get, standin } = await start()
  const { items = [] } = parseJsonFeed((await get('/feeds/search.json?kw=%E7%BA%B8%E9%B9%A4')).body)
  expect(items.length).toBeGreaterThan(3)
  const times = items.map(({ date_published = '' }) => date_published)
  expect(times).toEqual(times.toSorted().reverse())
  const asked = standin.asked().length
  const again = parseRssFeed((await get('/feeds/search.rss?kw=%E7%BA%B8%E9%B9%A4')).body)
  expect(again.items?.map(({ guid }) => guid?.value)).toEqual(items.map(({ id }) => id))
  const quark = parseRssFeed((await get('/feeds/search.rss?kw=%E7%BA%B8%E9%B9%A4&cloud_types=quark')).body).items ?? []
  expect(quark.length).toBeLessThan(items.length)
  expect(quark.every(({ description = '' }) => description.includes('quark'))).toBe(true)
  expect(standin.asked()).toHaveLength(asked)
})

it('counts the feed of a search as a search of its client', async () => {
  const { app } = await start({ env: { RATE_LIMITS: '/api/search=1/min' } })
  const from = { remoteAddress: '192.0.2.1' }
  const statuses: number[] = []
  for (const url of ['/feeds/search.rss?kw=a', '/feeds/search.rss?kw=a', '/feeds/trends.rss'])
    statuses.push((await app.inject({ url, ...from })).statusCode)
  expect(statuses).toEqual([200, 429, 200])
})

it('says how a feed ends where its address has no format', async () => {
  const { get } = await start()
  const paths = ['/feeds/search?kw=a', '/feeds/list/weibo', '/feeds/column/china']
  const messages = await Promise.all(paths.map(async (path) => JSON.parse((await get(path)).body).message))
  expect(messages).toEqual(
    ['/feeds/search', '/feeds/list/weibo', '/feeds/column/china'].map(
      (path) => `path: a feed ends in .rss, .atom or .json, such as ${path}.rss`,
    ),
  )
})

it('lists the addresses of all enabled lists, or of those that are named', async () => {
  const { get } = await start({ env: { ENABLED_SOURCES: 'weibo,zhihu,hackernews' } })
  const urlsIn = async (path: string) => {
    const { body } = parseOpml((await get(path, { 'x-forwarded-proto': 'https' })).body)
    return body?.outlines?.flatMap(({ outlines = [] }) => outlines.map(({ xmlUrl }) => xmlUrl))
  }
  const all = ['weibo', 'zhihu', 'hackernews'].map((id) => `https://trawl.test:8888/feeds/list/${id}.rss`)
  expect((await urlsIn('/feeds/all.opml'))?.toSorted()).toEqual(all.toSorted())
  expect(await urlsIn('/feeds/all.opml?lists=zhihu')).toEqual([all[1]])
})

it('serves the last list while its site fails, and says what failed where there is none', async () => {
  const clock = { now: Date.UTC(2026, 10, 21, 8) }
  const { get, standin } = await start({ epochMs: () => clock.now })
  const before = await get('/feeds/list/weibo.json')
  standin.setFaults({ kind: '500' })
  clock.now += 3_600_000
  const after = await get('/feeds/list/weibo.json')
  expect([after.statusCode, after.json().items]).toEqual([200, before.json().items])
  const failed: Awaited<ReturnType<typeof get>>[] = []
  for (const path of [
    'list/zhihu.rss',
    'search.rss?kw=nothing',
    'list/nosuch.rss',
    'list/weibo.xml',
    'column/china.pdf',
  ])
    failed.push(await get(`/feeds/${path}`))
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([502, 502, 404, 404, 404])
  expect(failed[0]?.json().message).toContain('source: zhihu could not be fetched (unavailable')
})

it('needs a key like the API, which a reader sends as a password', async () => {
  const { get } = await start({ env: await lockedBy() })
  const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`reader:${key}`).toString('base64')}` })
  const refused = await get('/feeds/list/weibo.rss')
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="trawl", charset="UTF-8"',
  ])
  expect((await get('/feeds/list/weibo.rss', basic(proofs.key))).statusCode).toBe(200)
  expect((await get('/feeds/list/weibo.rss', basic(`${proofs.key}x`))).statusCode).toBe(401)
  expect((await get('/api/v1/sources')).headers['www-authenticate']).toBe('Bearer')
})
