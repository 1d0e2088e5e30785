// When sources fall asleep and wake.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import type { Outcome } from '../source.ts'
import { createSourceStatistics } from './source-statistics.ts'

const minute = 60_000

function good(): Outcome<string> {
  return { state: 'fresh', items: ['x'], at: new Date(0), tookMs: 100 }
}

function failed(): Outcome<string> {
  return { state: 'failed', failure: { kind: 'network', detail: 'no such host' }, tookMs: 300 }
}

/** As in the service, the sources that are listed are never forgotten. */
const listed = ['plugin:gone', 'weibo', 'tg:gone', 'tg:other', 'tg:silent', 'check:baidu']

function make() {
  const clock = makeClock()
  return { clock, statistics: createSourceStatistics(clock.epochMs, listed) }
}

describe('a source is asleep', () => {
  const day = 24 * 60 * minute

  /** Records these asks once a day, for so many days; `others` say which other sources answer on each of the days. */
  function afterDays(
    days: number,
    source: string,
    other: string,
    others: (at: number) => Outcome<string> = () => good(),
  ) {
    const { clock, statistics } = make()
    for (let at = 0; at <= days; at += 1) {
      if (at > 0) clock.advance(day)
      statistics.record(source, failed())
      statistics.record(other, others(at))
      statistics.record(source, failed())
    }
    return { clock, statistics }
  }

  /** Lets so many days pass, on each of which a source fails and another one answers. */
  function passDays(days: number, { clock, statistics }: ReturnType<typeof make>) {
    for (let at = 0; at < days; at += 1) {
      clock.advance(day)
      statistics.record('weibo', good())
      statistics.record('plugin:gone', failed())
    }
  }

  it('after seven days without a good answer while others answered, and awake at its first good answer', () => {
    expect(afterDays(6, 'plugin:gone', 'weibo').statistics.isAsleep('plugin:gone')).toBe(false)
    const { clock, statistics } = afterDays(7, 'plugin:gone', 'weibo')
    expect(statistics.isAsleep('plugin:gone')).toBe(true)
    const since = clock.epochMs()
    expect(statistics.of('plugin:gone')?.sleep).toEqual({ since, nextTrialAt: since + day })
    clock.advance(day)
    statistics.record('plugin:gone', failed())
    expect(statistics.of('plugin:gone')?.sleep).toEqual({ since, nextTrialAt: since + 2 * day })
    statistics.record('plugin:gone', good())
    expect(statistics.of('plugin:gone')?.sleep).toBeUndefined()
  })

  it('not while no source answers, nor at once when they answer again', () => {
    const { clock, statistics } = afterDays(30, 'plugin:gone', 'weibo', (at) => (at === 0 ? good() : failed()))
    expect(statistics.isAsleep('plugin:gone')).toBe(false)
    statistics.record('weibo', good())
    statistics.record('plugin:gone', failed())
    expect(statistics.isAsleep('plugin:gone')).toBe(false)
    passDays(7, { clock, statistics })
    expect(statistics.isAsleep('plugin:gone')).toBe(true)
  })

  it('not for failures of an outage that ended before a restart, or was noticed by another replica', () => {
    const { clock, statistics } = afterDays(10, 'plugin:gone', 'weibo', (at) => (at === 0 ? good() : failed()))
    statistics.record('weibo', good())
    const later = createSourceStatistics(clock.epochMs, listed)
    later.load(statistics.serialize())
    const other = createSourceStatistics(clock.epochMs, listed)
    other.record('tg:other', good())
    other.load(statistics.serialize())
    clock.advance(day)
    for (const one of [later, other]) {
      one.record('weibo', good())
      one.record('plugin:gone', failed())
      expect(one.isAsleep('plugin:gone')).toBe(false)
    }
    const third = createSourceStatistics(clock.epochMs, listed)
    third.load(later.serialize())
    clock.advance(day)
    third.record('plugin:gone', failed())
    expect(third.isAsleep('plugin:gone')).toBe(false)
    passDays(5, { clock, statistics: third })
    expect(third.isAsleep('plugin:gone')).toBe(true)
  })

  it('as a channel only if other channels answered, and as a site only if other sites did', () => {
    expect(afterDays(9, 'tg:gone', 'weibo').statistics.isAsleep('tg:gone')).toBe(false)
    expect(afterDays(9, 'tg:gone', 'tg:other').statistics.isAsleep('tg:gone')).toBe(true)
    expect(afterDays(9, 'weibo', 'tg:other').statistics.isAsleep('weibo')).toBe(false)
  })

  it('never as a check of links', () => {
    expect(afterDays(9, 'check:baidu', 'weibo').statistics.isAsleep('check:baidu')).toBe(false)
  })

  it('as a channel without posts for ninety days, until a post is new', () => {
    const { clock, statistics } = make()
    const begun = clock.epochMs()
    statistics.record('tg:silent', good())
    statistics.recordNewestPost('tg:silent', begun - 90 * day + 1)
    expect(statistics.isAsleep('tg:silent')).toBe(false)
    clock.advance(1)
    statistics.record('tg:silent', good())
    statistics.recordNewestPost('tg:silent', begun - 90 * day + 1)
    statistics.record('tg:silent', good())
    expect(statistics.isAsleep('tg:silent')).toBe(true)
    statistics.recordNewestPost('tg:silent', begun)
    expect(statistics.isAsleep('tg:silent')).toBe(false)
  })

  it('after a restart too, and for all replicas', () => {
    const { clock, statistics } = afterDays(7, 'plugin:gone', 'weibo')
    const kept = statistics.serialize()
    const later = createSourceStatistics(clock.epochMs, listed)
    later.load(kept)
    expect(later.of('plugin:gone')?.sleep).toEqual(statistics.of('plugin:gone')?.sleep)
    const other = createSourceStatistics(clock.epochMs, listed)
    other.record('plugin:gone', good())
    other.load(kept)
    expect(other.isAsleep('plugin:gone')).toBe(false)
    later.load(other.serialize())
    expect(later.isAsleep('plugin:gone')).toBe(false)
  })
})
