// Watched words over the whole service: a list that changes, the API with and without a login, and a notifier.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { newFolder } from './kit/disk.ts'
import { lockedBy, proofs, startWholeTrawl, type WholeTrawlOptions } from './kit/whole-trawl.ts'

async function start(options: WholeTrawlOptions = {}, headers: Record<string, string> = {}) {
  const { app, errors } = await startWholeTrawl({ dataFolder: newFolder(), ...options })
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const url = `/api/v1/${path}`
    const response = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() }
  }
  return { app, ask, errors }
}

it('shows what a declared watch finds in a list', async () => {
  const { app, ask, errors } = await start()
  const { body: list } = await ask('GET', 'sources/weibo')
  const word = list.data[0].title
  expect((await ask('PUT', 'watches/first', { words: word })).body.watch).toMatchObject({ name: 'first', words: word })
  await vi.waitFor(async () => {
    const { body } = await ask('GET', 'watches/first/events')
    expect(body.events).toMatchObject([{ watch: 'first', in: 'lists', title: word, source: 'weibo', initial: true }])
  })
  expect((await ask('GET', 'watches/events')).body).toMatchObject({ count: 1, total: 0 })
  const feed = await app.inject('/feeds/watch/first.json')
  expect(feed.json()).toMatchObject({ title: 'Trawl · first', items: [{ title: word, url: list.data[0].url }] })
  expect((await ask('DELETE', 'watches/first')).status).toBe(204)
  expect((await ask('GET', 'watches')).body).toMatchObject({ watches: [], editable: true })
  expect(errors).toEqual([])
})

it.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['text', { 'content-type': 'text/plain;charset=UTF-8' }],
  ['a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
  ['no type', {}],
])('takes a change only as JSON: %s may come from a page of another site', async (_what, headers) => {
  const { app } = await start()
  const change = { method: 'PUT', url: '/api/v1/watches/a', payload: Buffer.from('{"words":"台风"}') } as const
  const answer = await app.inject({ ...change, headers })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'content-type: must be application/json'])
  const right = await app.inject({ ...change, headers: { 'content-type': 'application/json; charset=utf-8' } })
  expect(right.statusCode).toBe(200)
})

it('finds shares by searching', async () => {
  const { ask } = await start()
  await ask('PUT', 'watches/films', { words: '4K', in: ['search'] })
  await vi.waitFor(async () => {
    const { body } = await ask('GET', 'watches/films/events')
    expect(body.count).toBeGreaterThan(0)
    expect(body.events[0]).toMatchObject({ in: 'search', initial: true, cloud: expect.any(String) })
  })
})

it('tells of the last day, and stores a watch that sends this once a day and has no words', async () => {
  const { ask } = await start()
  const { status, body } = await ask('GET', 'digest')
  expect([status, body]).toMatchObject([200, { stories: [], risers: [], found: [] }])
  const { body: put } = await ask('PUT', 'watches/早报', { daily: '08:00' })
  expect(put.watch).toMatchObject({ name: '早报', words: '', daily: '08:00' })
  const { from, editable, hasFeedToken, name, ...fields } = put.watch
  expect((await ask('PUT', 'watches/早报', { ...fields, daily: '07:30' })).body.watch.daily).toBe('07:30')
})

it('says what is wrong with a watch', async () => {
  const { ask } = await start()
  const wrong = [
    ['watches/a', {}],
    ['watches/a', { words: '-台风' }],
    ['watches/a', { words: 'a' }],
    ['watches/a', { words: '台风', in: 'everywhere' }],
    ['watches/a', { words: '台风', lists: 'nosuch' }],
    ['watches/a', { words: '台风', notify: 'phone' }],
    ['watches/a', { words: '台风', quietHours: 'at night' }],
    ['watches/a', { words: '台风', every: '1m' }],
    ['watches/a', { daily: '8 in the morning' }],
    ['watches/a', { words: '台风', columnz: 'china' }],
    ['watches/events', { words: '台风' }],
  ] as const
  const answers = await Promise.all(wrong.map(([path, body]) => ask('PUT', path, body)))
  expect(answers.map(({ status, body }) => `${status} ${body.message.slice(0, 60)}`)).toEqual(
    [
      '400 words: is missing: must be one string of 1 to 200 characters',
      '400 words: must be words that must all appear, like 三体 4K -预告: | ',
      '400 words: must be words that must all appear, like 三体 4K -预告: | ',
      '400 in: must be a comma-separated list of lists, archive, search',
      '400 lists: nosuch is not an enabled list; GET /api/v1/sources lists',
      '400 notify: there is no notifier to name; leave it out',
      '400 quietHours: must be a span like 23:00-08:00, in the time zone A',
      '400 every: must be a duration from 900 to 604800 seconds: seconds, ',
      '400 daily: must be a time like 08:00, in the time zone Asia/Shanghai',
      '400 columnz: unknown field; did you mean columns? allowed are words, in',
      '400 name: must be 1 to 60 letters, digits, spaces, _ or -, begin and end',
    ].map((line) => line.slice(0, 64)),
  )
})

it('gives each holder of a key or login watches of their own', async () => {
  const { app, ask } = await start({ env: await lockedBy() }, { 'x-api-key': proofs.key })
  await ask('PUT', 'watches/mine', { words: '台风' })
  const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload: proofs.user })
  const names = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/v1/watches', headers })).json().watches.map(({ name }: { name: string }) => name)
  expect(await names({ 'x-api-key': proofs.key })).toEqual(['mine'])
  expect(await names({ authorization: `Bearer ${login.json().token}` })).toEqual([])
  expect(await names({ authorization: `Bearer ${proofs.adminToken}` })).toEqual([])
})

