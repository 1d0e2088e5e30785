// A wall clock that is 30 days ahead for a while, and then right again: nothing may wait until the wrong time comes.
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { createClockWatch } from '../src/app/timers.ts'
import { ageMs, createForwardClock, isRunning } from '../src/async/ages.ts'
import { createStoryMemory } from '../src/hotlist/stories/earlier-stories.ts'
import { coalesceSearches } from '../src/search/pipeline/coalesce.ts'
import { createFreshness } from '../src/upstream/cache/freshness.ts'
import { UpstreamError } from '../src/upstream/errors.ts'
import { breakerRules, CircuitBreaker } from '../src/upstream/host/circuit-breaker.ts'
import { createSourceStatistics } from '../src/upstream/stats/source-statistics.ts'
import { isSearchDue } from '../src/watches/search-watch.ts'
import { scopeOf } from '../src/watches/watch.ts'
import { afterFailure, afterSuccess, claimed, emptyState, isDue } from '../src/watches/watch-state.ts'
import { makeHotLists, staying } from './kit/hot-lists.ts'
import { makeWatch } from './kit/watches.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'
import { makeClock } from './kit/wire.ts'

const minuteMs = 60_000
const monthMs = 30 * 24 * 60 * minuteMs

/** Sets the clock of the fake timers without running any. */
function setClock(byMs: number): void {
  vi.setSystemTime(Date.now() + byMs)
}

describe('a hot list', () => {
  it.each([
    ['asked for plainly', false],
    ['forced', true],
  ])(
    'that was refreshed while the clock was ahead is refreshed after it was set back, when %s',
    async (_how, force) => {
      const { lists, list, sites, time } = makeHotLists({ a: { interval: 30 } })
      sites.says('a', 'before', 'ahead', 'after', 'later')
      const ask = async () => {
        const answer = await lists.one(list('a'), { force, signal: staying() })
        // What is stale is refreshed in the background.
        await time.advance(0)
        const known = answer.isStale ? await lists.known(list('a')) : answer
        return known?.items.map((item) => item?.id)
      }
      await ask()
      setClock(monthMs)
      expect(await ask()).toEqual(['ahead'])
      setClock(-monthMs)
      expect(await ask()).toEqual(['after'])
      await time.advance(31_000)
      expect(await ask()).toEqual(['later'])
      await time.advance(0)
      expect(sites.timesAsked('a')).toBe(4)
    },
  )

  it('that failed while the clock was ahead is asked for again after it was set back', async () => {
    const { lists, list, sites } = makeHotLists({ a: {} })
    sites.says('a', 500, 'after')
    setClock(monthMs)
    const ask = () => lists.one(list('a'), { force: false, signal: staying() })
    expect((await ask()).failure).toMatchObject({ kind: 'unavailable' })
    setClock(-monthMs)
    expect((await ask()).items).toMatchObject([{ id: 'after' }])
  })

  it('is refreshed in the background after the clock was set back', async () => {
    const { lists, list, sites, refresher } = makeHotLists({ a: {} })
    sites.says('a', 'ahead', 'after')
    refresher.keepFresh(list('a'))
    setClock(monthMs)
    await lists.one(list('a'), { force: false, signal: staying() })
    setClock(-monthMs)
    refresher.tick()
    await vi.waitFor(() => expect(sites.timesAsked('a')).toBe(2))
  })

  it('is fetched anew for a client whose answer was rendered while the clock was ahead', async () => {
    const clock = { aheadMs: 0 }
    const { app, standin } = await startWholeTrawl({ epochMs: () => Date.now() + clock.aheadMs })
    const ask = async () => (await app.inject('/api/v1/sources/weibo')).headers['x-cache']
    clock.aheadMs = monthMs
    expect([await ask(), await ask()]).toEqual(['MISS', 'HIT'])
    clock.aheadMs = 0
    const asked = standin.asked().length
    expect(await ask()).toBe('MISS')
    expect(standin.asked().length).toBeGreaterThan(asked)
  })
})

