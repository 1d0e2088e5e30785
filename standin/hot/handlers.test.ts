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
    // When a refusal and a success share a URL, the mock sends the success. A removed channel is always refused.
    if (seen.has(key) || one.body === 'risk.json' || one.source === 'sina-mother') continue
    seen.add(key)
    const reply = ask(one.url, sentFor(one))
    expect(reply.status, one.url).toBe(200)
    expect(reply.headers, one.url).toEqual(one.headers)
    expect(Buffer.compare(Buffer.from(reply.body), readFileSync(join(one.path, one.body))), one.url).toBe(0)
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

test('weibo redirects to its visitor page without a visitor cookie or a referer', () => {
  for (const headers of [{}, { cookie: 'SUB=x' }, { referer: weibo }]) {
    const { status, headers: given, body } = ask(weibo, { headers })
    expect([status, body]).toEqual([302, ''])
    expect(String(given.location)).toMatch(/^https:\/\/passport\.weibo\.com\/visitor\/visitor\?/)
    expect(ask(String(given.location)).status).toBe(200)
  }
})

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

const clsQuery = 'appName=CailianpressWeb&os=web&sv=7.7.5'

test.each([
  ['a wrong sign', `${clsQuery}&sign=00000000000000000000000000000000`],
  ['no sign', clsQuery],
  ['the sign of another request', `${clsQuery}&sign=17cf7658ee81baba4ced7eee8acc195f`],
])('cls answers errno 10012 to %s', (_what, query) => {
  const reply = ask(`https://www.cls.cn/v2/article/hot/list?${query}`)
  expect([reply.status, json(reply)]).toEqual([200, { errno: 10012, msg: 'sign error', data: {} }])
})

test('cls accepts the signature of its sheet, and rejects that of another time', () => {
  const right = ask(`https://www.cls.cn/v2/article/hot/list?${clsQuery}&sign=9c11221af4f6b47b253098a8b9957b8f`)
  expect(json(right)).toMatchObject({ errno: 0 })
  const roll = 'https://www.cls.cn/v1/roll/get_roll_list'
  const query = 'appName=CailianpressWeb&last_time=1783310401&os=web&refresh_type=1&rn=30&sv=7.7.5'
  const stale = ask(`${roll}?${query}&sign=17cf7658ee81baba4ced7eee8acc195f`, {
    headers: { referer: 'https://www.cls.cn/telegraph' },
  })
  expect(json(stale)).toMatchObject({ errno: 10012 })
})

const coolapk = all.find(({ folder }) => folder === 'coolapk')?.url ?? ''
const coolapkHeaders = { 'x-app-id': 'com.coolapk.market', 'x-requested-with': 'XMLHttpRequest' }

test.each([
  ['of another device', coolapkToken.replace('0a1b2c3d', '0a1b2c3e')],
  ['of another time', coolapkToken.replace(/0$/, '1')],
  ['of a device that has no such form', `${'0'.repeat(32)}device0x6a4b2840`],
  ['that is missing', ''],
])('coolapk answers status -1 to a token %s', (_what, token) => {
  const reply = ask(coolapk, { headers: { ...coolapkHeaders, 'x-app-token': token } })
  expect([reply.status, json(reply)]).toEqual([200, { status: -1, message: expect.any(String) }])
})

function byUrl(folder: string, part = ''): string {
  return all.find((one) => one.folder === folder && one.url.includes(part))?.url ?? ''
}

test.each([
  ['xueqiu', byUrl('xueqiu-hotstock', 'hot_stock'), 400, '400016'],
  ['douban', byUrl('douban'), 400, 'invalid_request'],
  ['iqiyi without a device', byUrl('iqiyi-hot-ranklist').replace(/&device=\w+/, ''), 200, '"code":400'],
  ['iqiyi without a referer', byUrl('iqiyi-hot-ranklist'), 200, '"code":400'],
  ['mktnews', byUrl('mktnews-flash'), 403, 'forbidden'],
  ['tencent', byUrl('tencent-hot'), 403, 'forbidden'],
])('%s refuses a bare request as its sheet describes', (_what, url, status, part) => {
  const reply = ask(url)
  expect(reply.status).toBe(status)
  expect(textOf(reply)).toContain(part)
})

const square = 'https://api.bilibili.com/x/web-interface/wbi/search/square?limit=50'

test('a refusal that shares its address with an answer of a later fixture does not hide it', () => {
  const reply = ask(`${square}&w_rid=c05c529dca1a176206cd26646bda140b&wts=1795176000`, {
    headers: { referer: 'https://www.bilibili.com/' },
  })
  expect(json(reply)).toMatchObject({ code: 0 })
})

test('douyin sends an empty body without its cookie', () => {
  const { status, body } = ask(byUrl('douyin', 'web/hot/search'))
  expect([status, body]).toEqual([200, ''])
})

test('producthunt answers 401 without a token and to an invalid one, at any time', () => {
  const one = all.find(({ folder }) => folder === 'producthunt-with-token')
  const url = one?.url ?? ''
  const body = JSON.stringify(one?.request ?? {}).replace('2026-07-05T07:00', '2026-11-19T08:00')
  for (const headers of [{}, { authorization: 'Bearer bad-token' }, { authorization: 'Bearer ' }]) {
    const reply = ask(url, { method: 'POST', headers, body })
    expect([reply.status, json(reply)]).toMatchObject([401, { errors: [{ error: 'invalid_oauth_token' }] }])
  }
  expect(ask(url, { method: 'POST', headers: { authorization: 'Bearer mine' }, body }).status).toBe(200)
})

test('qqvideo checks the body and ignores the charset of the content type', () => {
  const one = all.find(({ folder }) => folder === 'qqvideo-tv-hotsearch')
  const headers = { referer: 'https://v.qq.com/', 'content-type': 'application/json; charset=utf-8' }
  const sent = { method: 'POST', headers }
  expect(json(ask(one?.url ?? '', { ...sent, body: JSON.stringify(one?.request) }))).toMatchObject({ ret: 0 })
  expect(json(ask(one?.url ?? '', { ...sent, body: '{"page_params":{}}' }))).toMatchObject({ ret: -1 })
  expect(json(ask(one?.url ?? '', { ...sent, body: 'no json' }))).toMatchObject({ ret: -1 })
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
