// Tests an operator's file of own lists that changes while the whole service runs, over a local server.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dailyHotRoutesAnswer } from '../src/contract/dailyhot.ts'
import { newFolder } from './kit/disk.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'
import { startWholeTrawl, type WholeTrawlOptions } from './kit/whole-trawl.ts'

/** Replies by host, hand-made. */
const replies: Readonly<Record<string, (title: string) => string>> = {
  'feed.example': (title) =>
    `<rss version="2.0"><channel><title>x</title><item><title>${title}</title><link>https://feed.example/7</link></item></channel></rss>`,
  'data.example': (title) => JSON.stringify({ rows: [{ id: 7, name: title }] }),
  'page.example': (title) => `<ul><li><a href="/7">${title}</a></li></ul>`,
}

const entries = {
  feed: 'my-feed:\n  name: 订阅\n  feed: https://feed.example/rss.xml\n',
  json: 'my-data:\n  name: 数据\n  json: https://data.example/api\n  body: { size: 30, kinds: [hot] }\n  items: rows\n  id: id\n  title: name\n  url: /{id}\n',
  page: 'my-page:\n  name: 网页\n  page: https://page.example/hot\n  items: li\n  title: a\n',
}

/** The service over a file that does not exist yet; the upstream answers with the address as title. */
async function start(env: WholeTrawlOptions['env'] = {}, text?: string) {
  const folder = newFolder()
  const file = join(folder, 'sources.yaml')
  if (text !== undefined) writeFileSync(file, text)
  const upstream = await scriptedServer([
    (response, received) => {
      const address = new URL(String(received.headers['x-upstream-url']))
      answers(replies[address.hostname]?.([received.method, address.href, received.body].join(' ').trim()) ?? '')(
        response,
        received,
      )
    },
  ])
  const UPSTREAM_GATEWAY = upstream.url('').replace(/\/$/, '')
  const { app } = await startWholeTrawl({ env: { UPSTREAM_GATEWAY, SOURCES_FILE: file, LOG_LEVEL: 'info', ...env } })
  const get = async (path: string) => (await app.inject(path)).json()
  const own = async () => {
    const { sources } = await get('/api/v1/sources?includeDisabled=1')
    return sources.flatMap(({ id, name }: { id: string; name: string }) => (id.startsWith('my-') ? [[id, name]] : []))
  }
  const titles = async (id: string) =>
    (await get(`/api/v1/sources/${id}`)).data?.map((item: { title: string }) => item.title)
  const troubles = async () => (await get('/readyz')).troubles ?? []
  return { app, file, get, own, titles, troubles, write: (...texts: string[]) => writeFileSync(file, texts.join('')) }
}

test('a feed, a JSON list with a POST body and a page are each added, changed and removed while the service runs', async () => {
  const { write, own, titles, app } = await start()
  expect(await own()).toEqual([])
  const files = [
    { id: 'my-feed', entry: entries.feed, asked: 'GET https://feed.example/rss.xml' },
    { id: 'my-data', entry: entries.json, asked: 'POST https://data.example/api {"size":30,"kinds":["hot"]}' },
    { id: 'my-page', entry: entries.page, asked: 'GET https://page.example/hot' },
  ]
  for (const { id, entry, asked } of files) {
    write(entry)
    await expect.poll(own).toEqual([[id, expect.any(String)]])
    expect(await titles(id)).toEqual([asked])
    write(entry.replace(/name: .*/, 'name: 改名'))
    await expect.poll(own).toEqual([[id, '改名']])
    expect(await titles(id), 'the cache stays').toEqual([asked])
  }
  write('')
  await expect.poll(own).toEqual([])
  expect((await app.inject('/api/v1/sources/my-page')).statusCode).toBe(404)
})

