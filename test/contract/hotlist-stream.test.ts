// Tests the two forms of /api/v1/stream on the wire, and what follow=1 adds to them.
import { describe, expect, test, vi } from 'vitest'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../../src/http/auth/api-keys.ts'
import { type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'
import { errorOf, messagesIn } from './hotlist-paths.ts'

const sse = { accept: 'text/event-stream' }
const path = '/api/v1/stream?delay=0&chunkSize=50&follow=1'

async function followers({ metrics }: Pick<HotTrawl, 'metrics'>) {
  return /trawl_streams_following (\d+)/.exec(await metrics.text())?.[1]
}

async function streamOf({ ask }: HotTrawl, query: string, headers: Record<string, string> = {}) {
  return ask({ url: `/api/v1/stream?delay=0&${query}`, headers })
}

describe('/api/v1/stream', () => {
  test('sends lines of JSON unless the client accepts server-sent events', async () => {
    const service = await startHotTrawl()
    for (const accept of ['', '*/*', 'application/json', 'application/x-ndjson', 'text/event-streams']) {
      const { headers, body } = await streamOf(service, 'sources=weibo', { accept })
      expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      expect(body.endsWith('}\n')).toBe(true)
      const lines = body.trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line).type)).toEqual(['start', 'data', 'end'])
      expect(messagesIn(body).length).toBe(lines.length)
    }
  })

  test('sends server-sent events to a client that accepts them, and `end` as the last one', async () => {
    const service = await startHotTrawl()
    await streamOf(service, 'sources=weibo')
    const plain = (await streamOf(service, 'sources=weibo')).body
    for (const accept of ['text/event-stream', 'text/html, TEXT/Event-Stream;q=0.9']) {
      const { headers, body } = await streamOf(service, 'sources=weibo', { accept })
      expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      expect(body.endsWith('event: end\nid: end\ndata: {}\n\n')).toBe(true)
      expect(body.split('\n\n').length).toBe(3 + 1 + 1)
      expect(messagesIn(body)).toEqual(messagesIn(plain))
    }
  })
})

describe.each([
  ['lines', {}],
  ['events', sse],
] as const)('who follows by %s', (_name, headers) => {
  test('is not counted for HEAD or for a refused request', async () => {
    const service = await startHotTrawl()
    const head = await service.ask({ method: 'HEAD', url: `${path}&sources=weibo`, headers })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const refused = await service.ask({ url: '/api/v1/stream?sources=weibo&follow=maybe', headers })
    expect(errorOf(refused)).toMatchObject({ statusCode: 400, error: { details: { parameter: 'follow' } } })
    expect(await followers(service)).toBe('0')
  })
})

test('a stream of events has no `end` when the service stops, so that a browser reconnects, and no other begins', async () => {
  const service = await startHotTrawl()
  const request = { url: `${path}&sources=weibo`, headers: sse }
  const stream = service.ask(request)
  await vi.waitFor(async () => expect(await followers(service)).toBe('1'))
  service.following.close()
  expect((await stream).body).not.toContain('event: end')
  const refused = await service.ask(request)
  expect(errorOf(refused)).toMatchObject({ statusCode: 503, error: { code: 'SERVICE_BUSY' } })
  expect(refused.headers['retry-after']).toBe('30')
})

test('a client has at most 32 streams by its key, wherever it is', async () => {
  const [key, other] = [encodeKey(Buffer.alloc(32, 7)), encodeKey(Buffer.alloc(32, 8))]
  const keys = createKeyVerifier(parseKeys(`bot:${hashKey(key)}, other:${hashKey(other)}`))
  const service = await startHotTrawl({ access: { keys } })
  const open = (key: string, number: number) =>
    service.ask({ url: `${path}&sources=weibo`, remoteAddress: `192.0.2.${number}`, headers: { 'x-api-key': key } })
  for (let number = 1; number <= 32; number += 1) void open(key, number)
  await vi.waitFor(async () => expect(await followers(service)).toBe('32'))
  const refused = await open(key, 33)
  expect(errorOf(refused)).toMatchObject({
    statusCode: 429,
    error: { code: 'RATE_LIMITED', details: { limit: 32, retryAfterS: 30 } },
  })
  expect(refused.headers['retry-after']).toBe('30')
  void open(other, 33)
  await vi.waitFor(async () => expect(await followers(service)).toBe('33'))
})
