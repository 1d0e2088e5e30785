// Tests of saved searches.
import { expect, it } from 'vitest'
import type { BrowserStorage } from '../../persistent-signal.ts'
import { emptySearch } from '../search-state.ts'
import { SavedSearches } from './saved-searches.ts'

function createStorage(): BrowserStorage {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}

const crane = { ...emptySearch, kw: '纸鹤' }
const tower = { ...emptySearch, kw: '灯塔' }

it('are kept with the time of the last look, the last saved first', () => {
  const storage = createStorage()
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
  const saved = new SavedSearches(createStorage(), () => 1_000)
  saved.toggle(crane)
  saved.markSeen(tower)
  expect([saved.has(crane), saved.has(tower)]).toEqual([true, false])
  saved.toggle({ ...crane, kw: ' 纸鹤 ' })
  expect(saved.entries).toEqual([])
})

it('without a keyword or a time are dropped when they are read', () => {
  const storage = createStorage()
  storage.setItem('trawl.saved', JSON.stringify([{ ask: crane }, { ask: {}, seenAt: 1 }, 7, { ask: tower, seenAt: 5 }]))
  expect(new SavedSearches(storage, () => 0).entries.map(({ ask }) => ask.kw)).toEqual(['灯塔'])
})
