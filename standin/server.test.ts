// Tests the stand-in as a server: gateway header, hosts, compression, request log, control API, shutdown.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askRaw } from '../test/kit/standin.ts'
import type { FaultKind } from './faults.ts'
import { type Standin, startStandin } from './server.ts'

const upstream = 'https://t.me/s/demo_share?q=%E7%BA%B8%E9%B9%A4'
let standin: Standin

beforeAll(async () => {
  standin = await startStandin({ clock: () => 42 })
})
afterAll(() => standin.close())
beforeEach(() => standin.setFaults())

function ask(headers: Record<string, string> = {}) {
  return askRaw(`${standin.url}/s/demo_share?q=%E7%BA%B8%E9%B9%A4`, { 'x-upstream-url': upstream, ...headers })
}

async function post(path: string, body: string) {
  const response = await fetch(`${standin.url}/__standin/${path}`, { method: 'POST', body })
  return { status: response.status, body: await response.json() }
}

async function fair(): Promise<string> {
  return (await ask()).body.toString()
}

test('a request is answered by the host of its x-upstream-url, and without one by t.me', async () => {
  const byHeader = await ask()
  const byPath = await askRaw(`${standin.url}/s/demo_share?q=%E7%BA%B8%E9%B9%A4`)
  expect(byHeader.status).toBe(200)
  expect(byHeader.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(byHeader.headers.etag).toBeUndefined()
  expect(byPath.body.equals(byHeader.body)).toBe(true)
})

test('an unknown host is answered 502, an invalid address 400', async () => {
  const other = await ask({ 'x-upstream-url': 'https://unknown.example/s/x' })
  expect(other.status).toBe(502)
  expect(other.body.toString()).toMatch(
    /^The stand-in does not mock unknown\.example; it mocks t\.me, .*, www\.1lou\.me/,
  )
  expect((await ask({ 'x-upstream-url': 'not an address' })).status).toBe(400)
})

test('bodies are compressed as offered: gzip first, then br', async () => {
  const plain = await fair()
  const gzip = await ask({ 'accept-encoding': 'br, gzip' })
  const br = await ask({ 'accept-encoding': 'br' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(plain)
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.body).toString()).toBe(plain)
  expect(gzip.body.length).toBeLessThan(plain.length / 3)
})

test('a redirect has no body', async () => {
  const { status, headers, body } = await ask({ 'x-upstream-url': 'https://t.me/s/nopreview_demo' })
  expect([status, headers.location, body.length]).toEqual([302, 'https://t.me/nopreview_demo', 0])
})

test('the request log has each request with its answer', async () => {
  const before = standin.asked().length
  await ask()
  standin.setFaults({ kind: '503' })
  await ask()
  expect(standin.asked().slice(before)).toEqual([
    { at: 42, upstreamUrl: upstream, answer: '200' },
    { at: 42, upstreamUrl: upstream, answer: '503' },
  ])
})

test('the control API sets faults and weather and returns the counts', async () => {
  expect(await post('fault', '[{"kind":"503","share":1}]')).toEqual({
    status: 200,
    body: { faults: [{ kind: '503', share: 1 }] },
  })
  expect((await ask()).status).toBe(503)
  expect((await post('fault', '[]')).status).toBe(200)
  expect((await ask()).status).toBe(200)
  expect(await post('weather', '{"weather":"calm"}')).toEqual({ status: 200, body: { weather: 'calm' } })
  const counts: unknown = await (await fetch(`${standin.url}/__standin/asked`)).json()
  expect(counts).toMatchObject({ '200': expect.any(Number), '503': expect.any(Number) })
})

test.each([
  ['fault', '{"kind":"sulk"}', /kind must be one of/],
  ['fault', 'no json', /JSON/],
  ['weather', 'null', /weather must be one of/],
  ['time', '{"step":1,"advance":1}', /time needs/],
  ['time', '{"advance":0.5}', /step must be a whole number/],
] as const)('the control API answers 400 with a message to %s %s', async (path, body, sentence) => {
  const answer = await post(path, body)
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toMatch(sentence)
})

test('rough weather of the same seed is the same weather', async () => {
  const answersOf = async (): Promise<string[]> => {
    const rough = {
      medianMs: 1,
      p95Ms: 2,
      hangShare: 0,
      errorShare: 0.5,
      errors: ['500', '429', 'reset'] as const satisfies FaultKind[],
    }
    const one = await startStandin({ seed: 5, weather: rough })
    for (let turn = 0; turn < 20; turn++) await askRaw(`${one.url}/s/demo_share`)
    await one.close()
    return one.asked().map(({ answer }) => answer)
  }
  const first = await answersOf()
  expect(new Set(first).size).toBe(4)
  expect(await answersOf()).toEqual(first)
})

test('close ends hanging and dripping connections', async () => {
  const one = await startStandin({ faults: [{ kind: 'hang', match: 'first' }, { kind: 'endless' }] })
  const hanging = askRaw(`${one.url}/s/first`)
  const dripping = askRaw(`${one.url}/s/second`)
  while (one.asked().filter(({ answer }) => answer !== 'waiting').length < 2) await new Promise(setImmediate)
  await one.close()
  expect((await hanging).ending).toBe('ECONNRESET')
  expect((await dripping).ending).toBe('ECONNRESET')
})

const tieba = 'https://tieba.baidu.com/hottopic/browse/topicList'

function askTieba(url: string, headers: Record<string, string> = {}) {
  return askRaw(`${url}/hottopic/browse/topicList`, { 'x-upstream-url': tieba, ...headers })
}

test('several cookies are several headers', async () => {
  const login = await askRaw(`${standin.url}/`, { 'x-upstream-url': 'https://login.douyin.com/' })
  const cookies = [login.headers['set-cookie'] ?? []].flat()
  expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['passport_csrf_token', 'ttwid'])
})

