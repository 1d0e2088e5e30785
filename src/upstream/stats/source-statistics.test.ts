// Statistics per source, and the health rule at its boundaries.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import type { Failure, Outcome } from '../source.ts'
import { createSourceStatistics } from './source-statistics.ts'

const minute = 60_000
const timeout: Failure = { kind: 'timeout', detail: 'no whole answer in time' }
const blocked: Failure = { kind: 'blocked', detail: 'answered 403' }

function good(tookMs = 100) {
  return { state: 'fresh', items: ['x'], at: new Date(0), tookMs } as const
}

function failed(failure = timeout): Outcome<string> {
  return { state: 'failed', failure, tookMs: 300 }
}

const refused: Outcome<string> = { state: 'failed', failure: { kind: 'open', detail: 'left alone' }, tookMs: 0 }

function make() {
  const clock = makeClock()
  return { clock, statistics: createSourceStatistics(clock.epochMs) }
}

describe('the figures of a source', () => {
  it('are missing before it was asked', () => {
    const { statistics } = make()
    expect(statistics.of('a')).toBeUndefined()
    expect(statistics.all().size).toBe(0)
  })

  it('count its asks, those that were good and what failed, with the times of the last of each', () => {
    const { clock, statistics } = make()
    const begun = clock.epochMs()
    statistics.record('a', failed())
    clock.advance(1)
    statistics.record('a', good())
    clock.advance(1)
    statistics.record('a', failed(blocked))
    statistics.record('b', good())
    expect(statistics.of('a')).toEqual({
      asks: 3,
      good: 1,
      refused: 0,
      askedAt: begun + 2,
      meanMs: 700 / 3,
      lastGoodAt: begun + 1,
      lastFailure: { source: 'a', ...blocked, at: begun + 2 },
      failures: { timeout: 1, blocked: 1 },
      recent: { asks: 3, good: 1 },
    })
    expect([...statistics.all().keys()].toSorted()).toEqual(['a', 'b'])
  })

  it('have what a breaker refused apart from what was asked, and do not time it', () => {
    const { clock, statistics } = make()
    statistics.record('a', refused)
    expect(statistics.of('a')).toMatchObject({ asks: 0, refused: 1, meanMs: 0, askedAt: clock.epochMs() })
    statistics.record('a', good(40))
    statistics.record('a', refused)
    expect(statistics.of('a')).toMatchObject({ asks: 1, good: 1, refused: 2, meanMs: 40, failures: { open: 2 } })
  })

  it('count an answer that is partial, or from a fallback upstream, as good and as a failure', () => {
    const { statistics } = make()
    statistics.record('a', { ...good(), failure: timeout })
    statistics.record('a', { ...good(), skippedUpstream: blocked })
    expect(statistics.of('a')).toMatchObject({ asks: 2, good: 2, failures: { timeout: 1, blocked: 1 } })
    expect(statistics.failures().map(({ kind }) => kind)).toEqual(['blocked', 'timeout'])
  })

  it('that were handed out do not change', () => {
    const { statistics } = make()
    statistics.record('a', failed())
    const before = statistics.of('a')
    statistics.record('a', failed())
    expect(before).toMatchObject({ asks: 1, failures: { timeout: 1 } })
  })

  it('of a source that was not asked for longest are forgotten when there are too many', () => {
    const { statistics } = make()
    for (let count = 0; count < 3_001; count += 1) statistics.record(`tg:${count}`, good())
    expect(statistics.all().size).toBe(3_000)
    expect(statistics.of('tg:0')).toBeUndefined()
    expect(statistics.health('tg:0')).toBe('unknown')
  })

  it('of a source that is asked for by itself stay, whatever strangers name', () => {
    const statistics = createSourceStatistics(makeClock().epochMs, ['weibo'])
    statistics.record('weibo', failed())
    for (let count = 0; count < 3_001; count += 1) statistics.record(`tg:${count}`, good())
    expect(statistics.of('weibo')).toMatchObject({ asks: 1, failures: { timeout: 1 } })
    expect(statistics.health('weibo')).toBe('unhealthy')
    expect(statistics.all().size).toBe(3_001)
  })

  it('have averages from the moment they are added', () => {
    const statistics = createSourceStatistics(makeClock().epochMs, ['weibo'])
    statistics.record('tg:added', good(), 4)
    expect(statistics.averagesOf('tg:added')).toEqual({})
    statistics.addPermanent(['tg:added'])
    statistics.record('tg:added', good(), 4)
    expect(statistics.averagesOf('tg:added')).toMatchObject({ links: 4 })
  })
})

