// Batches of lists: order and spelling of ids, faults of other sources, and late answers.
import { describe, expect, it } from 'vitest'
import { later, makeHotLists, type Rows, silence, staying } from '../../test/kit/hot-lists.ts'

function named(ids: readonly string[], row: Rows[string] = {}): Rows {
  return Object.fromEntries(ids.map((id) => [id, row]))
}

/** Lists and the three kinds of batches, with request defaults. */
function make(rows: Rows) {
  const made = makeHotLists(rows)
  const { batches } = made
  const plain = { force: false, limit: 20 }
  const spread = { limit: 10, concurrency: 5, timeout: 30_000 }
  return {
    ...made,
    batch: async (sources: readonly string[], more: Partial<typeof plain> = {}, signal = staying()) =>
      (await batches.batch({ sources, ...plain, ...more }, signal)).body,
    hot: async (ids?: readonly string[], more: Partial<typeof spread> = {}) =>
      (await batches.hot({ ids, ...spread, ...more }, staying())).body,
    optimized: async (sources?: string[], more: Partial<typeof spread> = {}) =>
      (await batches.optimized({ sources, priority: 'medium', ...spread, ...more }, staying())).body,
  }
}

describe('a batch', () => {
  it('has its results in the order of the request, whichever arrives first', async () => {
    const { batch, sites, time } = make(named(['a', 'b', 'c']))
    sites.says('a', later(20, 'x'))
    sites.says('b', later(10, 'y'))
    sites.says('c', 'z')
    const received = batch(['b', 'a', 'c'])
    await time.advance(20)
    const { results, summary } = await received
    expect(results.map(({ id, data }) => `${id} ${data[0]?.id}`)).toEqual(['b y', 'a x', 'c z'])
    expect(summary).toEqual({ total: 3, success: 3, failed: 0, invalid: 0 })
  })

  it('keeps the spelling of each id, asks once for what has two names, and names those it does not know', async () => {
    const { batch, sites } = make(named(['weibo-hot', 'weibo-new', 'zhihu']))
    for (const id of ['weibo-hot', 'zhihu']) sites.says(id, 'x')
    const { results, summary, invalidSources } = await batch(['weibo', 'none', 'weibo-hot', '__proto__', 'zhihu'])
    expect(results.map(({ id, name }) => `${id}: ${name}`)).toEqual([
      'weibo: site weibo',
      'weibo-hot: site weibo',
      'zhihu: site zhihu',
    ])
    expect(invalidSources).toEqual(['none', '__proto__'])
    expect(summary).toEqual({ total: 5, success: 3, failed: 0, invalid: 2 })
    expect(sites.asked).toEqual(['weibo-hot', 'zhihu'])
  })

  it('shows as many items of each list as the limit says', async () => {
    const { batch, sites } = make(named(['a']))
    sites.says('a', 'x y z')
    expect((await batch(['a'], { limit: 2 })).results[0]).toMatchObject({ count: 2, data: [{ rank: 1 }, { rank: 2 }] })
  })

  it('that is forced asks again for all it names, once in ten seconds', async () => {
    const { batch, sites, time } = make(named(['a', 'b']))
    for (const id of ['a', 'b']) sites.says(id, 'old', 'new', 'newest')
    await batch(['a', 'b'])
    const first = (await batch(['a', 'b'], { force: true })).results
    expect(first.map(({ data, cached }) => `${data[0]?.id} ${cached}`)).toEqual(['new false', 'new false'])
    await time.advance(1)
    const second = (await batch(['b'], { force: true })).results
    expect(second.map(({ data, cached }) => `${data[0]?.id} ${cached}`)).toEqual(['new true'])
    expect(sites.asked).toHaveLength(4)
  })

  it('whose client leaves ends the asks that only it waited for, and begins no others', async () => {
    const { batch, sites, time, statistics } = make(named(['a', 'b', 'c']))
    for (const id of ['a', 'b', 'c']) sites.says(id, later(1_000, 'x'))
    const leaving = new AbortController()
    const left = batch(['a', 'b'], {}, leaving.signal)
    const stays = batch(['b'])
    await time.advance(500)
    leaving.abort()
    await time.advance(0)
    expect((await left).summary).toMatchObject({ success: 0, failed: 2 })
    expect(sites.left).toEqual(['a'])
    const gone = batch(['c'], {}, leaving.signal)
    await time.advance(500)
    expect((await stays).summary).toMatchObject({ success: 1 })
    expect((await gone).summary).toMatchObject({ failed: 1 })
    expect(sites.asked).toEqual(['a', 'b'])
    expect([...statistics.all().keys()]).toEqual(['b'])
  })
})

