// The health status of search by the outcomes of the last ten minutes.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../test/kit/wire.ts'
import { createSourceStatistics } from '../upstream/stats/source-statistics.ts'
import { searchStatus } from './catalogue.ts'

const sources = ['tg:alpha', 'tg:beta', 'plugin:labi', 'plugin:panta', 'plugin:wanou']
const failure = { kind: 'unavailable', detail: 'HTTP 503' } as const
const tenMinutesMs = 600_000

function make() {
  const clock = makeClock()
  const statistics = createSourceStatistics(clock.epochMs, sources)
  return {
    clock,
    answer(...ids: string[]) {
      for (const id of ids) statistics.record(id, { state: 'fresh', items: [], at: new Date(clock.epochMs()) })
    },
    fail(...ids: string[]) {
      for (const id of ids) statistics.record(id, { state: 'failed', failure })
    },
    status: () => searchStatus(sources, statistics, clock.epochMs()),
  }
}

describe('the status of the search', () => {
  it('is ok before anything was asked', () => {
    expect(make().status()).toBe('ok')
  })

  it('is ok while half of what was asked answered, degraded while less did, down when nothing did', () => {
    const { answer, fail, status } = make()
    fail('tg:alpha', 'tg:beta', 'plugin:labi')
    expect(status()).toBe('down')
    answer('plugin:panta')
    expect(status()).toBe('degraded')
    answer('plugin:wanou')
    expect(status()).toBe('degraded')
    answer('tg:alpha')
    expect(status()).toBe('ok')
  })

  it('is ok when exactly half answered', () => {
    const { answer, fail, status } = make()
    answer('tg:alpha')
    fail('tg:beta')
    expect(status()).toBe('ok')
  })

  it('forgets after ten minutes what answered and what failed', () => {
    const { clock, answer, fail, status } = make()
    answer('tg:alpha', 'tg:beta')
    clock.advance(tenMinutesMs - 1)
    fail('plugin:labi')
    expect(status()).toBe('ok')
    clock.advance(1)
    expect(status()).toBe('down')
    clock.advance(tenMinutesMs - 1)
    expect(status()).toBe('ok')
  })

  it('counts a source that gave a part of its answer as answered', () => {
    const { status, clock } = make()
    const statistics = createSourceStatistics(clock.epochMs, sources)
    statistics.record('tg:alpha', { state: 'fresh', items: [], at: new Date(clock.epochMs()), failure })
    expect(searchStatus(sources, statistics, clock.epochMs())).toBe('ok')
    expect(status()).toBe('ok')
  })

  it('does not depend on sources that are not searched by default: hot lists, and channels that a caller named', () => {
    const { answer, fail, status } = make()
    fail('weibo', 'tg:nosuchchannel', 'tg:another')
    expect(status()).toBe('ok')
    answer('weibo', 'zhihu')
    fail('tg:alpha')
    expect(status()).toBe('down')
  })
})
