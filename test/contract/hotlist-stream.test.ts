// Tests /api/v1/stream from outside: its two forms on the wire, the order of messages, chunks, and clients that disconnect.
import { describe, expect, test } from 'vitest'
import { type HotTrawl, makeRunningClock, startHotTrawl } from '../kit/hot-trawl.ts'
import { readStream } from '../kit/process.ts'
import { messagesIn } from './hotlist-paths.ts'

const sse = { accept: 'text/event-stream' }

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
})