describe('a source', () => {
  const faults = {
    hangs: silence,
    throttles: { status: 429, headers: { 'retry-after': '3600' } },
    drifts: '',
    lies: { headers: { 'content-encoding': 'gzip' }, body: 'this is not gzip' },
    breaks: 503,
    turnsAway: { status: 403, headers: { 'content-type': 'text/html' }, body: '<title>Just a moment...</title>' },
    isElsewhere: { status: 302, headers: { location: 'https://elsewhere.site.test/' } },
    isEndless: { body: 'x'.repeat(5_000_000) },
  }
  const kinds = Object.entries(faults)
  const error = { kind: expect.any(String) }

  it.each(kinds)(
    'that %s neither delays nor empties what others have, whichever batch asks',
    async (_fault, saying) => {
      const { batch, hot, optimized, sites, time } = make(named(['bad', 'good']))
      sites.says('bad', saying)
      sites.says('good', 'x y')
      const received = [batch(['bad', 'good']), hot(['bad', 'good'], { timeout: 1_000 }), optimized(['bad', 'good'])]
      await time.advance(10_000)
      const [inBatch, inHot, inOptimized] = await Promise.all(received)
      const good = { success: true, count: 2, stale: false }
      const bad = { success: false, count: 0, error }
      expect(inBatch).toMatchObject({ results: [bad, good] })
      expect(inHot).toMatchObject({ data: { bad, good: { ...good, responseTime: 0 } } })
      expect(inOptimized).toMatchObject({ results: [bad, { ...good, responseTime: 0 }] })
    },
  )

  it.each(kinds)('that %s serves its older list unchanged, with the failure of the refresh', async (_fault, saying) => {
    const { batch, sites, time } = make(named(['bad']))
    sites.says('bad', 'x y', saying)
    await batch(['bad'])
    const updatedAt = time.now()
    await time.advance(60_000)
    await batch(['bad'])
    await time.advance(10_000)
    const { results } = await batch(['bad'])
    expect(results).toMatchObject([{ count: 2, stale: true, cached: true, updatedAt, error }])
  })
})