describe('a source that is closed by its opening hours', () => {
  it('is noted with its hours, and counts neither as a request nor as a failure', () => {
    const { clock, statistics } = make()
    statistics.record('a', good())
    clock.advance(1)
    const reason = { code: 'closed', from: '05:00', until: '18:00' } as const
    statistics.record('a', failed({ kind: 'unavailable', detail: 'closed', reason }))
    expect(statistics.of('a')).toMatchObject({ asks: 1, good: 1, failures: {}, lastFailure: { reason } })
    expect(statistics.health('a')).toBe('healthy')
    const restarted = createSourceStatistics(clock.epochMs)
    statistics.record('b', failed({ kind: 'unavailable', detail: 'closed', reason }))
    restarted.load(statistics.serialize())
    expect(restarted.of('b')).toMatchObject({ asks: 0, lastFailure: { reason } })
    expect(restarted.health('b')).toBe('unknown')
  })
})

describe('the latest failures', () => {
  it('are listed newest first, up to a thousand', () => {
    const { clock, statistics } = make()
    const begun = clock.epochMs()
    for (let count = 0; count < 1_001; count += 1) {
      statistics.record('a', failed())
      clock.advance(1)
    }
    expect(statistics.failures()).toHaveLength(1_000)
    expect(statistics.failures()[0]).toEqual({ source: 'a', ...timeout, at: begun + 1_000 })
    expect(statistics.of('a')?.failures).toEqual({ timeout: 1_001 })
  })
})

describe('the health of a source', () => {
  /** Health after asks given as a word, G good and F failed, and this long after the last of them. */
  function healthAfter(word: string, laterMs: number) {
    const { clock, statistics } = make()
    for (const letter of word) statistics.record('a', letter === 'G' ? good() : failed())
    clock.advance(laterMs)
    return statistics.health('a')
  }

  it.each([
    ['unknown', ['']],
    // Shares that ten asks cannot have: 3 of 7 is 43 %, 4 of 7 is 57 %, 7 of 9 is 78 %, 8 of 9 is 89 %.
    ['healthy', ['G', 'FGGGG', 'FGGGGGGGG', 'FFGGGGGGGG', 'GFFGGGGGGG']],
    ['degraded', ['FG', 'FGGG', 'FFFGGGG', 'FFGGGGGGG', 'FFFFFGGGGG', 'FFFGGGGGGG']],
    ['unhealthy', ['F', 'FFFFGGG', 'FFFFFFGGGG']],
    // The last ten of more.
    ['healthy', ['FFFGGGGGGGG']],
    ['unhealthy', ['GGGGFFFFFFGGGG']],
  ])('is by the share of the last ten asks: %s after %j', (health, words) => {
    for (const word of words) expect(healthAfter(word, 60 * minute), word).toBe(health)
  })

  it('is degraded for five minutes after an error, however good the share', () => {
    expect(healthAfter('FGGGGGGGGGGGGGG', 5 * minute - 1)).toBe('degraded')
    expect(healthAfter('FGGGGGGGGGGGGGG', 5 * minute)).toBe('healthy')
  })

  it('is degraded for as long after an answer in part', () => {
    const { clock, statistics } = make()
    statistics.record('a', { ...good(), failure: timeout })
    expect(statistics.health('a')).toBe('degraded')
    clock.advance(5 * minute)
    expect(statistics.health('a')).toBe('healthy')
  })

  it('counts rejections of a breaker among the last ten until the next real ask', () => {
    const { clock, statistics } = make()
    for (let count = 0; count < 5; count += 1) statistics.record('a', good())
    for (let count = 0; count < 5; count += 1) statistics.record('a', refused)
    expect(statistics.health('a')).toBe('degraded')
    statistics.record('a', refused)
    expect(statistics.health('a')).toBe('unhealthy')
    statistics.record('a', good())
    clock.advance(5 * minute)
    expect(statistics.health('a')).toBe('healthy')
  })

  it('is unhealthy below half also within the five minutes', () => {
    expect(healthAfter('GF', 0)).toBe('degraded')
    expect(healthAfter('GFF', 0)).toBe('unhealthy')
  })
})

