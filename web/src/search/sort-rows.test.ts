// Sort order and filters of the page.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { arrange, type DisplayOptions } from './sort-rows.ts'

const day = 86_400_000
const plain: DisplayOptions = { tab: 'all', sort: 'best', include: [], exclude: [], hidesDead: false }

function row(key: string, more: Partial<Row> = {}): Row {
  const common = { type: 'quark', url: `https://x.test/${key}`, password: '', title: key, at: 10 * day } as const
  return { key, ...common, sources: ['tg:abcd'], relevance: 'title', images: [], isFromArchive: false, ...more }
}

function health(state: 'ok' | 'bad' | 'locked') {
  return { state, checkedAt: 0, expiresAt: 1 }
}
function byRow({ health: known }: Row) {
  return known?.state
}
function keys(rows: readonly Row[], view: Partial<DisplayOptions> = {}) {
  return arrange(rows, { ...plain, ...view }, byRow).rows.map(({ key }) => key)
}

/** Each row sorts before the next for exactly one reason. */
const table: readonly (readonly [string, Partial<Row>, Partial<Row>])[] = [
  ['alive before dead', { relevance: 'text', at: undefined }, { health: health('bad') }],
  ['in the title before in the text', { at: undefined }, { relevance: 'text', sources: ['a', 'b'] }],
  ['of a later day before of an earlier', { at: 11 * day }, { sources: ['a', 'b'] }],
  ['of a known time before of an unknown', { at: 0 }, { at: undefined, sources: ['a', 'b'] }],
  ['known to be there before unknown within one day', { health: health('ok') }, { sources: ['a', 'b'] }],
  ['with more sources within one day', { sources: ['a', 'b'] }, { at: 10 * day + 5 }],
  ['of a later day before known to be there', { at: 11 * day }, { health: health('ok') }],
  ['later before earlier within one day', { at: 10 * day + 5 }, {}],
]

describe('the best order', () => {
  it.each(table)('is %s', (_, first, second) => {
    // By key alone the order would be reversed.
    expect(keys([row('a', second), row('b', first)])).toEqual(['b', 'a'])
    expect(keys([row('b', first), row('a', second)])).toEqual(['b', 'a'])
  })

  it('is by key when all else is equal', () => {
    expect(keys([row('b'), row('a')])).toEqual(['a', 'b'])
    expect(keys([row('b', { health: health('locked') }), row('a')])).toEqual(['a', 'b'])
  })

  it('has a living link above an uncertain one of the same title, whatever its day and sources', () => {
    const rows = [
      row('xunlei', { title: '纸鹤 ４Ｋ', at: 12 * day, sources: ['a', 'b', 'c'] }),
      row('other', { title: '纸鹤与灯塔', at: 11 * day }),
      row('living', { title: '纸鹤 4k' }),
      row('dead', { title: '纸鹤 4K', at: 12 * day }),
    ]
    const states = new Map<string, 'uncertain' | 'ok' | 'bad'>([
      ['xunlei', 'uncertain'],
      ['living', 'ok'],
      ['dead', 'bad'],
    ])
    const shown = arrange(rows, plain, ({ key }) => states.get(key)).rows.map(({ key }) => key)
    expect(shown).toEqual(['living', 'other', 'xunlei', 'dead'])
    const byTime = arrange(rows, { ...plain, sort: 'time' }, ({ key }) => states.get(key)).rows
    expect(byTime.map(({ key }) => key)).toEqual(['xunlei', 'other', 'living', 'dead'])
  })

  it('has an uncertain link where it stands among uncertain ones, and before dead ones', () => {
    const rows = [row('a', { at: 12 * day }), row('b', { at: 11 * day }), row('c', { health: health('bad') })]
    const stateOf = ({ health: known }: Row) => known?.state ?? ('uncertain' as const)
    expect(arrange(rows, plain, stateOf).rows.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  it('is the same in whatever order rows came', () => {
    const some = fc.record({
      at: fc.option(fc.integer({ min: 0, max: 3 * day }), { nil: undefined }),
      relevance: fc.constantFrom('title' as const, 'text' as const),
      sources: fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }),
      health: fc.option(fc.constantFrom('ok' as const, 'bad' as const).map(health), { nil: undefined }),
      title: fc.constantFrom('纸鹤', '灯塔'),
    })
    const stateOf = ({ health: known }: Row) => known?.state ?? ('uncertain' as const)
    const order = (rows: readonly Row[], sort: DisplayOptions['sort']) =>
      arrange(rows, { ...plain, sort }, stateOf).rows.map(({ key }) => key)
    const lists = fc.array(some, { maxLength: 12 }).map((entries) => entries.map((more, at) => row(`k${at}`, more)))
    fc.assert(
      fc.property(lists, fc.constantFrom('best' as const, 'time' as const), (rows, sort) => {
        expect(order(rows.toReversed(), sort)).toEqual(order(rows, sort))
        expect(order(rows, sort).toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
      }),
    )
  })
})

describe('the order by time', () => {
  it('is latest first, unknown times last, dead ones after all', () => {
    const rows = [
      row('old', { at: 1 }),
      row('dead', { at: 9, health: health('bad') }),
      row('none', { at: undefined }),
      row('new', { at: 5, relevance: 'text' }),
    ]
    expect(keys(rows, { sort: 'time' })).toEqual(['new', 'old', 'none', 'dead'])
  })
})

describe('the words of the filter', () => {
  const rows = [
    row('1', { title: '纸鹤 ４Ｋ' }),
    row('2', { title: '纸鹤 4k 预告' }),
    row('3', { title: '纸鹤 1080p' }),
  ]
  it.each([
    ['one of several is enough', { include: ['4K', '1080P'] }, ['1', '2', '3']],
    ['width and case say nothing', { include: ['4K'] }, ['1', '2']],
    ['out wins over in', { include: ['4K'], exclude: ['预告'] }, ['1']],
    ['out alone takes away', { exclude: ['预告', '1080'] }, ['1']],
  ])('%s', (_, view, expected) => {
    expect(keys(rows, view)).toEqual(expected)
  })

  it('say how many they keep out', () => {
    expect(arrange(rows, { ...plain, include: ['4K'] }, byRow).filtered).toBe(1)
  })
})

describe('tabs', () => {
  const rows = [row('1'), row('2', { type: 'baidu', health: health('bad') }), row('3', { type: 'baidu', title: 'no' })]
  it('count what is left when words and dead ones are out', () => {
    const {
      counts,
      dead,
      rows: shown,
    } = arrange(rows, { ...plain, tab: 'baidu', exclude: ['no'], hidesDead: true }, byRow)
    expect(Object.fromEntries(counts)).toEqual({ all: 1, quark: 1 })
    expect(dead).toBe(1)
    expect(shown).toEqual([])
  })

  it('show theirs only', () => {
    expect(keys(rows, { tab: 'baidu' })).toEqual(['3', '2'])
  })
})
