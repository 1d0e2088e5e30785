// Tests of saved searches.
import { expect, it } from 'vitest'
import { memoryStorage } from '../../../../test/kit/page-data.ts'
import { emptySearch } from '../search-state.ts'
import { SavedSearches } from './saved-searches.ts'

const crane = { ...emptySearch, kw: '纸鹤' }
const tower = { ...emptySearch, kw: '灯塔' }

it('are kept with the time of the last look, the last saved first', () => {
  const storage = memoryStorage()
  const clock = { now: 1_000 }
  const saved = new SavedSearches(storage, () => clock.now)
  saved.toggle(crane)
  saved.toggle(tower)
  clock.now = 2_000
  saved.markSeen({ ...crane, sort: 'time' })
  const { entries } = new SavedSearches(storage, () => clock.now)
  expect(entries.map(({ ask, seenAt }) => [ask.kw, seenAt])).toEqual([
    ['灯塔', 1_000],
    ['纸鹤', 2_000],
  ])
})

it('are removed by the same press, and a look at others is not recorded', () => {
  const saved = new SavedSearches(memoryStorage(), () => 1_000)
  saved.toggle(crane)
  saved.markSeen(tower)
  expect([saved.has(crane), saved.has(tower)]).toEqual([true, false])
  saved.toggle({ ...crane, kw: ' 纸鹤 ' })
  expect(saved.entries).toEqual([])
})

it('without a keyword or a time are dropped when they are read', () => {
  const stored = [{ ask: crane }, { ask: {}, seenAt: 1 }, 7, { ask: tower, seenAt: 5 }]
  const storage = memoryStorage({ 'trawl.saved': JSON.stringify(stored) })
  expect(new SavedSearches(storage, () => 0).entries.map(({ ask }) => ask.kw)).toEqual(['灯塔'])
})
