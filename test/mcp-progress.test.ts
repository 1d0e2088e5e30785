// Tests progress and cancellation of a search over HTTP with both protocol versions.
import { describe, expect, it, vi } from 'vitest'
import { searched, startHotTrawl } from './kit/hot-trawl.ts'
import { cancelledRequests, connectOverHttp, type Era, testSearchProgress } from './kit/mcp.ts'

describe.each(['modern', 'legacy'] satisfies Era[])('over HTTP (%s)', (era) => {
  testSearchProgress((url) => connectOverHttp(url, { era }))
})

it('a client whose connection breaks ends what only it waited for', async () => {
  const trawl = await startHotTrawl()
  const url = await trawl.listen()
  trawl.standin.setFaults({ kind: 'hang' })
  const leaving = new AbortController()
  const params = { name: 'search_links', arguments: { keyword: '灯塔' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const response = await fetch(`${url}/mcp`, { method: 'POST', body, signal: leaving.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await vi.waitFor(() => expect(trawl.standin.asked().length).toBe(searched.length))
  leaving.abort()
  await vi.waitFor(async () => expect(await cancelledRequests(trawl)).toBe(searched.length))
})