describe('the last day of a source', () => {
  const hour = 60 * minute

  it('is empty before it was asked', () => {
    expect(make().statistics.lastDay('a')).toEqual([])
  })

  it('has its asks by the hour without what a breaker refused, and forgets an hour after a day', () => {
    const { clock, statistics } = make()
    clock.advance(hour - (clock.epochMs() % hour))
    const begun = clock.epochMs()
    for (const outcome of [good(), failed(), refused]) statistics.record('a', outcome)
    clock.advance(hour - 1)
    statistics.record('a', good())
    clock.advance(2 * hour + 1)
    statistics.record('a', failed())
    const latest = { at: begun + 3 * hour, asks: 1, good: 0 }
    expect(statistics.lastDay('a')).toEqual([{ at: begun, asks: 3, good: 2 }, latest])
    clock.advance(21 * hour - 1)
    expect(statistics.lastDay('a')).toHaveLength(2)
    clock.advance(1)
    expect(statistics.lastDay('a')).toEqual([latest])
  })

  it('adds up over replicas and restarts, without hours that lie in the future', () => {
    const [one, other] = [make(), make()]
    one.statistics.record('a', failed())
    other.statistics.record('a', good())
    other.clock.advance(2 * hour)
    other.statistics.record('a', good())
    one.statistics.load(other.statistics.serialize())
    const at = Math.floor(one.clock.epochMs() / hour) * hour
    expect(one.statistics.lastDay('a')).toEqual([{ at, asks: 2, good: 1 }])
  })
})

