// Tests the three batches of the hot lists: order, counts, unknown and disabled ids, partial failures, timeouts, ages.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hotListAnswers } from '../../src/contract/hotlist.ts'
import { allIds, enabledIds, type HotTrawl, makeRunningClock, startHotTrawl } from '../kit/hot-trawl.ts'

async function batchOf({ ask }: HotTrawl, query: string) {
  return hotListAnswers.batch.parse((await ask(`/api/v1/batch?${query}`)).json())
}

async function hotOf({ ask }: HotTrawl, query = '') {
  return hotListAnswers.hotBatch.parse((await ask(`/api/v1/sources/hot/batch?${query}`)).json())
}

async function optimizedOf({ ask }: HotTrawl, query = '') {
  return hotListAnswers.optimized.parse((await ask(`/api/v1/optimized/batch?${query}`)).json())
}

const off = allIds.filter((id) => !enabledIds.includes(id))
const unknown = { kind: 'unknown', message: expect.stringContaining('GET /api/v1/sources') }
const disabled = { kind: 'disabled', message: expect.any(String) }

describe('/api/v1/batch', () => {
  test('gives each source in the order of the request, by the spelling of the request', async () => {
    const service = await startHotTrawl()
    const { results, summary, invalidSources } = await batchOf(service, 'sources=zhihu,36kr,weibo,bilibili,36kr-quick')
    expect(results.map(({ id }) => id)).toEqual(['zhihu', '36kr', 'weibo', 'bilibili', '36kr-quick'])
    expect(results.map(({ name }) => name)).toEqual(['知乎', '36氪', '微博', '哔哩哔哩', '36氪'])
    expect(summary).toEqual({ total: 5, success: 5, failed: 0, invalid: 0 })
    expect(invalidSources).toEqual([])
    const { id: _short, ...short } = results[1] ?? { id: '' }
    const { id: _whole, ...whole } = results[4] ?? { id: '' }
    expect(short).toEqual(whole)
    // Two spellings of one list cause one upstream request.
    expect(service.standin.asked().filter(({ upstreamUrl }) => upstreamUrl.includes('36kr')).length).toBe(1)
  })

  test('names ids that nobody has, and gives the others', async () => {
    const service = await startHotTrawl()
    const { results, summary, invalidSources } = await batchOf(service, 'sources=nobody,weibo,__proto__,zhihu,WEIBO')
    expect(results.map(({ id, success }) => [id, success])).toEqual([
      ['weibo', true],
      ['zhihu', true],
    ])
    expect(summary).toEqual({ total: 5, success: 2, failed: 0, invalid: 3 })
    expect(invalidSources).toEqual(['nobody', '__proto__', 'WEIBO'])
    const none = await batchOf(service, 'sources=nobody')
    expect(none).toMatchObject({ summary: { total: 1, success: 0, failed: 0, invalid: 1 }, results: [] })
  })

  test('gives a source that is off as a failure, and asks nobody for it', async () => {
    const service = await startHotTrawl()
    const { results, summary } = await batchOf(service, `sources=weibo,${off.join(',')}`)
    expect(summary).toEqual({ total: off.length + 1, success: 1, failed: off.length, invalid: 0 })
    for (const result of results.slice(1))
      expect(result).toMatchObject({ success: false, data: [], count: 0, updatedAt: null, error: disabled })
    expect(service.standin.asked().every(({ upstreamUrl }) => upstreamUrl.includes('weibo'))).toBe(true)
  })

  test('gives all that are on at once, each asked once', async () => {
    const service = await startHotTrawl({ lists: 'growing' })
    const begun = service.time.epochMs()
    const first = await batchOf(service, `sources=${enabledIds.join(',')}`)
    expect(first.summary).toEqual({ total: enabledIds.length, success: enabledIds.length, failed: 0, invalid: 0 })
    expect(first.results.map(({ id }) => id)).toEqual(enabledIds)
    for (const { data, count, cached, stale, updatedAt } of first.results) {
      expect([data.length, cached, stale]).toEqual([count, false, false])
      expect(updatedAt).toBeGreaterThanOrEqual(begun)
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThanOrEqual(20)
      expect(data.map(({ rank }) => rank)).toEqual(data.map((_item, at) => at + 1))
    }
    const asked = service.standin.asked().length
    service.time.advance(1_000)
    const second = await batchOf(service, `sources=${enabledIds.join(',')}`)
    expect(service.standin.asked().length).toBe(asked)
    expect(second.results).toEqual(first.results.map((result) => ({ ...result, cached: true })))
  })

  test('limits each list, from 1 to 50', async () => {
    const service = await startHotTrawl({ lists: 'growing' })
    for (const limit of [1, 2, 20]) {
      const { results } = await batchOf(service, `sources=weibo,baidu&limit=${limit}`)
      expect(results.map(({ count, data }) => [count, data.length])).toEqual([
        [limit, limit],
        [limit, limit],
      ])
    }
    const all = await batchOf(service, 'sources=weibo,baidu&limit=50')
    for (const { count } of all.results) expect(count).toBeGreaterThan(20)
  })

  test('says of a source that fails how it failed, serves its older list with it, and the others whole', async () => {
    const service = await startHotTrawl()
    service.standin.setFaults({ kind: 'garbage', match: 'ithome' })
    const cold = await batchOf(service, 'sources=weibo,ithome,zhihu')
    expect(cold.summary).toEqual({ total: 3, success: 2, failed: 1, invalid: 0 })
    const mismatch = { kind: 'mismatch', message: expect.any(String) }
    expect(cold.results[1]).toMatchObject({ success: false, data: [], count: 0, updatedAt: null, error: mismatch })
    service.standin.setFaults()
    service.time.advance(10_000)
    const given = service.time.epochMs()
    const healed = await batchOf(service, 'sources=weibo,ithome,zhihu&force=1')
    expect(healed.summary).toEqual({ total: 3, success: 3, failed: 0, invalid: 0 })
    service.standin.setFaults({ kind: 'garbage', match: 'ithome' })
    service.time.advance(24 * 60 * 60_000)
    const old = await batchOf(service, 'sources=weibo,ithome,zhihu&force=1')
    expect(old.summary).toEqual({ total: 3, success: 3, failed: 0, invalid: 0 })
    expect(old.results.map(({ cached, stale, updatedAt }) => [cached, stale, updatedAt])).toEqual([
      [false, false, service.time.epochMs()],
      [true, true, given],
      [false, false, service.time.epochMs()],
    ])
    expect(old.results[1]).toMatchObject({ data: healed.results[1]?.data, error: mismatch })
  })
})

