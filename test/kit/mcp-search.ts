// Progress and cancellation of a search through the MCP tools, for every way to connect.
import { expect, it, vi } from 'vitest'
import { type HotTrawl, searched, startHotTrawl } from './hot-trawl.ts'
import type { Agent } from './mcp.ts'

/** Number of cancelled upstream requests. */
export async function withdrawn({ ask }: HotTrawl): Promise<number> {
  const [, count = '0'] =
    /^trawl_upstream_attempt_seconds_count\{.*outcome="withdrawn"\} (\d+)$/m.exec((await ask('/metrics')).body) ?? []
  return Number(count)
}

/** Registers the tests. `connect` connects to the service at this URL until the end of the test. */
export function testSearchProgress(connect: (url: string) => Promise<Agent>): void {
  it('a search tells how far it is, in order', async () => {
    const trawl = await startHotTrawl({ weather: 'calm' })
    const { call } = await connect(await trawl.listen())
    // One after the other. The client ignores progress that arrives with the answer; http-answer.test.ts checks it in
    // the bytes.
    trawl.standin.setFaults(
      { kind: 'slow-start', match: 'demo_two', amount: 400 },
      { kind: 'slow-start', match: 'demo_three', amount: 800 },
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
}