it('serves the feed of a watch to who has its token, until that is replaced or revoked', async () => {
  const headers = { 'x-api-key': proofs.key }
  const { app, ask } = await start({ env: await lockedBy() }, headers)
  await ask('PUT', 'watches/mine', { words: '台风' })
  const feed = async (query: string) => (await app.inject(`/feeds/watch/mine.rss${query}`)).statusCode
  const renew = async () => (await ask('PUT', 'watches/mine/feed')).body.feedToken
  expect([await feed(''), await feed('?token=guessed'), await feed('?token=')]).toEqual([401, 404, 400])
  expect((await app.inject({ url: '/feeds/watch/mine.rss', headers })).statusCode).toBe(200)
  const first = await renew()
  expect(first).toMatch(/^[\w-]{32}$/)
  expect([await feed(`?token=${first}`), await feed(''), await feed('?token=guessed')]).toEqual([200, 401, 404])
  for (const format of ['rss', 'atom', 'json']) {
    const { headers: sent, body } = await app.inject(`/feeds/watch/mine.${format}?token=${first}`)
    expect(sent['cache-control']).toBe('private, no-cache')
    expect(body).toContain(`/feeds/watch/mine.${format}"`)
    expect(body).not.toContain(first)
  }
  // The token opens nothing else, and survives a change of the watch.
  expect((await app.inject(`/api/v1/watches?token=${first}`)).statusCode).toBe(401)
  await ask('PUT', 'watches/mine', { words: '台风 | 颱風' })
  expect((await ask('GET', 'watches')).body.watches).toMatchObject([{ name: 'mine', hasFeedToken: true }])
  expect(JSON.stringify((await ask('GET', 'watches')).body)).not.toContain(first)
  const second = await renew()
  expect([await feed(`?token=${first}`), await feed(`?token=${second}`)]).toEqual([404, 200])
  const administrator = { authorization: `Bearer ${proofs.adminToken}` }
  const { statusCode } = await app.inject({ method: 'PUT', url: '/api/v1/watches/mine/feed', headers: administrator })
  expect(statusCode).toBe(404)
  expect((await ask('DELETE', 'watches/mine/feed')).status).toBe(204)
  expect([await feed(`?token=${second}`), await feed('')]).toEqual([404, 401])
  const { body: logs } = (await app.inject({ url: '/api/v1/logs', headers: administrator })) ?? {}
  expect(logs).toContain('/feeds/watch/:name.:format')
  for (const token of [first, second]) expect(logs).not.toContain(token)
})

it('lets clients of other machines read public watches only, without their notifiers, where there is no login', async () => {
  const file = join(newFolder(), 'watches.yaml')
  const shown = '  shown:\n    words: 台风\n    public: true\n    notify: phone\n'
  const notifiers = 'notifiers:\n  phone:\n    ntfy: https://ntfy.example/topic\n'
  writeFileSync(file, `${notifiers}watches:\n${shown}  hidden:\n    words: 地震\n`)
  const { app } = await start({ env: { WATCH_FILE: file } })
  const from = async (remoteAddress: string) => {
    const urls = ['/api/v1/watches', '/api/v1/watches/shown']
    const [list, one] = await Promise.all(urls.map((url) => app.inject({ url, remoteAddress })))
    return { list: list?.json(), namesNotifier: [list, one].map((answer) => answer?.body.includes('phone')) }
  }
  const other = await from('192.0.2.1')
  expect(other.list).toMatchObject({ watches: [{ name: 'shown', from: 'file' }], editable: false })
  const here = await from('127.0.0.1')
  expect(here.list.watches).toHaveLength(2)
  expect([other.namesNotifier, here.namesNotifier]).toEqual([
    [false, false],
    [true, true],
  ])
  const put = { method: 'PUT', url: '/api/v1/watches/mine', payload: { words: '台风' } } as const
  expect((await app.inject({ ...put, remoteAddress: '192.0.2.1' })).statusCode).toBe(403)
  expect((await app.inject({ ...put, url: '/api/v1/watches/shown' })).statusCode).toBe(409)
})

it('reads the file again when it changes, and uses the previous watches while it has a mistake', async () => {
  const file = join(newFolder(), 'watches.yaml')
  writeFileSync(file, 'watches:\n  first:\n    words: 台风\n')
  const { app, ask } = await start({ env: { WATCH_FILE: file } })
  const names = async () => (await ask('GET', 'watches')).body.watches.map(({ name }: { name: string }) => name)
  const troubles = async () => (await app.inject('/readyz')).json().troubles ?? []
  expect(await names()).toEqual(['first'])
  const second = (address: string) =>
    `watches:\n  second:\n    words: 台风\n    notify: phone\nnotifiers:\n  phone:\n    ntfy: ${address}\n`
  writeFileSync(file, second('a-secret'))
  const problem = 'WATCH_FILE is invalid, so its previous watches are in use; the log has the reason'
  await vi.waitFor(async () => expect(await troubles()).toEqual([problem]))
  expect(await names()).toEqual(['first'])
  const { body: recorded } = await ask('GET', 'logs')
  const reason = JSON.stringify(recorded.logs)
  expect(reason).toMatch(/watches\.yaml:7: notifiers\.phone\.ntfy: must be a URL .*; using its previous watches until/)
  expect(reason).not.toContain('a-secret')
  writeFileSync(file, second('https://ntfy.sh/a'))
  await vi.waitFor(async () => expect(await names()).toEqual(['second']))
  expect([await troubles(), (await ask('GET', 'watches')).body.notifiers]).toEqual([[], ['phone']])
})
