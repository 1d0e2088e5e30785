// Rows of the sources table: content, filter, sort order.
import { describe, expect, it } from 'vitest'
import type { SourceHealth } from '../../../src/contract/hotlist-reports.ts'
import { loadFolding } from '../components/folding.ts'
import {
  defaultOrder,
  filtered,
  isFiltered,
  nextOrder,
  noFilter,
  rowsOf,
  type SourceColumn,
  type SourceRow,
  sorted,
} from './source-rows.ts'

await loadFolding()

function source(id: string, given: Partial<SourceHealth> = {}): SourceHealth {
  return {
    id,
    name: id,
    enabled: true,
    health: 'unknown',
    totalRequests: 0,
    successRate: 0,
    avgResponseTime: 0,
    lastSuccess: null,
    lastError: null,
    lastDay: [],
    ...given,
  }
}

/** 18:00 in China. */
const now = Date.UTC(2026, 10, 29, 10)
const none = { healthy: 0, degraded: 0, unhealthy: 0, unknown: 0 }

function rows(details: SourceHealth[], searched: SourceHealth[] = []): SourceRow[] {
  return rowsOf({ timestamp: now, details, search: { total: searched.length, health: none, details: searched } })
}

const down = source('tg:down', {
  health: 'unhealthy',
  totalRequests: 9,
  successRate: 0.1,
  avgResponseTime: 4_000,
  lastError: { kind: 'network', message: 'no such host', at: 5_000 },
})
const shaky = source('weibo', {
  name: '微博',
  health: 'degraded',
  totalRequests: 40,
  successRate: 0.9,
  avgResponseTime: 300,
  lastSuccess: 9_000,
  lastError: { kind: 'timeout', message: 'too late', at: 8_000 },
})
const well = source('plugin:well', {
  health: 'healthy',
  totalRequests: 20,
  successRate: 1,
  avgResponseTime: 90,
  lastSuccess: 7_000,
})
const all = rows([shaky, source('unasked'), source('switched-off', { enabled: false })], [down, well])

function idsBy(column: SourceColumn, isDescending: boolean): string[] {
  return sorted(all, { column, isDescending }).map(({ id }) => id)
}

describe('rowsOf', () => {
  it.each([
    ['05:00', '18:01', 'closed'],
    ['05:00', '18:00', 'healthy'],
    ['17:00', '05:00', 'closed'],
  ])(
    'a source that told its opening hours rests in them, and nothing is wrong with it: %s to %s',
    (from, until, state) => {
      const reason = { code: 'closed', from, until } as const
      const lastError = { kind: 'unavailable', message: 'closed', reason, at: 9_000 } as const
      expect(rows([source('plugin:duoduo', { health: 'healthy', lastSuccess: 8_000, lastError })])[0]?.state).toBe(
        state,
      )
    },
  )

  it('shows a source that is asleep as such, however it did before, unless it is off', () => {
    const asleep = { since: 1_000, nextTrialAt: 9_000 }
    const made = rows([source('one', { health: 'unhealthy', asleep }), source('two', { enabled: false, asleep })])
    expect(made.map(({ state }) => state)).toEqual(['asleep', 'off'])
  })

  it('tells lists, channels and plugins apart and names channels by their handle, plugins without their prefix', () => {
    expect(all.map(({ kind, name }) => [kind, name])).toEqual([
      ['list', '微博'],
      ['list', 'unasked'],
      ['list', 'switched-off'],
      ['channel', '@down'],
      ['plugin', 'well'],
    ])
  })

  it('knows no rate, time and success of a source that nobody asked', () => {
    expect(all[1]).toMatchObject({
      state: 'unknown',
      successRate: undefined,
      meanMs: undefined,
      lastSuccess: undefined,
      lastError: undefined,
    })
  })

  it('calls a list that is switched off so, whatever is known of it', () => {
    expect(rows([source('a', { enabled: false, health: 'unhealthy', totalRequests: 1 })])[0]?.state).toBe('off')
  })
})