describe('a batch with a time-out', () => {
  it('answers with the lists that arrived in time, the rest are failures; a late list is cached for the next request', async () => {
    const { hot, sites, time } = make(named(['quick', 'slow']))
    sites.says('quick', 'x')
    sites.says('slow', later(1_500, 'y'))
    const received = hot(['slow', 'quick'], { timeout: 1_000 })
    await time.advance(1_000)
    const { data, meta } = await received
    expect(data.quick).toMatchObject({ success: true, responseTime: 0 })
    expect(data.slow).toMatchObject({ success: false, items: [], error: { kind: 'timeout' }, responseTime: 1_000 })
    expect(meta).toEqual({ total: 2, success: 1, failed: 1, avgResponseTime: 500 })
    await time.advance(500)
    const { data: next } = await hot(['slow'])
    expect(next.slow).toMatchObject({ success: true, cached: true, stale: false, items: [{ id: 'y' }] })
    expect(sites.timesAsked('slow')).toBe(1)
  })

  it('serves cached lists at once, however many hanging lists are queued before them', async () => {
    const { hot, optimized, sites, time } = make(named(['hanging', 'kept', 'old']))
    for (const id of ['kept', 'old']) sites.says(id, 'x')
    await hot(['old'])
    await time.advance(60_000)
    await hot(['kept'])
    sites.says('hanging', silence)
    const timed = { concurrency: 1, timeout: 1_000 }
    const received = [hot(['hanging', 'kept', 'old'], timed), optimized(['hanging', 'kept', 'old'], timed)]
    await time.advance(1_000)
    const [inHot, inOptimized] = await Promise.all(received)
    const stored = { success: true, stale: false, responseTime: 0 }
    const old = { success: true, stale: true, responseTime: 0 }
    expect(inHot).toMatchObject({ data: { hanging: { success: false }, kept: stored, old } })
    expect(inOptimized).toMatchObject({ results: [{ success: false }, stored, old] })
  })

  it('gives the place of a list that hangs to the next one after a second', async () => {
    const { hot, sites, time } = make({ hanging: { limits: { attemptMs: 60_000, askMs: 60_000 } }, good: {} })
    sites.says('hanging', silence)
    sites.says('good', 'x')
    const received = hot(['hanging', 'good'], { concurrency: 1, timeout: 5_000 })
    await time.advance(999)
    expect(sites.timesAsked('good')).toBe(0)
    await time.advance(4_001)
    expect((await received).data).toMatchObject({ hanging: { success: false }, good: { success: true } })
  })

  it('of a minute waits a minute', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const { hot, sites, time } = make(named(ids, { limits: { attemptMs: 9_000 } }))
    for (const id of ids) sites.says(id, later(8_000, 'x'))
    const received = hot(ids, { concurrency: 1, timeout: 60_000 })
    await time.advance(48_000)
    expect((await received).meta).toMatchObject({ success: 6, failed: 0 })
  })

  it('that asks one after the other does not make others wait who want what waits in its line', async () => {
    const { hot, batch, sites, time } = make(named(['hanging', 'good']))
    sites.says('hanging', silence)
    sites.says('good', 'x')
    const slow = hot(['hanging', 'good'], { concurrency: 1 })
    await time.advance(100)
    const { results } = await batch(['good'])
    expect(results).toMatchObject([{ success: true, data: [{ id: 'x' }] }])
    await time.advance(10_000)
    expect((await slow).data).toMatchObject({ hanging: { success: false }, good: { success: true } })
    expect(sites.timesAsked('good')).toBe(1)
  })

  it('names by id what it does not know or what is turned off, and without ids asks all that are not', async () => {
    const { hot, sites } = make({ a: {}, off: { isOff: true } })
    sites.says('a', 'x')
    const { data, meta } = await hot(['a', 'none', 'off'])
    expect(data).toMatchObject({
      none: { id: 'none', success: false, error: { kind: 'unknown' } },
      off: { id: 'off', success: false, error: { kind: 'disabled' } },
    })
    expect(meta).toMatchObject({ total: 3, success: 1, failed: 2 })
    expect(Object.keys((await hot()).data)).toEqual(['a'])
  })
})