test('a page for a cookie is not sent from the cache to a request without it', async () => {
  const headers = { 'x-upstream-url': 'https://stock.xueqiu.com/v5/stock/hot_stock/list.json?size=30&_type=10&type=10' }
  const statuses: unknown[] = []
  for (const cookie of ['', 'xq_a_token=1', '', 'xq_a_token=1'])
    statuses.push((await askRaw(`${standin.url}/`, { ...headers, ...(cookie && { cookie }) })).status)
  expect(statuses).toEqual([400, 200, 400, 200])
})

test('growing lists stand still between steps and change when the step is set, over HTTP or by a call', async () => {
  const one = await startStandin({ lists: 'growing' })
  const body = async () => (await askTieba(one.url)).body.toString()
  const move = async (how: string): Promise<unknown> =>
    (await fetch(`${one.url}/__standin/time`, { method: 'POST', body: how })).json()
  const first = await body()
  expect(await body()).toBe(first)
  expect(await move('{"advance":1}')).toEqual({ step: 1 })
  const second = await body()
  expect(second).not.toBe(first)
  expect(await move('{"advance":2}')).toEqual({ step: 3 })
  one.setStep(1)
  expect(await body()).toBe(second)
  expect(await move('{"step":0}')).toEqual({ step: 0 })
  expect(await body()).toBe(first)
  await one.close()
})

test('faults apply to hot lists as to every upstream', async () => {
  const faults: ReadonlyArray<readonly [FaultKind, number, RegExp]> = [
    ['no-posts', 200, /"topic_list": ?\[\s*\]/],
    ['truncated', 200, /^\{/],
    ['declares-gbk', 200, /热议榜/],
    ['503', 503, /503/],
  ]
  for (const [kind, status, part] of faults) {
    standin.setFaults({ kind, match: 'topicList' })
    const reply = await askTieba(standin.url)
    expect(reply.status, kind).toBe(status)
    expect(reply.body.toString(), kind).toMatch(part)
  }
})

test('a fault that sends another charset decodes GB2312 first', async () => {
  standin.setFaults({ kind: 'declares-gbk', match: 'zaochenbao' })
  const reply = await askRaw(`${standin.url}/`, { 'x-upstream-url': 'https://www.zaochenbao.com/realtime/' })
  expect(reply.body.toString()).toContain('即时新闻')
})
