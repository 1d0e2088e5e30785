// Tests the two forms of /api/v1/stream on the wire.
import { describe, expect, test } from 'vitest'
import { type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'
import { messagesIn } from './hotlist-paths.ts'

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
