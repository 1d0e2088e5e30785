// Tests /api/v1/stream from outside: its two forms on the wire, the order of messages, chunks, and clients that disconnect.
import { describe, expect, test, vi } from 'vitest'
import type { StreamMessage } from '../../src/contract/hotlist.ts'
import { enabledIds, type HotTrawl, makeRunningClock, startHotTrawl } from '../kit/hot-trawl.ts'
import { readStream } from '../kit/process.ts'
import { errorOf, messagesIn } from './hotlist-paths.ts'

const sse = { accept: 'text/event-stream' }

async function streamOf({ ask }: HotTrawl, query: string, headers: Record<string, string> = {}) {
  return ask({ url: `/api/v1/stream?delay=0&${query}`, headers })
}

/** The messages by source, in short form. */
function reportedOf(messages: readonly StreamMessage[]): Record<string, string> {
  const bySource = Map.groupBy(messages, ({ sourceId }) => sourceId)
  const words = (all: readonly StreamMessage[]) =>
    all.map(({ type, data }) => (type === 'data' ? `${data.length}` : type)).join(' ')
  return Object.fromEntries([...bySource].map(([id, all]) => [id, words(all)]))
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

  test('answers 204 to a browser that reconnects after the end', async () => {
    const service = await startHotTrawl()
    const { statusCode, body } = await streamOf(service, 'sources=weibo', { ...sse, 'last-event-id': 'end' })
    expect([statusCode, body, service.standin.asked()]).toEqual([204, '', []])
  })

  test('answers HEAD without asking an upstream, in either form', async () => {
    const { ask, standin } = await startHotTrawl()
    for (const [headers, type] of [
      [{}, 'application/x-ndjson'],
      [sse, 'text/event-stream'],
    ] as const) {
      const response = await ask({ method: 'HEAD', url: '/api/v1/stream?sources=weibo,zhihu', headers })
      expect([response.statusCode, response.body]).toEqual([200, ''])
      expect(response.headers['content-type']).toBe(`${type}; charset=utf-8`)
    }
    expect(standin.asked()).toEqual([])
  })

  test('answers 400 to a wrong parameter before the stream begins, in either form', async () => {
    const { ask, standin } = await startHotTrawl()
    for (const query of [
      '',
      'sources=',
      'sources=weibo&chunkSize=51',
      'sources=weibo&chunkSize=0',
      'sources=weibo&delay=10001',
    ])
      for (const headers of [{}, sse]) {
        const response = await ask({ url: `/api/v1/stream?${query}`, headers })
        expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
        expect(errorOf(response)).toMatchObject({ statusCode: 400, error: { code: 'VALIDATION_ERROR' } })
      }
    expect(standin.asked()).toEqual([])
  })

  test('sends all enabled lists, each in the order of its ranks', async () => {
    // With a running clock, the load of a busy machine would count as overload.
    const service = await startHotTrawl({ lists: 'growing', time: makeRunningClock() })
    const messages = messagesIn((await streamOf(service, `sources=${enabledIds.join(',')}&chunkSize=7`)).body)
    const reported = reportedOf(messages)
    expect(messages.filter(({ error }) => error)).toEqual([])
    expect(Object.keys(reported).toSorted()).toEqual(enabledIds.toSorted())
    for (const words of Object.values(reported)) expect(words).toMatch(/^start (?:7 )*[1-7] end$/)
    for (const [id, all] of Map.groupBy(messages, ({ sourceId }) => sourceId)) {
      const ranks = all.flatMap(({ data }) => data.map(({ rank }) => rank))
      expect(ranks, id).toEqual(ranks.map((_rank, at) => at + 1))
      expect(all[0]?.total).toBe(ranks.length)
    }
    expect(service.errors).toEqual([])
  })
})

describe.each([
  ['lines', {}],
  ['events', sse],
] as const)('a client that reads %s', (_name, headers) => {
  test('gets the fast sources before a slow one has answered', async () => {
    const { listen, standin } = await startHotTrawl({ time: makeRunningClock() })
    standin.setFaults({ kind: 'hang', match: 'ithome' })
    const url = await listen()
    const { until, leave } = await readStream(`${url}/api/v1/stream?sources=ithome,weibo,zhihu&delay=0`, headers)
    await until('"type":"end","sourceId":"zhihu"')
    const text = await until('"type":"end","sourceId":"weibo"')
    expect(messagesIn(text.slice(0, text.lastIndexOf('\n') + 1)).some(({ sourceId }) => sourceId === 'ithome')).toBe(
      false,
    )
    leave()
  })

  test('that disconnects ends the upstream requests that only it waited for', async () => {
    const { listen, standin, metrics } = await startHotTrawl({ time: makeRunningClock() })
    standin.setFaults({ kind: 'hang', match: 'ithome' })
    const url = await listen()
    const { until, leave } = await readStream(`${url}/api/v1/stream?sources=ithome,v2ex-hot&delay=0`, headers)
    await until('"type":"end","sourceId":"v2ex-hot"')
    await vi.waitFor(() => expect(standin.asked().some(({ upstreamUrl }) => upstreamUrl.includes('ithome'))).toBe(true))
    const asked = standin.asked().length
    standin.setFaults()
    leave()
    await vi.waitFor(async () => expect(await metrics.text()).toContain('outcome="withdrawn"'))
    // If the hung ask went on, it would be retried and the next request would join it; instead the next request starts
    // a new ask at once.
    const response = await (await fetch(`${url}/api/v1/stream?sources=ithome&delay=0`)).text()
    expect(reportedOf(messagesIn(response))).toEqual({ ithome: 'start 2 end' })
    expect(standin.asked().length).toBe(asked + 1)
  })

  // src/hotlist/streaming/stream.test.ts tests the pauses between them.
  test('gets a list in chunks of the requested size', async () => {
    const { listen } = await startHotTrawl({ lists: 'growing' })
    const url = `${await listen()}/api/v1/stream?sources=weibo&delay=0`
    const chunks = async (query: string) => {
      const { rest } = await readStream(`${url}${query}`, headers)
      return messagesIn(await rest()).flatMap(({ type, data }) => (type === 'data' ? [data.length] : []))
    }
    const [all = 0] = await chunks('&chunkSize=50')
    expect(all).toBeGreaterThan(20)
    expect(await chunks('&chunkSize=20')).toEqual([20, all - 20])
    expect((await chunks('&chunkSize=10')).slice(0, 2)).toEqual([10, 10])
  })
})