describe('the priority queue', () => {
  const busy = Array.from({ length: 10 }, (_, at) => `busy${at}`)
  const patient: Rows[string] = { limits: { attemptMs: 60_000, askMs: 60_000 } }

  /** Occupies all slots with a low-priority request until `free` is called; other lists answer at once. */
  async function makeFull(rows: Rows) {
    const made = make({ ...named(busy, patient), ...rows })
    const { sites, time, batches } = made
    const gates = busy.map((id) => {
      const gate = Promise.withResolvers<string>()
      sites.says(id, gate.promise)
      return gate
    })
    for (const id of Object.keys(rows)) sites.says(id, 'x')
    const ask = async (priority: 'high' | 'medium' | 'low', sources: string[], concurrency = 10, client?: string) => {
      const received = batches.optimized(
        { sources, priority, concurrency, timeout: 60_000, limit: 20 },
        staying(),
        client,
      )
      await time.advance(1)
      return { came: received }
    }
    await ask('low', busy)
    const free = async (slots: number) => {
      for (const gate of gates.splice(0, slots)) gate.resolve('x')
      await time.advance(0)
    }
    return { ...made, ask, free, begun: () => sites.asked.slice(10) }
  }

  it('asks ten at once, over all such requests', async () => {
    const { ask, begun, free } = await makeFull(named(['a', 'b']))
    await ask('high', ['a'])
    await ask('high', ['b'])
    expect(begun()).toEqual([])
    await free(1)
    expect(begun()).toEqual(['a', 'b'])
  })

  it('begins a later request of higher priority before an earlier one of lower', async () => {
    const { ask, begun, free } = await makeFull(named(['low', 'medium', 'high', 'next']))
    const answer = [await ask('low', ['low']), await ask('medium', ['medium']), await ask('high', ['high'])]
    await ask('high', ['next'])
    await free(1)
    expect(begun()).toEqual(['high', 'next', 'medium', 'low'])
    for (const { body } of await Promise.all(answer.map((one) => one.came)))
      expect(body.results).toMatchObject([{ success: true }])
  })

  it('begins with the realtime lists of a request, and answers in its order', async () => {
    const rows: Rows = { hot1: {}, now1: { type: 'realtime' }, hot2: {}, now2: { type: 'realtime' } }
    const { ask, begun, free } = await makeFull(rows)
    const { came: received } = await ask('medium', Object.keys(rows))
    await free(1)
    expect(begun()).toEqual(['now1', 'now2', 'hot1', 'hot2'])
    expect((await received).body.results.map(({ id }) => id)).toEqual(Object.keys(rows))
  })

  it('does so also for a request that asks one after the other', async () => {
    const rows: Rows = { hot1: {}, now1: { type: 'realtime' } }
    const { ask, begun, free } = await makeFull(rows)
    await ask('medium', ['hot1', 'now1'], 1)
    await free(1)
    expect(begun()).toEqual(['now1', 'hot1'])
  })

  it('brings forward what a low request waits for when a high one wants it, and asks once', async () => {
    const { ask, begun, free } = await makeFull(named(['a', 'b', 'c']))
    const low = await ask('low', ['a', 'b', 'c'])
    const high = await ask('high', ['c'])
    await free(1)
    expect(begun()).toEqual(['c', 'a', 'b'])
    expect((await high.came).body.results).toMatchObject([{ id: 'c', success: true }])
    expect((await low.came).body.summary).toMatchObject({ success: 3 })
  })

  it('lets clients take turns: one list does not wait behind all lists of another client, whatever their priority', async () => {
    const greedy = Array.from({ length: 60 }, (_, at) => `greedy${at}`)
    const { ask, begun, free } = await makeFull(named([...greedy, 'modest']))
    await ask('high', greedy.slice(0, 30), 30, 'one')
    await ask('medium', greedy.slice(30), 30, 'one')
    await ask('medium', ['modest'], 1, 'other')
    await free(1)
    expect(begun()).toHaveLength(61)
    expect(begun().indexOf('modest')).toBeLessThan(15)
  })

  it('lets nothing starve: a low request begins although high ones come without end', async () => {
    const high = Array.from({ length: 400 }, (_, at) => `high${at}`)
    const { ask, begun, free, time, sites } = await makeFull({ ...named(high), low: {} })
    for (const id of high) sites.says(id, later(1_000, 'x'))
    await free(10)
    await ask('high', high.splice(0, 20))
    await ask('low', ['low'])
    const since = time.now()
    while (!begun().includes('low') && high.length > 0) {
      await ask('high', high.splice(0, 10))
      await time.advance(999)
    }
    const overtaken = begun().indexOf('low')
    expect(time.now() - since).toBeLessThanOrEqual(12_000)
    expect(overtaken).toBeGreaterThan(100)
    expect(high.length).toBeGreaterThan(200)
  })

  it('has a place for the next as soon as a client leaves that waited in it', async () => {
    const { ask, begun, free, batches } = await makeFull(named(['a', 'b']))
    const leaving = new AbortController()
    const request = { sources: ['a'], priority: 'high', concurrency: 1, timeout: 60_000, limit: 1 } as const
    const left = batches.optimized({ ...request, sources: ['a'] }, leaving.signal)
    await ask('low', ['b'])
    leaving.abort()
    expect((await left).body.summary).toMatchObject({ failed: 1 })
    await free(1)
    expect(begun()).toEqual(['b'])
  })

  it('says what it did and how long each took', async () => {
    const { optimized, sites, time } = make({ a: {}, off: { isOff: true } })
    sites.says('a', later(250, 'x'))
    const received = optimized(['a', 'none', 'off'])
    await time.advance(250)
    expect(await received).toMatchObject({
      optimization: { priority: 'medium', concurrency: 5, timeout: 30_000, strategy: 'priority-queue' },
      summary: { total: 3, success: 1, failed: 1, invalid: 1, avgResponseTime: 250 },
      invalidSources: ['none'],
      results: [
        { id: 'a', success: true, responseTime: 250 },
        { id: 'off', success: false, responseTime: 0, error: { kind: 'disabled' } },
      ],
    })
    expect((await optimized()).results.map(({ id }) => id)).toEqual(['a'])
  })
})
