// Tests the mocks of hot-list upstreams: samples byte for byte, documented refusals, 404 for unknown URLs.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainGet, type Reply, type Sent, textOf } from '../mock-response.ts'
import { createHotHandlers } from './handlers.ts'
import { createSteps } from './list-members.ts'

const now = new Date('2026-11-20T12:00:00Z')
const handlers = createHotHandlers({
  seed: 1,
  now,
  stepMs: 60_000,
  lists: 'samples',
  steps: createSteps(() => 0, 60_000),
})
const roots = ['hotlist', 'own-lists'].map((name) => join(import.meta.dirname, '../../fixtures', name))
const paths = roots.flatMap((root) => readdirSync(root).map((folder) => join(root, folder)))

const exchange = z.object({
  method: z.string().default('GET'),
  url: z.string(),
  pattern: z.string().optional(),
  request: z.unknown().optional(),
  sent: z.record(z.string(), z.string()).default({}),
  status: z.int(),
  headers: z.record(z.string(), z.unknown()),
  body: z.string(),
})
const other = z.object({ source: z.string(), url: z.string(), pattern: z.string().optional() })
const fixture = z.object({
  origin: z.string(),
  source: z.string(),
  exchanges: z.array(exchange),
  alike: z.array(other).default([]),
})

/** The test vector of coolapk.md. */
const coolapkToken = '59e91f860c2583030cda1009797c99980a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d0x6a4b2840'

function headerFor(expected: string): string {
  const values = [coolapkToken, 'Mozilla/5.0', 'NGA_skull/7.3.1(iPhone13,2;iOS 17.2.1)']
  const form = /^matches (.*)$/.exec(expected)?.[1]
  if (form === undefined) return expected.replace(/^contains (.*)$/, 'a=1; $1x')
  return values.find((value) => new RegExp(form).test(value)) ?? ''
}

function sentFor({ method, request, sent }: z.infer<typeof exchange>): Sent {
  const headers = Object.fromEntries(Object.entries(sent).map(([name, expected]) => [name, headerFor(expected)]))
  return { method, headers, body: typeof request === 'string' ? request : (JSON.stringify(request) ?? '') }
}

function ask(url: string, sent: Partial<Sent> = {}): Reply {
  const handler = handlers.get(new URL(url).host)
  if (handler === undefined) throw new Error(`nobody plays ${url}`)
  return handler.answer(new URL(url), { ...plainGet, ...sent })
}

function json(reply: Reply): unknown {
  return JSON.parse(textOf(reply))
}

const all = paths.flatMap((path) => {
  const folder = basename(path)
  const { origin, source, exchanges, alike } = fixture.parse(
    JSON.parse(readFileSync(join(path, 'fixture.json'), 'utf8')),
  )
  const isPlayed = origin === 'hand-made' || origin.startsWith('recorded')
  const own = exchanges.map((one) => ({ ...one, path, folder, source, isAlike: false, first: folder === source }))
  const others = alike.flatMap(({ pattern, ...address }) =>
    own.slice(-1).map((last) => ({ ...last, ...address, pattern, isAlike: true })),
  )
  return [...own, ...others].filter(({ status }) => isPlayed && status === 200)
})
const byRight = all.toSorted((one, other) => {
  const rank = ({ folder, first }: (typeof all)[number]) => `${first ? 0 : 1} ${folder}`
  return rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other))
})

test('every sample that has its address is answered byte for byte with its headers', () => {
  const seen = new Set<string>()
  for (const one of byRight) {
    const key = JSON.stringify([one.method, one.pattern ?? one.url, new URL(one.url).pathname, one.request])
    // When a refusal and a success share a URL, the mock sends the success; a refusal is short.
    const body = readFileSync(join(one.path, one.body))
    if (seen.has(key) || body.length <= 100) continue
    seen.add(key)
    const reply = ask(one.url, sentFor(one))
    expect(reply.status, one.url).toBe(200)
    expect(reply.headers, one.url).toEqual(one.headers)
    expect(Buffer.compare(Buffer.from(reply.body), body), one.url).toBe(0)
  }
  expect(seen.size).toBeGreaterThan(250)
  expect(byRight.filter(({ isAlike }) => isAlike).length).toBeGreaterThan(130)
})

