// Tests /api/v1/stream?follow=1 from outside: changed lists are sent again while the client reads, in both forms.
import type { InjectOptions } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../../src/http/auth/api-keys.ts'
import { type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'
import { errorOf } from './hotlist-paths.ts'

const sse = { accept: 'text/event-stream' }
const path = '/api/v1/stream?delay=0&chunkSize=50&follow=1'

async function followers({ metrics }: Pick<HotTrawl, 'metrics'>) {
  return /trawl_streams_following (\d+)/.exec(await metrics.text())?.[1]
}

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

describe('one client alone', () => {
  const key = encodeKey(Buffer.alloc(32, 7))
  const other = encodeKey(Buffer.alloc(32, 8))
  const keys = createKeyVerifier(parseKeys(`bot:${hashKey(key)}, other:${hashKey(other)}`))

  /** Opens `count` streams with the parameters for each number; they end with the service only. */
  async function open(
    service: HotTrawl,
    count: number,
    how: (number: number) => Pick<InjectOptions, 'remoteAddress' | 'headers'>,
  ) {
    const before = Number(await followers(service))
    for (let number = 1; number <= count; number += 1)
      void service.ask({ url: `${path}&sources=weibo`, ...how(number) })
    await vi.waitFor(async () => expect(await followers(service)).toBe(`${before + count}`))
  }

  test.each([
    ['by its network, whatever its address there', {}, (number: number) => ({ remoteAddress: `2001:db8::${number}` })],
    [
      'behind a proxy on the same machine',
      {},
      () => ({ remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '192.0.2.1' } }),
    ],
    [
      'by its key, wherever it is',
      { keys },
      (number: number) => ({ remoteAddress: `192.0.2.${number}`, headers: { 'x-api-key': key } }),
    ],
  ])('has at most 32 streams: %s', async (_how, access, how) => {
    const service = await startHotTrawl({ access })
    await open(service, 32, how)
    const refused = await service.ask({ url: `${path}&sources=weibo`, ...how(33) })
    expect(errorOf(refused)).toMatchObject({
      statusCode: 429,
      error: { code: 'RATE_LIMITED', details: { limit: 32, retryAfterS: 30 } },
    })
    expect(refused.headers['retry-after']).toBe('30')
    await open(service, 1, () => ({ remoteAddress: '198.51.100.9', headers: { 'x-api-key': other } }))
  })

  test('has no limit on this machine', async () => {
    const service = await startHotTrawl()
    await open(service, 40, () => ({ remoteAddress: '127.0.0.1' }))
  })
})