describe('statistics across restarts', () => {
  const day = 24 * 60 * minute

  /** Statistics of a later process with these permanent sources, this long after the loaded ones. */
  function later(earlier: ReturnType<typeof make>, lasting: readonly string[] = [], afterMs = 0) {
    const clock = makeClock(earlier.clock.epochMs() + afterMs)
    const statistics = createSourceStatistics(clock.epochMs, lasting)
    statistics.load(earlier.statistics.serialize())
    return { clock, statistics }
  }

  it('continue with the saved values', () => {
    const first = make()
    for (const outcome of [good(), failed(blocked), failed(), good(), good()]) {
      first.statistics.record('a', outcome)
      first.clock.advance(minute)
    }
    first.statistics.record('__proto__', good())
    const { statistics } = later(first, ['a'])
    for (const source of ['a', '__proto__', 'never']) expect(statistics.of(source)).toEqual(first.statistics.of(source))
    expect(statistics.failures()).toEqual(first.statistics.failures())
    expect(statistics.health('a')).toBe('degraded')
    expect(JSON.parse(statistics.serialize())).toEqual(JSON.parse(first.statistics.serialize()))
  })

  it('join what a breaker refused before and after', () => {
    const first = make()
    for (const outcome of [good(), refused]) first.statistics.record('a', outcome)
    const { statistics } = make()
    statistics.record('a', refused)
    statistics.load(first.statistics.serialize())
    expect(statistics.of('a')).toMatchObject({ asks: 1, refused: 2, recent: { asks: 3, good: 1 } })
    statistics.record('a', good())
    statistics.load(first.statistics.serialize())
    expect(statistics.of('a')).toMatchObject({ asks: 2, refused: 2, recent: { asks: 2, good: 2 } })
  })

  it('merge what was recorded before they were loaded', () => {
    const first = make()
    for (const outcome of [failed(), failed(blocked), good()]) first.statistics.record('a', outcome)
    const clock = makeClock(first.clock.epochMs() + minute)
    const statistics = createSourceStatistics(clock.epochMs)
    for (const outcome of [failed(), good(200)]) statistics.record('a', outcome)
    statistics.load(first.statistics.serialize())
    expect(statistics.of('a')).toEqual({
      asks: 5,
      good: 2,
      refused: 0,
      askedAt: clock.epochMs(),
      meanMs: 1_200 / 5,
      lastGoodAt: clock.epochMs(),
      lastFailure: { source: 'a', ...timeout, at: clock.epochMs() },
      failures: { timeout: 2, blocked: 1 },
      recent: { asks: 5, good: 2 },
    })
    expect(statistics.failures().map(({ at }) => at - first.clock.epochMs())).toEqual([minute, 0, 0])
  })

  it('forget a source that is no more, and its failures, a week after it was last asked', () => {
    const first = make()
    first.statistics.record('gone', failed())
    first.statistics.record('stays', failed())
    expect(later(first, ['stays'], 7 * day - 1).statistics.of('gone')).toBeDefined()
    const { statistics } = later(first, ['stays'], 7 * day)
    expect([...statistics.all().keys()]).toEqual(['stays'])
    expect(statistics.failures()).toEqual([])
  })

  it('forget it also in a process that is not started again', () => {
    const first = make()
    first.statistics.record('gone', failed())
    const { clock, statistics } = later(first, [], 6 * day)
    expect(statistics.of('gone')).toBeDefined()
    clock.advance(day + 1)
    expect(statistics.of('gone')).toBeUndefined()
    expect(statistics.serialize()).not.toContain('"gone",{')
  })

  it('are bounded whatever was left', () => {
    const first = make()
    const { clock, statistics } = make()
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 2_000; count += 1) first.statistics.record(`tg:${round}-${count}`, failed())
      statistics.load(first.statistics.serialize())
    }
    expect([statistics.all().size, statistics.failures().length]).toEqual([3_000, 1_000])
    expect(statistics.failures()[0]?.at).toBe(clock.epochMs())
  })

  /** Saves them over the text, which another replica may have written. */
  function keep({ statistics }: ReturnType<typeof make>, text: string | undefined): string {
    if (text !== undefined) statistics.load(text)
    const kept = statistics.serialize()
    statistics.beginSave()?.(true)
    return kept
  }

  it('of several replicas add up in any order of saves, and each ask counts once', () => {
    const all = [make(), make(), make()]
    let text: string | undefined
    const turns = Array.from({ length: 30 }, (_, round) => all.map((one, at) => ({ one, turn: round + at }))).flat()
    for (const { one, turn } of turns) {
      one.clock.advance(minute)
      for (const outcome of [good(), failed(), good()].slice(turn % 3)) one.statistics.record('a', outcome)
      if (turn % 2 === 0) text = keep(one, text)
    }
    for (const one of [...all, ...all]) text = keep(one, text)
    for (const { statistics } of all) {
      expect(statistics.of('a')?.asks).toBe(turns.length * 2)
      expect(statistics.serialize()).toBe(text)
      const times = statistics.failures().map(({ at }) => at)
      expect(times).toEqual(times.toSorted((one, other) => other - one))
    }
  })

  it('count what was recorded during a save once, even if it failed', () => {
    const one = make()
    one.statistics.record('a', good())
    const first = one.statistics.serialize()
    const tell = one.statistics.beginSave()
    one.statistics.record('a', good())
    tell?.(false)
    one.statistics.load(first)
    expect(one.statistics.of('a')?.asks).toBe(3)
    const again = one.statistics.beginSave()
    one.statistics.record('a', good())
    again?.(true)
    one.statistics.load(first)
    expect(one.statistics.of('a')?.asks).toBe(2)
    one.statistics.beginSave()?.(true)
    expect(one.statistics.beginSave()).toBeUndefined()
  })

  it('of several replicas have the latest success and failure of any of them', () => {
    const [one, other] = [make(), make()]
    one.clock.advance(minute)
    one.statistics.record('a', failed())
    other.statistics.record('a', failed(blocked))
    other.statistics.record('a', good())
    const lastGoodAt = other.clock.epochMs()
    other.clock.advance(2 * minute)
    other.statistics.load(keep(one, undefined))
    expect(other.statistics.of('a')).toMatchObject({ lastFailure: timeout, lastGoodAt })
  })

  it('limit times in the future to now', () => {
    const first = make()
    first.clock.advance(day)
    first.statistics.record('a', failed())
    first.statistics.record('a', good())
    const { clock, statistics } = later(first, [], -day)
    expect(statistics.of('a')).toMatchObject({ lastGoodAt: clock.epochMs(), lastFailure: { at: clock.epochMs() } })
    expect(statistics.failures()[0]?.at).toBe(clock.epochMs())
  })

  it.each(['', '{', 'null', '{}', '{"tallies":{},"failures":[]}', '\u0000'])(
    'are empty when what was left is %j',
    (text) => {
      const { statistics } = make()
      statistics.load(text)
      expect([statistics.all().size, statistics.failures()]).toEqual([0, []])
    },
  )

  it('have failures of an older version cut to their length', () => {
    const { clock, statistics } = make()
    statistics.record('a', failed())
    const left = statistics.serialize().replaceAll(timeout.detail, 'x'.repeat(1_000_000))
    const later = createSourceStatistics(clock.epochMs)
    later.load(left)
    const details = [later.of('a')?.lastFailure, ...later.failures()].map((failure) => failure?.detail.length)
    expect(details).toEqual([300, 300])
  })

  it('lose nothing but what cannot be read', () => {
    const first = make()
    for (const source of ['fits', 'never asked', 'too good', 'odd kind']) first.statistics.record(source, failed())
    const { tallies, failures } = JSON.parse(first.statistics.serialize())
    Object.assign(tallies[1][1], { asks: 0 })
    Object.assign(tallies[2][1], { good: 2 })
    Object.assign(tallies[3][1], { kinds: { bored: 1 } })
    Object.assign(failures[1], { kind: 'bored' })
    const { statistics } = make()
    statistics.load(JSON.stringify({ tallies: [...tallies, 7, ['fits']], failures: [...failures, 'no'] }))
    expect([...statistics.all().keys()]).toEqual(['fits'])
    expect(statistics.failures().map(({ source }) => source)).toEqual(['odd kind', 'too good', 'fits'])
  })
})