test('an exchange with an error status is not replayed', () => {
  const failing = paths.flatMap((path) =>
    fixture
      .parse(JSON.parse(readFileSync(join(path, 'fixture.json'), 'utf8')))
      .exchanges.filter(({ status }) => status !== 200),
  )
  const statuses = failing
    .filter(({ url }) => handlers.has(new URL(url).host))
    .map((one) => ask(one.url, sentFor(one)).status)
  expect(failing.length).toBeGreaterThan(5)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

const weibo = 'https://s.weibo.com/top/summary?cate=realtimehot'

test('the visitor flow gives the same cookies in the callback and as set-cookie', () => {
  const body = 'cb=my_callback&tid=&from=weibo'
  const reply = ask('https://passport.weibo.com/visitor/genvisitor2', { method: 'POST', body })
  const text = /my_callback\((.*)\);$/.exec(textOf(reply))?.[1] ?? ''
  const { retcode, data } = z
    .object({ retcode: z.int(), data: z.object({ sub: z.string(), subp: z.string() }) })
    .parse(JSON.parse(text))
  expect(retcode).toBe(20_000_000)
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringContaining(`SUB=${data.sub};`),
    expect.stringContaining(`SUBP=${data.subp};`),
  ])
  expect(ask(weibo, { headers: { cookie: `SUB=${data.sub}`, referer: weibo } }).status).toBe(200)
})

test('a callback that is not a name is not written into the page', () => {
  const reply = ask('https://passport.weibo.com/visitor/genvisitor2', { method: 'POST', body: 'cb=%3Cscript%3E' })
  expect(textOf(reply)).toMatch(/^window\.visitor_gray_callback && /)
})

function byUrl(folder: string, part = ''): string {
  return all.find((one) => one.folder === folder && one.url.includes(part))?.url ?? ''
}

test.each([
  byUrl('douban'),
  byUrl('tencent-hot'),
  byUrl('douyin', 'web/hot/search'),
  weibo,
])('%s refuses a request without the headers of the fixture', (url) => {
  expect(ask(url).status).toBe(403)
})

test('a parameter that the site ignores may be missing', () => {
  const list = 'https://www.acfun.cn/rest/pc-direct/rank/channel?channelId=&rankPeriod=DAY'
  const headers = { 'user-agent': 'Mozilla/5.0' }
  expect(ask(`${list}&rankLimit=30`, { headers }).status).toBe(200)
  expect(ask(list, { headers }).status).toBe(404)
})

const square = 'https://api.bilibili.com/x/web-interface/wbi/search/square?limit=50'

test('a refusal that shares its address with an answer of a later fixture does not hide it', () => {
  const reply = ask(`${square}&w_rid=c05c529dca1a176206cd26646bda140b&wts=1795176000`, {
    headers: { referer: 'https://www.bilibili.com/' },
  })
  expect(json(reply)).toMatchObject({ code: 0 })
})

test('a body that is not that of the fixture is refused; times in it may differ', () => {
  const one = all.find(({ folder }) => folder === 'producthunt-with-token')
  const body = JSON.stringify(one?.request ?? {}).replace('2026-07-05T07:00', '2026-11-19T08:00')
  const headers = { authorization: 'Bearer mine' }
  expect(ask(one?.url ?? '', { method: 'POST', headers, body }).status).toBe(200)
  for (const other of ['{"page_params":{}}', 'no json'])
    expect(ask(one?.url ?? '', { method: 'POST', headers, body: other }).status).toBe(403)
})

test('every host answers 404 to an unknown URL', () => {
  for (const host of handlers.keys()) expect(ask(`https://${host}/no/such/page?x=1`).status, host).toBe(404)
  expect(
    ask('https://www.zhihu.com/api/v3/feed/topstory/hot-list-web?limit=20&desktop=true', { method: 'POST' }).status,
  ).toBe(404)
  expect(handlers.size).toBeGreaterThan(55)
})

test('nothing found is the list without items in its own shape, and 404 for any other page', () => {
  const zhihu = new URL(byUrl('zhihu'))
  const empty = handlers.get(zhihu.host)?.nothingFound(zhihu)
  expect(empty && json(empty)).toMatchObject({ data: [], fresh_text: '热榜已更新' })
  const login = new URL('https://login.douyin.com/')
  expect(handlers.get(login.host)?.nothingFound(login).status).toBe(404)
})

test('the answer varies by headers, and with the step', () => {
  const steps = createSteps(() => 0, 1)
  const host = createHotHandlers({ seed: 1, now, stepMs: 1, lists: 'growing', steps }).get('tieba.baidu.com')
  const keys = new Set([host?.variesBy?.(plainGet), host?.variesBy?.({ ...plainGet, headers: { cookie: 'a=1' } })])
  steps.set(1)
  keys.add(host?.variesBy?.(plainGet))
  expect(keys.size).toBe(3)
})
