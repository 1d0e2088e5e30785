// Tests the three batches of the hot lists: order, counts, unknown and disabled ids, partial failures, timeouts, ages.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hotListAnswers } from '../../src/contract/hotlist.ts'
import { enabledIds, type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'

async function batchOf({ ask }: HotTrawl, query: string) {
  return hotListAnswers.batch.parse((await ask(`/api/v1/batch?${query}`)).json())
}

async function hotOf({ ask }: HotTrawl, query = '') {
  return hotListAnswers.hotBatch.parse((await ask(`/api/v1/sources/hot/batch?${query}`)).json())
}

describe('/api/v1/batch', () => {
  test('returns all enabled lists in one request, with 20 items of each unless the limit says otherwise', async () => {
    const { results } = await batchOf(await startHotTrawl({ lists: 'growing' }), `sources=${enabledIds.join(',')}`)
    expect(results.map(({ id, success }) => [id, success])).toEqual(enabledIds.map((id) => [id, true]))
    expect(Math.max(...results.map(({ data }) => data.length))).toBe(20)
  })
})

describe('/api/v1/sources/hot/batch', () => {
  test('returns all enabled lists by id when no id is named', async () => {
    const service = await startHotTrawl({ lists: 'growing' })
    for (const query of ['', 'ids=', 'ids=,']) {
      const { data, meta } = await hotOf(service, query)
      expect(Object.keys(data).toSorted()).toEqual(enabledIds.toSorted())
      expect(meta).toMatchObject({ total: enabledIds.length, success: enabledIds.length, failed: 0 })
      for (const [id, one] of Object.entries(data)) {
        expect([one.id, one.success, one.count]).toEqual([id, true, one.items.length])
        expect(one.count).toBeLessThanOrEqual(10)
      }
    }
  })

  test('treats __proto__ and other property names as unknown ids', async () => {
    const { ask } = await startHotTrawl()
    const response = await ask('/api/v1/sources/hot/batch?ids=__proto__,constructor,toString')
    expect(response.json().meta).toMatchObject({ total: 3, success: 0, failed: 3 })
    expect(Object.keys(JSON.parse(response.body).data)).toEqual(['__proto__', 'constructor', 'toString'])
  })

  test.each([
    ['', 5],
    ['&concurrency=1', 1],
    ['&concurrency=10', 10],
  ])('with %j it asks %i sources in parallel', async (query, atOnce) => {
    const service = await startHotTrawl()
    service.standin.setFaults({ kind: 'hang' })
    // The slots of sources that hang are given to others after a second; here it does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const asking = hotOf(service, `timeout=1000${query}`)
    await expect.poll(() => service.standin.asked().length).toBe(atOnce)
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    expect(service.standin.asked().length).toBe(atOnce)
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await asking).meta).toMatchObject({ success: 0, failed: enabledIds.length })
  })
})