describe('sorted', () => {
  it('has problems first, and what is not asked or off last', () => {
    expect(sorted(all, defaultOrder).map(({ id }) => id)).toEqual([
      'tg:down',
      'weibo',
      'plugin:well',
      'unasked',
      'switched-off',
    ])
  })

  it('sorts by each figure in both directions', () => {
    expect(idsBy('asks', true).slice(0, 3)).toEqual(['weibo', 'plugin:well', 'tg:down'])
    expect(idsBy('success', false).slice(0, 3)).toEqual(['tg:down', 'weibo', 'plugin:well'])
    expect(idsBy('time', true).slice(0, 3)).toEqual(['tg:down', 'weibo', 'plugin:well'])
    expect(idsBy('time', false).slice(0, 3)).toEqual(['plugin:well', 'weibo', 'tg:down'])
    expect(idsBy('lastError', true).slice(0, 2)).toEqual(['weibo', 'tg:down'])
    expect(idsBy('state', true)[0]).toBe('switched-off')
  })

  it('leaves what is not known at the end in both directions', () => {
    for (const isDescending of [true, false]) {
      expect(idsBy('time', isDescending).slice(3).toSorted()).toEqual(['switched-off', 'unasked'])
      expect(idsBy('lastSuccess', isDescending).slice(2)).toContain('tg:down')
    }
  })

  it('sorts names as Chinese readers expect, numbers by value', () => {
    const named = rows([
      source('c', { name: '知乎' }),
      source('a', { name: '微博' }),
      source('b', { name: '百度' }),
      source('p10'),
      source('p9'),
    ])
    const names = sorted(named, { column: 'name', isDescending: false }).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('p'))).toEqual(['p9', 'p10'])
    expect(names.filter((name) => !name.startsWith('p'))).toEqual(['百度', '微博', '知乎'])
    expect(sorted(named, { column: 'name', isDescending: true }).map(({ name }) => name)).toEqual(names.toReversed())
  })

  it('has the busiest of equal ones first', () => {
    const equal = rows([
      source('a', { totalRequests: 1, health: 'healthy' }),
      source('b', { totalRequests: 8, health: 'healthy' }),
    ])
    expect(sorted(equal, defaultOrder).map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('orderAfter', () => {
  it('begins with the interesting end of a column and turns with the second press', () => {
    const slowest = nextOrder(defaultOrder, 'time')
    expect(slowest).toEqual({ column: 'time', isDescending: true })
    expect(nextOrder(slowest, 'time')).toEqual({ column: 'time', isDescending: false })
    expect(nextOrder(slowest, 'success')).toEqual({ column: 'success', isDescending: false })
  })
})

describe('filtered', () => {
  const idsOf = (filter: Parameters<typeof filtered>[1]) => filtered(all, filter).shown.map(({ id }) => id)

  it('folds away what is not asked or off, and counts it', () => {
    const { shown, folded } = filtered(all, noFilter)
    expect(shown.map(({ id }) => id)).toEqual(['weibo', 'tg:down', 'plugin:well'])
    expect(folded).toBe(2)
    expect(filtered(all, { ...noFilter, isAllShown: true })).toEqual({ shown: all, folded: 0 })
  })

  it('filters by kind and by state', () => {
    expect(idsOf({ ...noFilter, kinds: ['plugin', 'channel'] })).toEqual(['tg:down', 'plugin:well'])
    expect(idsOf({ ...noFilter, state: 'off' })).toEqual(['switched-off'])
    expect(idsOf({ ...noFilter, kinds: ['channel'], state: 'healthy' })).toEqual([])
  })

  it('finds names and ids by all words in any spelling, also of what is folded away otherwise', () => {
    expect(idsOf({ ...noFilter, text: ' WEI ' })).toEqual(['weibo'])
    expect(idsOf({ ...noFilter, text: '微・博' })).toEqual(['weibo'])
    expect(idsOf({ ...noFilter, text: 'un ask' })).toEqual(['unasked'])
    expect(idsOf({ ...noFilter, text: 'tg: well' })).toEqual([])
  })

  it('filters by how sources fail, but not those that are well again', () => {
    expect(idsOf({ ...noFilter, failures: ['network', 'timeout'] })).toEqual(['weibo', 'tg:down'])
    const recovered = rows([source('a', { ...shaky, health: 'healthy' })])
    expect(filtered(recovered, { ...noFilter, failures: ['timeout'] }).shown).toEqual([])
  })

  it('knows whether anything was chosen', () => {
    expect(isFiltered({ ...noFilter })).toBe(false)
    expect(isFiltered({ ...noFilter, text: 'a' })).toBe(true)
    expect(isFiltered({ ...noFilter, kinds: ['list'] })).toBe(true)
  })
})
