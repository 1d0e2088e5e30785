// Tests /api/v1/stream?follow=1 from outside: changed lists are sent again while the client reads, in both forms.
import type { InjectOptions } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { shutdownSteps } from '../../src/app/shutdown.ts'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../../src/http/auth/api-keys.ts'
import { type HotTrawl, makeRunningClock, startHotTrawl } from '../kit/hot-trawl.ts'
import { readStream } from '../kit/process.ts'
import { errorOf, messagesIn } from './hotlist-paths.ts'

const sse = { accept: 'text/event-stream' }
const path = '/api/v1/stream?delay=0&chunkSize=50&follow=1'
const minute = 60_000

/** A service whose lists change every minute, and a stream of some of them. */
async function following(sources: string, headers: Record<string, string>) {
  const time = makeRunningClock()
  const service = await startHotTrawl({ time, lists: 'growing', clock: time.epochMs })
  const url = `${await service.listen()}${path}&sources=${sources}`
  const stream = await readStream(url, headers)
  let had = 0
  return {
    ...service,
    ...stream,
    /** The new messages, once they contain `lists` lists. */
    async news(lists: number) {
      const enough = new RegExp(`(?:"type":"(?:end|error)"[^]*){${lists}}\\n$`)
      const text = await stream.until((all) => enough.test(all.slice(had)))
      const news = messagesIn(text.slice(had))
      had = text.length
      return news
    },
    /** Advances the clock by `ms`; then another client forces the list. */
    async later(ms: number, id: string) {
      time.advance(ms)
      await service.ask(`/api/v1/sources/${id}?force=1`)
    },
  }
}

async function followers({ metrics }: Pick<HotTrawl, 'metrics'>) {
  return /trawl_streams_following (\d+)/.exec(await metrics.text())?.[1]
}

describe.each([
  ['lines', {}],
  ['events', sse],
] as const)('who follows by %s', (_name, headers) => {
  test('gets a changed list again as a whole, and no other list', async () => {
    const { news, later, leave } = await following('weibo,zhihu', headers)
    const first = await news(2)
    const of = (id: string) => first.filter(({ sourceId }) => sourceId === id)
    expect(of('zhihu').map(({ type }) => type)).toEqual(['start', 'data', 'end'])
    await later(30 * minute, 'weibo')
    const again = await news(1)
    expect(again.map(({ type, sourceId }) => `${type} ${sourceId}`)).toEqual(['start weibo', 'data weibo', 'end weibo'])
    expect(again[1]?.data.length).toBe(again[1]?.total)
    expect(again[1]?.data).not.toEqual(of('weibo')[1]?.data)
    expect(again[0]?.updatedAt).toBeGreaterThan((of('weibo')[0]?.updatedAt ?? Number.NaN) + 29 * minute)
    leave()
  })

  test('is no longer counted as a subscriber after it disconnects', async () => {
    const service = await following('weibo', headers)
    await service.news(1)
    expect(await followers(service)).toBe('1')
    service.leave()
    await vi.waitFor(async () => expect(await followers(service)).toBe('0'))
    expect(service.errors).toEqual([])
  })

  test('is disconnected when the service stops, without an `end` event, so that a browser reconnects', async () => {
    const service = await following('weibo', headers)
    await service.news(1)
    const nothing = { close: async () => undefined }
    const [finishing] = shutdownSteps({
      ...{ app: nothing, stopTimers: () => undefined, following: service.following },
      ...{ state: { save: async () => undefined }, upstream: nothing, notifiers: nothing, tracing: undefined },
      ...{ store: nothing, replicas: undefined },
    })
    await finishing?.run()
    const text = await service.rest()
    expect(text).not.toContain('event: ')
    expect(text).not.toContain('id: ')
    const response = await service.ask({ url: `${path}&sources=weibo`, headers })
    expect(errorOf(response)).toMatchObject({ statusCode: 503, error: { code: 'SERVICE_BUSY' } })
    expect(response.headers['retry-after']).toBe('30')
  })

  test('gets the end after one round when no list can change', async () => {
    const service = await startHotTrawl()
    const { body } = await service.ask({ url: `${path}&sources=nobody,smzdm`, headers })
    expect(messagesIn(body).map(({ type }) => type)).toEqual(['error', 'error'])
    expect(body.includes('event: end')).toBe(headers === sse)
    expect(await followers(service)).toBe('0')
  })

  test('is not counted for HEAD or for a refused request', async () => {
    const service = await startHotTrawl()
    const head = await service.ask({ method: 'HEAD', url: `${path}&sources=weibo`, headers })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const refused = await service.ask({ url: '/api/v1/stream?sources=weibo&follow=maybe', headers })
    expect(errorOf(refused)).toMatchObject({ statusCode: 400, error: { details: { parameter: 'follow' } } })
    expect(await followers(service)).toBe('0')
  })
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
