// Tests access over the wire, on the fast path too: keys, trusted proxies and rate limits.
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../src/http/access/client-address.ts'
import { parseRateRules } from '../src/http/access/rate-limits.ts'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../src/http/auth/api-keys.ts'
import { type HotTrawlOptions, startHotTrawl } from './kit/hot-trawl.ts'

/** A host name other than this machine's: requests with it count as remote. */
const unrelated = { host: 'trawl.example' }
const list = '/api/v1/sources/baidu'
const admin = 'correct-horse-battery'

const key = encodeKey(Buffer.alloc(32, 7))
const slowKey = encodeKey(Buffer.alloc(32, 8))
const keys = createKeyVerifier(parseKeys(`bot:${hashKey(key)}, slow:${hashKey(slowKey)}@2/min`))

/** Starts a listening service and asks it with undici's request, because `fetch` sends no custom `Host`. */
async function start(options: HotTrawlOptions = {}) {
  const clock = { now: 0 }
  const service = await startHotTrawl({ ticks: () => clock.now, adminToken: admin, ...options })
  const url = await service.listen()
  const ask = async (
    path: string,
    headers: Record<string, string | string[]> = unrelated,
    method = 'GET',
    body?: string,
  ) => {
    const answer = await request(url + path, {
      headers: { 'content-type': 'application/json', ...headers },
      method: method === 'POST' ? 'POST' : 'GET',
      ...(body ? { body } : {}),
    })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
  /** The statuses of `count` requests in sequence. */
  const statuses = async (count: number, path: string, headers?: Record<string, string>) => {
    const found: number[] = []
    for (let at = 0; at < count; at += 1) found.push((await ask(path, headers)).status)
    return found
  }
  return { ...service, clock, ask, statuses }
}

function times(count: number, status: number): number[] {
  return Array.from({ length: count }, () => status)
}

describe('rates', () => {
  test('all forced requests of a client count against one rate', async () => {
    const { ask } = await start({ rates: parseRateRules('force=6/min') })
    const search = '/api/search?kw=a&channels=demo_share'
    const forced = [`${list}?force=1`, '/api/hot-list?id=baidu&refresh=true', '/api/v1/batch?sources=baidu&force=true']
    const streamed = '/api/search/stream?kw=a&channels=demo_share&refresh=true'
    const statuses = await Promise.all(
      [...forced, `${search}&refresh=1`, streamed].map(async (path) => (await ask(path)).status),
    )
    expect(statuses).toEqual(times(5, 200))
    expect(
      (await ask('/api/search', unrelated, 'POST', '{"kw":"a","channels":"demo_share","refresh":true}')).status,
    ).toBe(200)
    for (const path of [...forced, `${search}&refresh=1`, streamed])
      expect([path, (await ask(path)).status]).toEqual([path, 429])
    expect(JSON.parse((await ask(`${search}&refresh=1`)).text).message).toContain('for force=1 and refresh=true')
    expect((await ask(list)).status).toBe(200)
  })

  test('a search of many unlisted channels counts as several requests, and its debt is refused later', async () => {
    const { ask, clock } = await start({ rates: parseRateRules('/api/search=6/min,/api/search/stream=6/min') })
    const channels = Array.from({ length: 72 }, (_, at) => `made_up_${at}`).join()
    const remaining = async (path: string, headers?: Record<string, string>) => {
      const { status, headers: text } = await ask(path, headers)
      return [status, text['ratelimit-remaining']]
    }
    expect(await remaining('/api/search?kw=a&channels=demo_share')).toEqual([200, '5'])
    expect(await remaining(`/api/search?kw=b&channels=${channels}`)).toEqual([200, '0'])
    expect(await remaining(`/api/search/stream?kw=b&channels=${channels}`)).toEqual([200, '0'])
    clock.now += 39_000
    expect(await remaining('/api/search?kw=a&channels=demo_share')).toEqual([429, '0'])
    clock.now += 1_000
    expect(await remaining('/api/search?kw=a&channels=demo_share')).toEqual([200, '0'])
  })
})

describe('an address that a proxy forwards', () => {
  const forwarded = (text: string) => ({ ...unrelated, 'x-forwarded-for': text })

  test('X-Forwarded-For is ignored when the proxy is not in TRUST_PROXY, and /readyz names the setting', async () => {
    const { ask, statuses } = await start({ rates: parseRateRules('*=3/min') })
    const each = await Promise.all([1, 2, 3, 4, 5].map((at) => ask(list, forwarded(`192.0.2.${at}`))))
    expect(each.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(await statuses(5, list, forwarded('127.0.0.1'))).toEqual(times(5, 429))
    const ready = JSON.parse((await ask('/readyz')).text)
    expect(ready.notices).toEqual([expect.stringContaining('set TRUST_PROXY=127.0.0.1')])
  })

  test('behind a trusted proxy the last forwarded address is the client', async () => {
    const access = { proxies: parseTrustedProxies('loopback') }
    const { ask, statuses } = await start({ access, rates: parseRateRules('*=2/min') })
    expect(await statuses(3, list, forwarded('192.0.2.1'))).toEqual([200, 200, 429])
    expect(await statuses(3, list, forwarded('192.0.2.2'))).toEqual([200, 200, 429])
    const lying = ['198.51.100.1, 192.0.2.3', '198.51.100.2, 192.0.2.3', '127.0.0.1, 192.0.2.3']
    const answer = await Promise.all(lying.map((text) => ask(list, forwarded(text))))
    expect(answer.map(({ status }) => status).toSorted()).toEqual([200, 200, 429])
    expect(JSON.parse((await ask('/readyz')).text)).not.toHaveProperty('notices')
  })
})

describe('a cached response, before the framework and by it', () => {
  const rates = parseRateRules('*=2/min')
  const limited = [
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ]
  const unlimited = times(3, 200).map((status) => [status, undefined])
  const refused = (status: number) => times(3, status).map((one) => [one, undefined])
  const withKey = (sent: string) => ({ ...unrelated, 'x-api-key': sent })
  const byProxy = { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }
  const admitted = { ...unrelated, authorization: `Bearer ${admin}` }
  /** Repeated headers are left to the framework. */
  const ways = { 'the fast path': {}, 'the framework': { 'cache-control': ['max-age=0', 'max-age=0'] } }

  const table: [string, HotTrawlOptions, Record<string, string>, (number | string | undefined)[][]][] = [
    ['a stranger without limits', {}, unrelated, unlimited],
    ['a stranger within a rate', { rates }, unrelated, limited],
    ['a program on this machine', { rates }, { host: 'localhost' }, unlimited],
    ['a proxy on this machine', { rates }, byProxy, limited],
    ['an administrator', { rates }, admitted, unlimited],
    ['a stranger without a key', { access: { keys } }, unrelated, refused(401)],
    ['a program on this machine without a key', { access: { keys } }, { host: 'localhost' }, refused(401)],
    ['a wrong key', { access: { keys } }, withKey(`${key}A`), refused(401)],
    ['a key', { access: { keys } }, withKey(key), unlimited],
    ['a key within a rate', { access: { keys }, rates }, withKey(key), limited],
    ['a key with a rate of its own', { access: { keys } }, withKey(slowKey), limited],
    ['an administrator where keys are needed', { access: { keys }, rates }, admitted, unlimited],
  ]
  type Ask = Awaited<ReturnType<typeof start>>['ask']
  type Headers = Parameters<Ask>[1]
  const exclude = times(30, 0).map((_, at) => `${at}`.padStart(100, 'x'))
  const search = { kw: 'a', channels: 'demo_share', filter: JSON.stringify({ exclude }) }
  /** Kinds of requests that the cache answers. */
  const requests: Record<string, (ask: Ask, headers: Headers) => ReturnType<Ask>> = {
    'a list': (ask, headers) => ask(list, headers),
    'a search of 3,000 characters': (ask, headers) => ask(`/api/search?${new URLSearchParams(search)}`, headers),
    'a posted search': (ask, headers) => ask('/api/search', headers, 'POST', JSON.stringify(search)),
  }
  const cases = Object.entries(requests).flatMap(([what, send]) =>
    table.flatMap(([who, ...rest]) =>
      Object.entries(ways).map(([way, more]) => [who, what, way, send, more, ...rest] as const),
    ),
  )
  test.each(cases)(
    '%s has the same rights to %s by %s',
    async (_who, _what, _way, send, more, options, headers, expected) => {
      const { ask } = await start(options)
      for (const _time of [1, 2]) await send(ask, admitted)
      const received: Awaited<ReturnType<typeof ask>>[] = []
      for (const _expected of expected) received.push(await send(ask, { ...headers, ...more }))
      expect(received.map(({ status, headers: text }) => [status, text['ratelimit-remaining']])).toEqual(expected)
      for (const { status, headers: output } of received) if (status === 200) expect(output['x-cache']).toBe('HIT')
    },
  )

  test.each(Object.entries(ways))('is refused as soon as the service is private, by %s', async (_way, more) => {
    const state = { isPrivate: false }
    const { ask } = await start({ access: { isRequired: () => state.isPrivate } })
    for (const _time of [1, 2]) await ask(list, unrelated)
    const sent = { ...unrelated, ...more }
    expect((await ask(list, sent)).headers['x-cache']).toBe('HIT')
    state.isPrivate = true
    expect((await ask(list, sent)).status).toBe(401)
    expect((await ask(list, { ...admitted, ...more })).status).toBe(200)
  })

  test.each(Object.entries(ways))(
    'is refused to an address that is not on the allow list, by %s',
    async (_way, more) => {
      const { ask } = await start()
      for (const _time of [1, 2]) await ask(list, admitted)
      await ask('/api/v1/security/ip-whitelist', admitted, 'POST', '{"ip":"192.0.2.0/24"}')
      expect((await ask(list, { ...unrelated, ...more })).status).toBe(403)
    },
  )
})
