// What is known of sources by how their asks ended, and the health rule on its boundaries.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../test/kit/wire.ts'
import type { Failure, Outcome } from './source.ts'
import { createStatistics } from './statistics.ts'

const minute = 60_000
const timeout: Failure = { kind: 'timeout', detail: 'no whole answer in time' }
const blocked: Failure = { kind: 'blocked', detail: 'answered 403' }

function good(tookMs = 100) {
  return { state: 'fresh', items: ['x'], at: new Date(0), tookMs } as const
}

function failed(failure = timeout): Outcome<string> {
  return { state: 'failed', failure, tookMs: 300 }
}

function make() {
  const clock = makeClock()
  return { clock, statistics: createStatistics(clock.now) }
}

describe('the figures of a source', () => {
  it('are none before it was asked', () => {
    const { statistics } = make()
    expect(statistics.of('a')).toBeUndefined()
    expect(statistics.all().size).toBe(0)
  })

  it('count its asks, those that were good and what failed, with the times of the last of each', () => {
    const { clock, statistics } = make()
    const begun = clock.now()
    statistics.heard('a', failed())
    clock.advance(1)
    statistics.heard('a', good())
    clock.advance(1)
    statistics.heard('a', failed(blocked))
    statistics.heard('b', good())
    expect(statistics.of('a')).toEqual({
      asks: 3,
      good: 1,
      meanMs: 700 / 3,
      lastGoodAt: begun + 1,
      lastFailure: { source: 'a', ...blocked, at: begun + 2 },
      failures: { timeout: 1, blocked: 1 },
      recent: { asks: 3, good: 1 },
    })
    expect([...statistics.all().keys()].toSorted()).toEqual(['a', 'b'])
  })

  it('time only what was on the wire', () => {
    const { statistics } = make()
    const open: Outcome<string> = { state: 'failed', failure: { kind: 'open', detail: 'left alone' } }
    statistics.heard('a', open)
    expect(statistics.of('a')?.meanMs).toBe(0)
    statistics.heard('a', good(40))
    expect(statistics.of('a')).toMatchObject({ asks: 2, meanMs: 40 })
  })

  it('have an answer that came in part, or from a second upstream, as good and as a failure', () => {
    const { statistics } = make()
    statistics.heard('a', { ...good(), failure: timeout })
    statistics.heard('a', { ...good(), bypassed: blocked })
    expect(statistics.of('a')).toMatchObject({ asks: 2, good: 2, failures: { timeout: 1, blocked: 1 } })
    expect(statistics.failures().map(({ kind }) => kind)).toEqual(['blocked', 'timeout'])
  })

  it('that were handed out do not change', () => {
    const { statistics } = make()
    statistics.heard('a', failed())
    const before = statistics.of('a')
    statistics.heard('a', failed())
    expect(before).toMatchObject({ asks: 1, failures: { timeout: 1 } })
  })

  it('of a source that was not asked for longest are forgotten when there are too many', () => {
    const { statistics } = make()
    for (let count = 0; count < 3_001; count += 1) statistics.heard(`tg:${count}`, good())
    expect(statistics.all().size).toBe(3_000)
    expect(statistics.of('tg:0')).toBeUndefined()
    expect(statistics.health('tg:0')).toBe('unknown')
  })

  it('of a source that is asked for by itself stay, whatever strangers name', () => {
    const statistics = createStatistics(makeClock().now, ['weibo'])
    statistics.heard('weibo', failed())
    for (let count = 0; count < 3_001; count += 1) statistics.heard(`tg:${count}`, good())
    expect(statistics.of('weibo')).toMatchObject({ asks: 1, failures: { timeout: 1 } })
    expect(statistics.health('weibo')).toBe('unhealthy')
    expect(statistics.all().size).toBe(3_001)
  })
})

describe('the latest failures', () => {
  it('come newest first, the latest thousand', () => {
    const { clock, statistics } = make()
    const begun = clock.now()
    for (let count = 0; count < 1_001; count += 1) {
      statistics.heard('a', failed())
      clock.advance(1)
    }
    expect(statistics.failures()).toHaveLength(1_000)
    expect(statistics.failures()[0]).toEqual({ source: 'a', ...timeout, at: begun + 1_000 })
    expect(statistics.of('a')?.failures).toEqual({ timeout: 1_001 })
  })
})

describe('the health of a source', () => {
  /** Health after asks that ended as the word says, G good and F failed, and so long after the last of them. */
  function healthAfter(word: string, laterMs: number) {
    const { clock, statistics } = make()
    for (const letter of word) statistics.heard('a', letter === 'G' ? good() : failed())
    clock.advance(laterMs)
    return statistics.health('a')
  }

  it.each([
    ['', 'unknown'],
    ['G', 'healthy'],
    ['F', 'unhealthy'],
    ['FG', 'degraded'],
    ['FFFFFGGGGG', 'degraded'],
    ['FFFFFFGGGG', 'unhealthy'],
    ['FFFGGGGGGG', 'degraded'],
    ['FFGGGGGGGG', 'healthy'],
    ['FGGG', 'degraded'],
    ['FGGGG', 'healthy'],
  ])('long after asks that ended as %j is %s', (word, health) => {
    expect(healthAfter(word, 60 * minute)).toBe(health)
  })

  it.each([
    // Shares that ten asks cannot have: 3 of 7 is 43 %, 4 of 7 is 57 %, 7 of 9 is 78 %, 8 of 9 is 89 %.
    ['FFFFGGG', 'unhealthy'],
    ['FFFGGGG', 'degraded'],
    ['FFGGGGGGG', 'degraded'],
    ['FGGGGGGGG', 'healthy'],
    // The last ten of eleven, and all of ten.
    ['FFFGGGGGGGG', 'healthy'],
    ['GFFGGGGGGG', 'healthy'],
  ])('is by the share of the asks there were: %j is %s', (word, health) => {
    expect(healthAfter(word, 60 * minute)).toBe(health)
  })

  it('looks at the last ten asks only', () => {
    expect(healthAfter(`${'F'.repeat(50)}${'G'.repeat(10)}`, 60 * minute)).toBe('healthy')
    expect(healthAfter(`${'G'.repeat(50)}${'F'.repeat(6)}`, 60 * minute)).toBe('unhealthy')
  })

  it('is degraded for five minutes after an error, however good the share', () => {
    expect(healthAfter('FGGGGGGGGGGGGGG', 5 * minute - 1)).toBe('degraded')
    expect(healthAfter('FGGGGGGGGGGGGGG', 5 * minute)).toBe('healthy')
  })

  it('is degraded for as long after an answer in part', () => {
    const { clock, statistics } = make()
    statistics.heard('a', { ...good(), failure: timeout })
    expect(statistics.health('a')).toBe('degraded')
    clock.advance(5 * minute)
    expect(statistics.health('a')).toBe('healthy')
  })

  it('is unhealthy below half also within the five minutes', () => {
    expect(healthAfter('GF', 0)).toBe('degraded')
    expect(healthAfter('GFF', 0)).toBe('unhealthy')
  })
})
