// The health status of search by the outcomes of the last ten minutes.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../test/kit/wire.ts'
import type { ReachabilityState } from '../upstream/net/reachability.ts'
import { createSourceStatistics } from '../upstream/stats/source-statistics.ts'
import { searchStatus, sourceIdsOf } from './catalogue.ts'

const plugins = ['labi', 'panta', 'wanou']
const catalogue = {
  channels: ['alpha', 'beta'],
  plugins: new Map(
    plugins.map((name) => [
      name,
      { id: `plugin:${name}`, home: 'https://site.test/', keyOf: () => '', ask: async () => [] },
    ]),
  ),
}
const failure = { kind: 'unavailable', detail: 'HTTP 503' } as const
const tenMinutesMs = 600_000

function make(telegram: ReachabilityState = { state: 'unknown' }) {
  const clock = makeClock()
  const statistics = createSourceStatistics(clock.epochMs, sourceIdsOf(catalogue))
  return {
    clock,
    statistics,
    answer(...ids: string[]) {
      for (const id of ids) statistics.record(id, { state: 'fresh', items: [], at: new Date(clock.epochMs()) })
    },
    fail(...ids: string[]) {
      for (const id of ids) statistics.record(id, { state: 'failed', failure })
    },
    health: () => searchStatus(catalogue, { statistics, telegram }, clock.epochMs()),
    status: () => searchStatus(catalogue, { statistics, telegram }, clock.epochMs()).status,
  }
}

describe('the status of the search', () => {
  it('is ok before anything was asked or checked, and says that nothing is known', () => {
    const unknown = { state: 'unknown', checked_at: null }
    expect(make().health()).toEqual({ status: 'ok', status_basis: 'none', telegram: unknown })
  })

  it('is what the check of Telegram says while nothing was asked within ten minutes', () => {
    const at = makeClock().epochMs()
    const reachable = make({ state: 'reachable', checkedAt: at })
    const checked_at = new Date(at).toISOString()
    const expected = { status: 'ok', status_basis: 'check', telegram: { state: 'reachable', checked_at } }
    expect(reachable.health()).toEqual(expected)
    const { clock, health, fail } = make({ state: 'unreachable', checkedAt: at, failure })
    const telegram = { state: 'unreachable', checked_at, failure }
    expect(health()).toEqual({ status: 'down', status_basis: 'check', telegram })
    fail('tg:alpha')
    expect(health()).toMatchObject({ status: 'down', status_basis: 'searches' })
    clock.advance(tenMinutesMs)
    expect(health()).toMatchObject({ status: 'down', status_basis: 'check' })
  })

  it('is what sources answered where they were asked after a check that failed', () => {
    const { clock, answer, health } = make({ state: 'unreachable', checkedAt: makeClock().epochMs(), failure })
    answer('plugin:labi')
    expect(health()).toMatchObject({ status: 'ok', status_basis: 'searches', telegram: { state: 'unreachable' } })
    clock.advance(1)
    answer('tg:alpha')
    const checked_at = new Date(clock.epochMs()).toISOString()
    expect(health().telegram).toEqual({ state: 'reachable', checked_at })
  })

  it('counts each source by its latest outcome', () => {
    const { clock, answer, fail, status } = make()
    answer('tg:alpha', 'tg:beta', 'plugin:labi')
    clock.advance(1)
    fail('tg:alpha', 'tg:beta', 'plugin:labi')
    expect(status()).toBe('down')
    clock.advance(1)
    answer('plugin:labi')
    expect(status()).toBe('degraded')
  })

  it.each([
    ['ok', 'when half of what was asked answered', ['tg:alpha'], ['tg:beta']],
    ['degraded', 'when less than half did', ['plugin:panta', 'plugin:wanou'], ['tg:alpha', 'tg:beta', 'plugin:labi']],
    ['down', 'when nothing did', [], ['tg:alpha']],
    ['ok', 'whatever hot lists and channels that a caller named do', [], ['weibo', 'tg:nosuchchannel']],
    ['down', 'also where those answered', ['weibo', 'tg:nosuchchannel'], ['tg:alpha']],
  ])('is %s %s', (expected, _when, answered, failed) => {
    const { answer, fail, status } = make()
    answer(...answered)
    fail(...failed)
    expect(status()).toBe(expected)
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
    const { statistics, status, clock } = make()
    statistics.record('tg:alpha', { state: 'fresh', items: [], at: new Date(clock.epochMs()), failure })
    expect(status()).toBe('ok')
  })
})