test('a removed list disappears from all answers, and comes back with its entry', async () => {
  const { write, own, get, titles, app } = await start({ HISTORY_SOURCES: 'all' }, entries.feed)
  expect(await titles('my-feed')).toHaveLength(1)
  const seen = async () => ({
    found: (await get('/api/v1/find?q=feed.example')).total,
    batch: (await get('/api/v1/batch?sources=my-feed')).results?.[0]?.error?.kind ?? 'answers',
    names: JSON.stringify(await get('/all')).includes('my-feed'),
    health: JSON.stringify(await get('/api/v1/health')).includes('my-feed'),
    dailyHot: (await app.inject('/my-feed')).statusCode,
    opml: (await app.inject('/feeds/all.opml')).body.includes('my-feed'),
  })
  const before = await seen()
  expect(before).toMatchObject({ names: true, health: true, dailyHot: 200, opml: true })
  write('')
  await expect.poll(own).toEqual([])
  expect(await seen()).toMatchObject({ names: false, health: false, dailyHot: 404, opml: false })
  write(entries.feed)
  await expect.poll(own).toHaveLength(1)
  expect(await seen()).toEqual(before)
})

test('a wrong entry stops neither the start nor the other lists, and is reported with its line until it is fixed', async () => {
  const wrong = entries.json.replace('title:', 'tittle:')
  const sites = 'my-site:\n  name: x\n  engine: flarun\n  sites: https://a.example\n'
  const { file, write, own, titles, troubles, get } = await start(
    { ENABLED_SOURCES: 'my-feed,my-data,my-page', ENABLED_PLUGINS: 'my-site' },
    `${entries.feed}${wrong}${entries.page}${sites}`,
  )
  expect(await own()).toEqual([
    ['my-feed', '订阅'],
    ['my-page', '网页'],
  ])
  expect(await titles('my-page')).toHaveLength(1)
  const problems = [
    expect.stringContaining(`${file}:4: my-data.title: is missing`),
    expect.stringContaining(`${file}:10: my-data.tittle: unknown key; did you mean title?`),
    expect.stringContaining(`${file}:19: my-site.engine: unknown engine; did you mean flarum?`),
  ]
  expect(await troubles()).toEqual(problems)
  expect((await get('/api/v1/health')).reasons).toEqual(expect.arrayContaining(problems))
  expect(JSON.stringify(await get('/api/v1/logs'))).toContain('my-data.tittle: unknown key')
  write(entries.feed, entries.json, entries.page)
  await expect.poll(own).toHaveLength(3)
  expect(await titles('my-data')).toHaveLength(1)
})

test('a file that cannot be read leaves the lists as they are', async () => {
  const { file, own, troubles } = await start({}, entries.feed)
  rmSync(file)
  const problem = 'SOURCES_FILE is invalid, so its previous hot lists are in use; the log has the reason'
  await expect.poll(troubles).toEqual([problem])
  expect(await own()).toHaveLength(1)
})

test('a watch may name a list that has a mistake, and one that was added later', async () => {
  const folder = newFolder()
  const WATCH_FILE = join(folder, 'watches.yaml')
  writeFileSync(WATCH_FILE, 'watches:\n  mine:\n    words: feed\n    lists: my-feed\n')
  const { write, own, get, titles } = await start({ WATCH_FILE }, entries.feed.replace('  feed:', '  fed:'))
  write(entries.feed)
  await expect.poll(own).toHaveLength(1)
  expect(await titles('my-feed')).toHaveLength(1)
  await expect.poll(async () => (await get('/api/v1/watches/mine/events')).events?.length).toBe(1)
})

test('clients of DailyHotApi get a message in place of the path of a list that is named like a page of Trawl', async () => {
  const file = entries.feed + entries.feed.replace('my-feed', 'docs')
  const { app, get } = await start({ ENABLED_SOURCES: 'my-feed,docs' }, file)
  const { routes } = dailyHotRoutesAnswer.parse(await get('/all'))
  expect(routes).toContainEqual({ name: 'my-feed', path: '/my-feed' })
  const message = '/docs is a path of this service; the list is at /api/v1/sources/docs'
  expect(routes).toContainEqual({ name: 'docs', message })
  expect((await app.inject('/api/v1/sources/docs')).statusCode).toBe(200)
})
