// Tests progress and cancellation of a search: over HTTP with both protocol versions, and over standard streams.
import { describe, expect, it, vi } from 'vitest'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../src/http/auth/api-keys.ts'
import { type HotTrawl, searched, startHotTrawl } from './kit/hot-trawl.ts'
import { type Agent, connectOverHttp, connectOverStdio, type Era } from './kit/mcp.ts'
import { isRunning } from './kit/process.ts'

const ways: readonly [string, (url: string) => Promise<Agent>][] = (['modern', 'legacy'] satisfies Era[]).flatMap(
  (era) => [
    [`over HTTP (${era})`, (url: string) => connectOverHttp(url, { era })],
    [`over standard streams (${era})`, (url: string) => connectOverStdio(['--url', url], { era })],
  ],
)

/** Number of cancelled upstream requests. */
async function withdrawn({ ask }: HotTrawl): Promise<number> {
  const [, count = '0'] =
    /^trawl_upstream_attempt_seconds_count\{.*outcome="withdrawn"\} (\d+)$/m.exec((await ask('/metrics')).body) ?? []
  return Number(count)
}

describe.each(ways)('%s', (_way, connect) => {
  it('a search tells how far it is, in order', async () => {
    const trawl = await startHotTrawl({ weather: 'calm' })
    const { call } = await connect(await trawl.listen())
    // One after the other. The client ignores progress that arrives with the answer; http-answer.test.ts checks it in
    // the bytes.
    trawl.standin.setFaults(
      { kind: 'slow-start', match: 'demo_two', amount: 1_000 },
      { kind: 'slow-start', match: 'demo_three', amount: 2_000 },
    )
    const told: { progress: number; total?: number | undefined; message?: string | undefined }[] = []
    const { structured } = await call('search_links', { keyword: '灯塔' }, { onprogress: (one) => told.push(one) })
    expect(structured).toMatchObject({ complete: true, sources: { asked: searched.length } })
    expect(told.length).toBeGreaterThan(0)
    const steps = told.map(({ progress }) => progress)
    expect(steps).toEqual([...new Set(steps)].sort((one, other) => one - other))
    for (const { progress, total, message } of told)
      expect([total, message]).toEqual([3, expect.stringMatching(`^${progress} of 3 sources, \\d+ links? so far$`)])
  })

  it('a search that is cancelled ends what only it waited for', async () => {
    const trawl = await startHotTrawl()
    const { call } = await connect(await trawl.listen())
    trawl.standin.setFaults({ kind: 'hang' })
    const leaving = new AbortController()
    const search = call('search_links', { keyword: '灯塔' }, { signal: leaving.signal })
    const ended = search.then(
      () => 'answered',
      () => 'cancelled',
    )
    await vi.waitFor(() => expect(trawl.standin.asked().length).toBe(searched.length))
    leaving.abort()
    expect(await ended).toBe('cancelled')
    await vi.waitFor(async () => expect(await withdrawn(trawl)).toBe(searched.length))
    expect(trawl.errors).toEqual([])
  })
})

describe('over standard streams', () => {
  it('all tools answer, and nothing but the protocol is written', async () => {
    const trawl = await startHotTrawl()
    const agent = await connectOverStdio(['--url', await trawl.listen()])
    const { tools } = await agent.client.listTools()
    expect(tools.length).toBe(5)
    const { text, isError } = await agent.call('get_hot_lists', { ids: ['zhihu'], limit: 2 })
    expect([isError, text]).toEqual([false, expect.stringMatching(/^## 知乎 \(zhihu\): 2 items/)])
    const words = await agent.call('find_in_hot_lists', { words: '的' })
    expect(words.structured).toMatchObject({ lists_searched: 1 })
  })

  it('a service that wants a key is told in a sentence, and the key opens it', async () => {
    const key = encodeKey(new Uint8Array(32).fill(7))
    const keys = createKeyVerifier(parseKeys(`bot:${hashKey(key)}`))
    const url = await (await startHotTrawl({ access: { keys } })).listen()
    const without = await connectOverStdio(['--url', url])
    const refused = await without.call('get_hot_lists', { ids: ['zhihu'] })
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^This server requires an API key.*TRAWL_KEY/),
    })
    const agent = await connectOverStdio(['--url', url], { env: { TRAWL_KEY: key } })
    expect(await agent.call('get_hot_lists', { ids: ['zhihu'] })).toMatchObject({ isError: false })
  })

  it('a service that is not there is told in a sentence', async () => {
    const { call } = await connectOverStdio(['--url', 'http://127.0.0.1:9'])
    expect(await call('search_links', { keyword: '灯塔' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/could not be reached/),
    })
  })

  it('the process ends when its client leaves, in the middle of a search too', async () => {
    const trawl = await startHotTrawl()
    const { client, call, pid } = await connectOverStdio(['--url', await trawl.listen()])
    trawl.standin.setFaults({ kind: 'hang' })
    const search = call('search_links', { keyword: '灯塔' }).catch(() => 'gone')
    await vi.waitFor(() => expect(trawl.standin.asked().length).toBe(searched.length))
    await client.close()
    expect(await search).toBe('gone')
    await vi.waitFor(() => expect(isRunning(pid ?? 0)).toBe(false))
    await vi.waitFor(async () => expect(await withdrawn(trawl)).toBe(searched.length))
  })
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
  await vi.waitFor(async () => expect(await withdrawn(trawl)).toBe(searched.length))
})
