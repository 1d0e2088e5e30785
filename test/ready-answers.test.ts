// Tests repeated requests over the wire: the same bytes in the client's encoding until their contents change.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startHotTrawl } from './kit/hot-trawl.ts'
import { startTrawl } from './kit/trawl.ts'

const minute = 60_000

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** Asks a listening service. */
async function asking(listens: Promise<string>) {
  const url = await listens
  return async (path: string, headers: Record<string, string> = {}, body?: object): Promise<Got> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await request(`${url}${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...sent,
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: Buffer.from(await response.body.arrayBuffer()),
    }
  }
}

const decoders = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  identity: async (bytes: Buffer) => bytes,
}

const listPaths = [
  '/api/v1/batch?sources=weibo,zhihu,acfun&limit=50',
  '/api/v1/sources/weibo?limit=50',
  '/api/hot-list?id=weibo',
  '/api/v1/sources/hot/batch?ids=weibo,zhihu',
  '/api/v1/optimized/batch?sources=weibo,zhihu',
]

describe('lists that are asked for again', () => {
  it.each(listPaths)('are the same bytes, with their age in the headers: %s', async (path) => {
    const service = await startHotTrawl()
    const get = await asking(service.listen())
    await get(path)
    const first = await get(path)
    const asked = service.standin.asked().length
    service.time.advance(20_500)
    const again = await get(path)
    expect(again.bytes).toEqual(first.bytes)
    expect([again.status, again.headers.etag, again.headers['x-cache']]).toEqual([200, first.headers.etag, 'HIT'])
    expect([first.headers.age, again.headers.age]).toEqual(['0', '20'])
    expect(again.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    expect(again.headers['server-timing']).toMatch(/^lists;dur=\d/)
    expect(again.headers['x-request-id']).toBe('made-here')
    expect(Object.keys(again.headers).toSorted()).toEqual(Object.keys(first.headers).toSorted())
    expect(service.standin.asked().length).toBe(asked)
  })

  it('are new after one of them was forced', async () => {
    const service = await startHotTrawl()
    const get = await asking(service.listen())
    const path = '/api/v1/batch?sources=weibo,zhihu'
    await get(path)
    const before = await get(path)
    expect((await get(path)).bytes).toEqual(before.bytes)
    service.time.advance(11_000)
    await get('/api/v1/sources/zhihu?force=1')
    const after = await get(path)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    const [weibo, zhihu] = listsOf(after)
    expect([weibo?.updatedAt, zhihu?.updatedAt]).toEqual([service.time.epochMs() - 11_000, service.time.epochMs()])
  })

  it('show the failure after one of them was forced in vain', async () => {
    const service = await startHotTrawl()
    const get = await asking(service.listen())
    const path = '/api/v1/batch?sources=weibo,zhihu'
    await get(path)
    expect(listsOf(await get(path))).toMatchObject([{ stale: false }, { stale: false }])
    service.standin.setFaults({ kind: '503' })
    service.time.advance(11_000)
    await get('/api/v1/sources/zhihu?force=1')
    const [weibo, zhihu] = listsOf(await get(path))
    expect(weibo).toMatchObject({ stale: false })
    expect(zhihu).toMatchObject({ stale: true, error: { kind: 'unavailable' } })
    // A list that fails is served from the cached bytes too, until it is requested again.
    const asked = service.standin.asked().length
    const failing = await get(path)
    expect([failing.bytes, failing.headers['x-cache']]).toEqual([(await get(path)).bytes, 'HIT'])
    expect(service.standin.asked().length).toBe(asked)
  })

  it('are refreshed in the background after their interval', async () => {
    const service = await startHotTrawl()
    const get = await asking(service.listen())
    const path = '/api/hot-list?id=weibo'
    for (let at = 0; at < 3; at += 1) await get(path)
    const asked = service.standin.asked().length
    service.time.advance(2 * minute)
    await get(path)
    await expect.poll(() => service.standin.asked().length).toBeGreaterThan(asked)
    await expect.poll(async () => (await get(path)).headers.age).toBe('0')
  })

  it('count as requests and cache hits, on the fast path too', async () => {
    const service = await startHotTrawl()
    const get = await asking(service.listen())
    for (let at = 0; at < 10; at += 1) await get('/api/v1/batch?sources=weibo,zhihu')
    const { summary, routes } = JSON.parse((await get('/api/v1/metrics?detailed=1')).bytes.toString())
    expect(summary).toMatchObject({ totalRequests: 10, totalErrors: 0, cacheHitRate: 0.9 })
    expect(routes).toMatchObject([{ route: '/api/v1/batch', requests: 10, byStatus: { '200': 10 } }])
    const text = (await get('/metrics')).bytes.toString()
    expect(text).toContain('trawl_asks_total{outcome="cached"} 18')
    expect(text).toMatch(/trawl_request_seconds_count\{route="\/api\/v1\/batch",method="GET",status="200"\} 10/)
  })
})

const results = z.object({
  results: z.array(
    z.object({ updatedAt: z.number(), stale: z.boolean(), error: z.object({ kind: z.string() }).optional() }),
  ),
})

function listsOf({ bytes }: Got) {
  return results.parse(JSON.parse(bytes.toString())).results
}

describe('a client that says what it has and takes', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['zstd', 'zstd'],
    ['br;q=0, gzip;q=0.5, *;q=0', 'gzip'],
    ['deflate', undefined],
  ])('by Accept-Encoding: %j is answered in %s, first and again', async (accepted, encoding) => {
    const service = await startHotTrawl()
    const get = await asking(service.listen())
    const path = '/api/v1/batch?sources=weibo,zhihu&limit=50'
    await get(path)
    const plain = await get(path)
    for (let at = 0; at < 3; at += 1) {
      const got = await get(path, { 'accept-encoding': accepted })
      expect(got.headers['content-encoding']).toBe(encoding)
      expect(Number(got.headers['content-length'])).toBe(got.bytes.length)
      expect(await decoders[isKnown(encoding) ? encoding : 'identity'](got.bytes)).toEqual(plain.bytes)
      expect(got.headers.etag).toBe(plain.headers.etag)
    }
  })

  it('gets 304 for a matching ETag in any encoding, and the whole body with Cache-Control: no-cache', async () => {
    const service = await startHotTrawl()
    const get = await asking(service.listen())
    const path = '/api/hot-list?id=weibo'
    const etag = String((await get(path)).headers.etag)
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'br' },
    ]) {
      const held = await get(path, headers)
      expect([held.status, held.bytes.length, held.headers.etag, held.headers['x-cache']]).toEqual([
        304,
        0,
        etag,
        'HIT',
      ])
      expect([held.headers['content-encoding'], held.headers['content-type']]).toEqual([undefined, undefined])
    }
    for (const headers of [{ 'if-none-match': '"other"' }, { 'if-none-match': etag, 'cache-control': 'no-cache' }])
      expect((await get(path, headers)).status).toBe(200)
  })
})

function isKnown(encoding: string | undefined): encoding is keyof typeof decoders {
  return encoding !== undefined && encoding in decoders
}

describe('a search that is asked again', () => {
  const names = ['demo_share', 'demo_two', 'demo_three']

  it('is served from the cache by GET and POST however the request is spelled, and anew with refresh', async () => {
    const { listen, standin } = await startTrawl(names)
    const get = await asking(listen())
    const first = await get('/api/search?kw=linux&conc=8')
    expect(first.headers['x-cache']).toBe('MISS')
    const asked = standin.asked().length
    const others = [
      await get('/api/search?kw=linux&conc=8'),
      await get('/api/search?kw=+linux&res=merge&cloud_types='),
      await get('/api/search', {}, { kw: 'linux', ext: { deadline_ms: 900 } }),
    ]
    for (const { bytes, headers } of others) {
      expect(bytes).toEqual(first.bytes)
      expect([headers['x-cache'], headers.etag]).toEqual(['HIT', first.headers.etag])
      expect(headers['server-timing']).toMatch(/^search;dur=\d/)
    }
    expect(standin.asked().length).toBe(asked)
    expect((await get('/api/search?kw=linux&refresh=1')).headers['x-cache']).toBe('MISS')
    expect(standin.asked().length).toBe(asked + names.length)
  })

  it('is never answered with 304 to a POST', async () => {
    const { listen } = await startTrawl(names)
    const get = await asking(listen())
    const path = '/api/search?kw=linux'
    const { bytes } = await get(path)
    expect((await get(path, { 'if-none-match': '*' })).status).toBe(304)
    const posted = await get('/api/search', { 'if-none-match': '*' }, { kw: 'linux' })
    expect([posted.status, posted.bytes]).toEqual([200, bytes])
  })
})
