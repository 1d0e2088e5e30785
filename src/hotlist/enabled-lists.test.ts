// Enabled lists: the default selection and the operator's settings.
import { describe, expect, it } from 'vitest'
import { buildLists, type HotList } from './build-lists.ts'
import { type ListChoice, selectEnabled, selectForHistory, withSwitches } from './list-set.ts'

function familyWith(name: string, lists: Readonly<Record<string, object>>): HotList[] {
  const shown = { name, home: 'https://demo.test/', column: 'tech', color: '#ef4444' }
  const list = { type: 'hottest', interval: 600, ask: async () => [] }
  const made = Object.entries(lists).map(([id, more]) => [id, { ...list, ...more }])
  return buildLists(name, { ...shown, lists: Object.fromEntries(made) })
}

const lists = [
  ...familyWith('acfun', { acfun: {}, 'acfun-game': { column: 'game' }, 'acfun-old': { isOff: true } }),
  ...familyWith('cls', { 'cls-hot': {}, 'cls-depth': { column: 'finance' } }),
]
const all = new Map(lists.map((list) => [list.id, list]))

function refuse(problem: string): never {
  throw new Error(problem)
}

function onWith(choice: ListChoice): string[] {
  return [...selectEnabled(all, choice, refuse).values()].flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))
}

describe('the settings', () => {
  it.each<[ListChoice, string[]]>([
    [{}, ['acfun', 'acfun-game', 'cls-hot', 'cls-depth']],
    [{ ENABLED_SOURCES: ' , ', DISABLED_SOURCES: '，' }, ['acfun', 'acfun-game', 'cls-hot', 'cls-depth']],
    [{ ENABLED_SOURCES: 'cls-hot, ACFUN-old' }, ['acfun-old', 'cls-hot']],
    [{ ENABLED_SOURCES: 'default,acfun-old' }, ['acfun', 'acfun-game', 'acfun-old', 'cls-hot', 'cls-depth']],
    [{ ENABLED_SOURCES: 'acfun*' }, ['acfun', 'acfun-game', 'acfun-old']],
    [{ ENABLED_SOURCES: 'acfun-*，cls-hot' }, ['acfun-game', 'acfun-old', 'cls-hot']],
    [{ ENABLED_SOURCES: 'column:finance,column:game' }, ['acfun-game', 'cls-depth']],
    [{ ENABLED_SOURCES: 'all' }, ['acfun', 'acfun-game', 'acfun-old', 'cls-hot', 'cls-depth']],
    [{ ENABLED_SOURCES: 'all', DISABLED_SOURCES: 'acfun*,cls-depth' }, ['cls-hot']],
    [{ DISABLED_SOURCES: 'column:tech' }, ['acfun-game', 'cls-depth']],
    [{ DISABLED_SOURCES: 'none' }, ['acfun', 'acfun-game', 'cls-hot', 'cls-depth']],
    [{ ENABLED_SOURCES: 'none' }, []],
    [{ DISABLED_SOURCES: 'all' }, []],
  ])('%j leave on %j', (choice, ids) => {
    expect(onWith(choice)).toEqual(ids)
  })

  it.each(['ENABLED_SOURCES', 'DISABLED_SOURCES'] as const)('an entry of %s that means nothing is named', (setting) => {
    expect(() => onWith({ [setting]: 'acfun,weibbo' })).toThrow(`${setting}: unknown list weibbo; an entry is an id`)
    expect(() => onWith({ [setting]: 'column:news' })).toThrow(`${setting}: unknown list column:news`)
    expect(() => onWith({ [setting]: 'weibo*' })).toThrow(`${setting}: unknown list weibo*`)
  })

  it('a family whose name is no id gets a hint how to name all of its lists', () => {
    expect(() => onWith({ DISABLED_SOURCES: 'cls' })).toThrow('unknown list cls; cls* selects all lists of that family')
  })
})

describe('HISTORY_SOURCES', () => {
  const enabled = selectEnabled(all, { DISABLED_SOURCES: 'cls*' }, refuse)

  it.each([
    [undefined, []],
    ['acfun*,cls-hot', ['acfun', 'acfun-game']],
    ['default', ['acfun', 'acfun-game']],
    ['all', ['acfun', 'acfun-game']],
  ])('%s names of the enabled lists %j', (text, ids) => {
    expect(selectForHistory(enabled, text, refuse).map(({ id }) => id)).toEqual(ids)
  })

  it('with an entry that means nothing is named', () => {
    expect(() => selectForHistory(enabled, 'weibbo', refuse)).toThrow(
      'HISTORY_SOURCES: unknown list weibbo; an entry is an id',
    )
  })
})

it('lists with switches follow them from then on', () => {
  const off = new Set(['acfun'])
  const switched = withSwitches(selectEnabled(all, {}, refuse), (id) => !off.has(id))
  const list = switched.get('acfun')
  expect([list?.isEnabled, switched.get('cls-hot')?.isEnabled]).toEqual([false, true])
  off.clear()
  expect(list?.isEnabled).toBe(true)
})