describe('what lasts for a time', () => {
  const failure = { kind: 'mismatch', detail: 'no preview' } as const

  it('a circuit breaker that opened while the clock was ahead allows a trial, and opens for its usual time again', () => {
    const clock = makeClock()
    const breaker = new CircuitBreaker('site.test', clock.epochMs, breakerRules)
    const fail = () => breaker.acquire().failed(new UpstreamError('blocked', 'answered 429'))
    clock.advance(monthMs)
    fail()
    expect(breaker.state()).toBe('open')
    clock.advance(-monthMs)
    expect(breaker.state()).toBe('half-open')
    fail()
    expect(breaker.state()).toBe('open')
    clock.advance(breakerRules.maxOpenMs)
    expect(breaker.state()).toBe('half-open')
  })

  it('a remembered failure ends', () => {
    const clock = makeClock()
    clock.advance(monthMs)
    const freshness = createFreshness(clock.epochMs)
    freshness.recordEnd('key', { state: 'failed', failure }, true)
    clock.advance(-monthMs)
    expect(freshness.lookup('key', {}, undefined, undefined)).toBeUndefined()
  })

  it('the health of a source follows what happens after the clock was set back', () => {
    const clock = makeClock()
    const statistics = createSourceStatistics(clock.epochMs, ['a'])
    const good = { state: 'fresh', items: [], at: new Date() } as const
    for (let count = 0; count < 9; count += 1) statistics.record('a', good)
    clock.advance(monthMs)
    statistics.record('a', { state: 'failed', failure })
    clock.advance(-monthMs)
    statistics.record('a', good)
    expect(statistics.health('a')).toBe('healthy')
    expect(statistics.lastDay('a')).toMatchObject([{ asks: 1, good: 1 }])
  })

  it('stories of the future are not earlier ones', () => {
    const memory = createStoryMemory()
    memory.remember({ at: monthMs, stories: [{ id: 'a', firstSeen: 0, firstSource: 'weibo', items: [] }] })
    expect(memory.storiesAt(0)).toEqual([])
  })

  it('a search does not join one that began while the clock was ahead', async () => {
    const clock = makeClock()
    let searches = 0
    const never = new Promise<never>(() => undefined)
    const answer = coalesceSearches(async function* search() {
      searches += 1
      yield await never
    }, clock.epochMs)
    const request = { kw: 'x' } as Parameters<typeof answer>[0]
    clock.advance(monthMs)
    void answer(request, staying()).next()
    clock.advance(-monthMs)
    void answer(request, staying()).next()
    await vi.waitFor(() => expect(searches).toBe(2))
  })
})

describe('a message about a watched word', () => {
  const rules = { maxPerHour: 1, digest: 60 * 60, quietHours: undefined }
  const queue = { pending: ['a'], since: 0, sentAt: [], attempts: 0, nextAt: 0, claimedUntil: 0 }
  const ids = new Set<string>()
  const now = Date.UTC(2026, 10, 20)

  it.each([
    ['waits for a digest', { ...queue, since: now + monthMs }],
    ['was claimed', { ...claimed(queue, now + monthMs), since: 0 }],
    ['failed', { ...afterFailure(queue, ids, now + monthMs), since: 0 }],
    ['was sent', { ...afterSuccess(queue, ids, now + monthMs), since: 0 }],
  ])('is due although it %s while the clock was ahead', (_what, left) => {
    expect(isDue(left, rules, now)).toBe(true)
  })

  it('is preceded by a search although one was made while the clock was ahead', () => {
    const watch = makeWatch({ in: 'search' })
    const state = { ...emptyState(), scope: scopeOf(watch), searchedAt: now + monthMs }
    expect([isSearchDue(watch, state, now), isSearchDue(watch, { ...state, searchedAt: now }, now)]).toEqual([
      true,
      false,
    ])
  })
})

describe('the clocks', () => {
  it('are compared, and a step back by minutes is logged and drops what depends on later times', () => {
    const clock = makeClock()
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const onSetBack = vi.fn()
    const watch = createClockWatch({ epochMs: clock.epochMs, monotonicMs: () => 0, log }, onSetBack)
    for (const step of [1_000, -60_000, monthMs]) {
      clock.advance(step)
      watch()
    }
    expect(onSetBack).not.toHaveBeenCalled()
    clock.advance(-monthMs)
    watch()
    watch()
    expect(onSetBack).toHaveBeenCalledOnce()
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringContaining('went forward'),
      expect.stringContaining('was set back'),
    ])
  })

  it('give an age only to what is past, and a rest only to limits that can have been set', () => {
    expect([ageMs(10, 4), ageMs(10, 11), ageMs(10, 11, 1)]).toEqual([6, Number.POSITIVE_INFINITY, 0])
    expect([isRunning(11, 10, 5), isRunning(10, 10, 5), isRunning(16, 10, 5)]).toEqual([true, false, false])
    const clock = makeClock()
    const elapsedMs = createForwardClock(clock.epochMs)
    const read = [5, -monthMs, 7].map((ms) => {
      clock.advance(ms)
      return elapsedMs()
    })
    expect(read.map((at) => at - (read[0] ?? 0))).toEqual([0, 0, 7])
  })
})
