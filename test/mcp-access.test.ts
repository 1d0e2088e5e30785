// Tests access over the Model Context Protocol: who, from where, how often, and the replies to invalid requests.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseRateRules } from '../src/http/access/rate-limits.ts'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../src/http/auth/api-keys.ts'
import { type HotTrawl, startHotTrawl } from './kit/hot-trawl.ts'
import { connectOverHttp } from './kit/mcp.ts'

const rpcError = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.strictObject({ code: z.number(), message: z.string().min(1), data: z.unknown().optional() }),
})

/** A client that does not count as local. */
const unrelated = { 'x-real-ip': '203.0.113.9' }

const key = encodeKey(new Uint8Array(32).fill(7))

function keysOf(...entries: readonly string[]) {
  return { keys: createKeyVerifier(parseKeys(entries.join(','))) }
}

function post({ ask }: HotTrawl, payload: unknown, headers: Readonly<Record<string, string>> = {}) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return ask({ method: 'POST', url: '/mcp', payload: text, headers: { ...unrelated, ...headers } })
}

function callOf(name: string, args: object, id = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

const ping = { jsonrpc: '2.0', id: 7, method: 'ping' }

it('a page of another site is refused, and told which setting allows it', async () => {
  const response = await post(await startHotTrawl(), ping, { origin: 'https://example.org', host: '127.0.0.1:8888' })
  expect(response.statusCode).toBe(403)
  expect(rpcError.parse(response.json()).error.message).toContain('MCP_ORIGINS')
})

it('a page that begins by the older protocol may read the name by which it cancels', async () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'page', version: '1' } }
  const begin = { jsonrpc: '2.0', id: 0, method: 'initialize', params }
  const { headers } = await post(await startHotTrawl(), begin, { origin: 'http://localhost:6274' })
  expect(headers['mcp-session-id']).toMatch(/^[\da-f-]{36}$/)
  expect(headers['access-control-expose-headers']).toMatch(/\bETag\b.*\bMcp-Session-Id\b/)
})

it('with API_KEYS set a tool call without a key is refused, and the answer says what is needed', async () => {
  const trawl = await startHotTrawl({ access: keysOf(`bot:${hashKey(key)}`) })
  const refused = await post(trawl, ping)
  expect(refused.statusCode).toBe(401)
  expect(refused.headers['www-authenticate']).toBe('Bearer')
  expect(rpcError.parse(refused.json()).error.message).toMatch(/^authorization: is missing: send an API key/)
  const url = await trawl.listen()
  const { call } = await connectOverHttp(url, { headers: { authorization: `Bearer ${key}` } })
  expect(await call('get_hot_lists', { ids: ['zhihu'] })).toMatchObject({ isError: false })
  await expect(connectOverHttp(url, { headers: { authorization: 'Bearer wrong' } })).rejects.toThrow('HTTP 401')
})

it('a call counts as the request that it makes, and one too many is told how long to wait', async () => {
  const rates = parseRateRules('/api/search=2/min,force=1/min,*=1000/min')
  const trawl = await startHotTrawl({ rates })
  const { call } = await connectOverHttp(await trawl.listen(), { headers: unrelated })
  const search = () => call('search_links', { keyword: '灯塔' })
  expect([(await search()).isError, (await search()).isError]).toEqual([false, false])
  const over = await search()
  expect(over).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^rate: at most 2 in 60 s for \/api\/search; retry in \d+ s$/),
  })
  const forced = () => call('get_hot_lists', { ids: ['zhihu'], refresh: true })
  expect((await forced()).isError).toBe(false)
  expect((await forced()).text).toMatch(/^rate: at most 1 in 60 s for force=1 and refresh=true/)
  expect((await call('get_hot_lists', { ids: ['zhihu'] })).isError).toBe(false)
})

it('many calls in one request count as many requests, of a key with a rate of its own too', async () => {
  const entry = `bot:${hashKey(key)}@5/min`
  const trawl = await startHotTrawl({ access: keysOf(entry) })
  const batch = Array.from({ length: 8 }, (_, id) => callOf('find_in_hot_lists', { words: '灯' }, id))
  const response = await post(trawl, batch, { authorization: `Bearer ${key}` })
  expect(response.statusCode).toBe(200)
  expect(response.body.match(/rate: at most 5 in 60 s for this key/g)?.length).toBe(3)
})

it('too many requests are refused with 429 before anything is read', async () => {
  const trawl = await startHotTrawl({ rates: parseRateRules('/mcp=3/min') })
  const statuses: number[] = []
  for (let at = 0; at < 5; at += 1) statuses.push((await post(trawl, ping)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const last = await post(trawl, ping)
  expect(rpcError.parse(last.json()).error).toMatchObject({
    message: expect.stringMatching(/^rate: .*\/mcp; retry in/),
  })
  expect(last.headers['retry-after']).toMatch(/^\d+$/)
})

it('only POST is taken, of bodies that are JSON and not too large', async () => {
  const trawl = await startHotTrawl()
  for (const method of ['GET', 'DELETE', 'PUT'] as const) {
    const response = await trawl.ask({ method, url: '/mcp', headers: unrelated })
    expect([method, response.statusCode, response.headers.allow]).toEqual([method, 405, 'POST, OPTIONS'])
    expect(rpcError.parse(response.json()).error.message).toContain('is not allowed here')
  }
  const large = await post(trawl, { ...ping, params: { filling: 'x'.repeat(70_000) } })
  expect([large.statusCode, rpcError.parse(large.json()).error.message]).toEqual([
    413,
    'body: must be at most 65536 bytes',
  ])
  for (const body of ['', '{', '[', 'null', '12', '\u0000'])
    expect([body, (await post(trawl, body)).statusCode]).toEqual([body, 400])
  expect((await post(trawl, ping, { accept: 'text/html' })).statusCode).toBe(406)
  expect((await post(trawl, ping)).headers).toMatchObject({
    'access-control-allow-origin': '*',
    'x-request-id': 'made-here',
  })
  expect(trawl.errors).toEqual([])
})

it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'a client of the protocol of %s is served',
  async (protocolVersion) => {
    const trawl = await startHotTrawl()
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const begun = await post(trawl, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
    expect(begun.statusCode).toBe(200)
    expect(begun.body).toContain(`"protocolVersion":"${protocolVersion}"`)
    const headers = { 'mcp-protocol-version': protocolVersion }
    const reported = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await post(trawl, reported, headers)).statusCode).toBe(202)
    const called = await post(trawl, callOf('get_hot_lists', { ids: ['zhihu'], limit: 2 }), headers)
    expect(called.body).toMatch(/"structuredContent":\{"lists":\[\{"id":"zhihu"/)
  },
)

it('banned content is not shown to agents', async () => {
  const trawl = await startHotTrawl()
  const url = await trawl.listen()
  const { call } = await connectOverHttp(url)
  const found = z.looseObject({
    links: z.array(z.looseObject({ url: z.string(), title: z.string() })),
    total: z.number(),
  })
  const before = found.parse((await call('search_links', { keyword: '灯塔', by: 'link' })).structured)
  const [first] = before.links
  if (!first) throw new Error('something is found')
  const ban = trawl.bans.read('share', first.url)
  expect(await trawl.bans.change({ add: [{ ...ban, note: '' }], remove: [] })).toMatchObject({ state: 'done' })
  const after = found.parse((await call('search_links', { keyword: '灯塔', by: 'link' })).structured)
  expect(after.total).toBe(before.total - 1)
  expect(after.links.map(({ url: one }) => one)).not.toContain(first.url)
})