describe('/api/v1/sources/hot/batch', () => {
  test('gives all that are on, by id, when none is named', async () => {
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

  test('gives ids that nobody has and sources that are off as failures, by the spelling of the request', async () => {
    const service = await startHotTrawl()
    const { data, meta } = await hotOf(service, 'ids=36kr,nobody,smzdm,weibo')
    expect(meta).toMatchObject({ total: 4, success: 2, failed: 2 })
    expect(Object.keys(data).toSorted()).toEqual(['36kr', 'nobody', 'smzdm', 'weibo'])
    expect(data.nobody).toMatchObject({ id: 'nobody', success: false, items: [], updatedAt: null, error: unknown })
    expect(data.smzdm).toMatchObject({ id: 'smzdm', success: false, items: [], updatedAt: null, error: disabled })
  })

  test('gives an id that looks like a part of every object no more than any other', async () => {
    const { ask } = await startHotTrawl()
    const response = await ask('/api/v1/sources/hot/batch?ids=__proto__,constructor,toString')
    expect(response.json().meta).toMatchObject({ total: 3, success: 0, failed: 3 })
    expect(Object.keys(JSON.parse(response.body).data)).toEqual(['__proto__', 'constructor', 'toString'])
  })

  test('answers at its time-out with the sources that have answered, and serves later what came late', async () => {
    const service = await startHotTrawl({ time: makeRunningClock() })
    // The other two answer from the cache, however slow the machine is.
    await hotOf(service, 'ids=weibo,zhihu')
    service.standin.setFaults({ kind: 'slow-start', match: 'ithome', amount: 2_500 })
    const { data, meta } = await hotOf(service, 'ids=weibo,ithome,zhihu&timeout=1000')
    expect(meta).toMatchObject({ total: 3, success: 2, failed: 1 })
    const late = { kind: 'timeout', message: expect.any(String) }
    expect(data.ithome).toMatchObject({ success: false, items: [], count: 0, updatedAt: null, error: late })
    await expect.poll(async () => (await hotOf(service, 'ids=ithome&timeout=1000')).data.ithome?.cached).toBe(true)
    expect(service.standin.asked().filter(({ upstreamUrl }) => upstreamUrl.includes('ithome')).length).toBe(1)
  })

  test.each([
    ['', 5],
    ['&concurrency=1', 1],
    ['&concurrency=10', 10],
  ])('with %j asks %i sources at once', async (query, atOnce) => {
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

describe('/api/v1/optimized/batch', () => {
  test('says how it went about it', async () => {
    const service = await startHotTrawl()
    const strategy = 'priority-queue'
    expect((await optimizedOf(service, 'sources=weibo')).optimization).toEqual({
      priority: 'medium',
      concurrency: 5,
      timeout: 30_000,
      strategy,
    })
    const said = await optimizedOf(service, 'sources=weibo&priority=high&concurrency=10&timeout=1000')
    expect(said.optimization).toEqual({ priority: 'high', concurrency: 10, timeout: 1_000, strategy })
  })

  test('gives all that are on, in their order, when none is named', async () => {
    const service = await startHotTrawl({ lists: 'growing' })
    for (const priority of ['high', 'medium', 'low']) {
      const { results, summary } = await optimizedOf(service, `priority=${priority}`)
      expect(results.map(({ id }) => id)).toEqual(enabledIds)
      expect(summary).toMatchObject({ total: enabledIds.length, success: enabledIds.length, failed: 0, invalid: 0 })
      for (const { count, success, data } of results) {
        expect([data.length, success]).toEqual([count, true])
        expect(count).toBeLessThanOrEqual(20)
      }
    }
  })

  test('keeps the order of the request, names ids that nobody has, gives sources that are off as failures', async () => {
    const service = await startHotTrawl()
    const { results, summary, invalidSources } = await optimizedOf(service, 'sources=zhihu,nobody,36kr,smzdm,weibo')
    expect(results.map(({ id, success }) => [id, success])).toEqual([
      ['zhihu', true],
      ['36kr', true],
      ['smzdm', false],
      ['weibo', true],
    ])
    expect(results[2]?.error).toEqual(disabled)
    expect(summary).toMatchObject({ total: 5, success: 3, failed: 1, invalid: 1 })
    expect(invalidSources).toEqual(['nobody'])
  })

  test('answers at its time-out with what is there', async () => {
    const service = await startHotTrawl({ time: makeRunningClock() })
    await optimizedOf(service, 'sources=weibo,zhihu')
    service.standin.setFaults({ kind: 'hang', match: 'ithome' })
    const { results, summary } = await optimizedOf(service, 'sources=weibo,ithome,zhihu&timeout=1000')
    expect(summary).toMatchObject({ total: 3, success: 2, failed: 1, invalid: 0 })
    expect(results.map(({ id, success }) => [id, success])).toEqual([
      ['weibo', true],
      ['ithome', false],
      ['zhihu', true],
    ])
    expect(results[1]?.error?.kind).toBe('timeout')
  })
})
