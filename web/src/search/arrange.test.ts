// Which results are shown, in which order and in which places.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CollectedWorkLink as Row } from '../../../client/work-collector.ts'
import { collectedLink, collectedWork, noAttributes } from '../../../test/kit/page-data.ts'
import { arrange, type DisplayOptions, type Result, stableSlots } from './arrange.ts'
import { linkResults } from './link-results.ts'

const day = 86_400_000
const everything: DisplayOptions = {
  ...{
    view: 'works',
    attributes: [],
    tab: 'all',
    sort: 'best',
    include: [],
    exclude: [],
    hidesDead: false,
    clouds: [],
  },
}
const plain: DisplayOptions = { ...everything, view: 'links' }

function row(key: string, more: Partial<Row> = {}): Row {
  return collectedLink(key, { title: key, at: 10 * day, ...more })
}

/** The links in the list of links. */
function arrangeLinks(rows: readonly Row[], options: DisplayOptions, stateOf: Parameters<typeof arrange>[2] = byRow) {
  return arrange([collectedWork('work', rows)], options, stateOf, linkResults)
}

function health(state: 'ok' | 'bad' | 'locked') {
  return { state, checkedAt: 0, expiresAt: 1 }
}
function byRow({ health: known }: Pick<Row, 'health'>) {
  return known?.state
}
function keys(rows: readonly Row[], view: Partial<DisplayOptions> = {}) {
  return arrangeLinks(rows, { ...plain, ...view }).results.map(({ key }) => key)
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
    const shown = arrangeLinks(rows, plain, ({ key }) => states.get(key)).results.map(({ key }) => key)
    expect(shown).toEqual(['living', 'other', 'xunlei', 'dead'])
    const byTime = arrangeLinks(rows, { ...plain, sort: 'time' }, ({ key }) => states.get(key)).results
    expect(byTime.map(({ key }) => key)).toEqual(['xunlei', 'other', 'living', 'dead'])
  })

  it('has an uncertain link where it stands among uncertain ones, and before dead ones', () => {
    const rows = [row('a', { at: 12 * day }), row('b', { at: 11 * day }), row('c', { health: health('bad') })]
    const stateOf = ({ health: known }: Pick<Row, 'health'>) => known?.state ?? ('uncertain' as const)
    expect(arrangeLinks(rows, plain, stateOf).results.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  it('is the same in whatever order rows came', () => {
    const some = fc.record({
      at: fc.option(fc.integer({ min: 0, max: 3 * day }), { nil: undefined }),
      relevance: fc.constantFrom('title' as const, 'text' as const),
      sources: fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }),
      health: fc.option(fc.constantFrom('ok' as const, 'bad' as const).map(health), { nil: undefined }),
      title: fc.constantFrom('纸鹤', '灯塔'),
    })
    const stateOf = ({ health: known }: Pick<Row, 'health'>) => known?.state ?? ('uncertain' as const)
    const order = (rows: readonly Row[], sort: DisplayOptions['sort']) =>
      arrangeLinks(rows, { ...plain, sort }, stateOf).results.map(({ key }) => key)
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

  it('say that they keep some out', () => {
    expect(arrangeLinks(rows, { ...plain, include: ['4K'] }).hiddenBy).toEqual(['words'])
    expect(arrangeLinks(rows, { ...plain, include: ['纸鹤'] }).hiddenBy).toEqual([])
  })
})

describe('tabs', () => {
  const rows = [row('1'), row('2', { type: 'baidu', health: health('bad') }), row('3', { type: 'baidu', title: 'no' })]
  it('count what is left when words and dead ones are out', () => {
    const options: DisplayOptions = { ...plain, tab: 'baidu', exclude: ['no'], hidesDead: true }
    const { counts, hiddenBy, results } = arrangeLinks(rows, options)
    expect(Object.fromEntries(counts)).toEqual({ all: 1, quark: 1 })
    expect(hiddenBy).toEqual(['words', 'dead', 'tab'])
    expect(results).toEqual([])
  })

  it('show theirs only', () => {
    expect(keys(rows, { tab: 'baidu' })).toEqual(['3', '2'])
  })
})

const uhd = { ...noAttributes, quality: ['4K'] }
const film = collectedWork('film', [
  collectedLink('quark:a', { attributes: uhd, at: 1 }),
  collectedLink('baidu:b', { at: 2 }),
])
const book = collectedWork('book', [collectedLink('baidu:c', { at: 9 })], { kind: 'book' })
const mention = collectedWork('mention', [collectedLink('quark:d', { at: 10 })], { relevance: 'text' })
const all = [mention, film, book]
function shown(results: readonly Result[]) {
  return results.map(({ work, links }) => [work.key, ...links.map(({ key }) => key)].join(' '))
}

describe('works', () => {
  it('with the word in a title stand before those with it in a text, else as they came', () => {
    const { results, hiddenBy } = arrange(all, everything, () => undefined)
    expect(shown(results)).toEqual(['film quark:a baidu:b', 'book baidu:c', 'mention quark:d'])
    expect(hiddenBy).toEqual([])
  })

  it('can be sorted by their newest link', () => {
    const { results } = arrange(all, { ...everything, sort: 'time' }, () => undefined)
    expect(results.map(({ work }) => work.key)).toEqual(['book', 'film', 'mention'])
  })

  it('keep only links with the attributes that are asked for', () => {
    const { results, hiddenBy } = arrange(all, { ...everything, attributes: ['quality:4K'] }, () => undefined)
    expect(shown(results)).toEqual(['film quark:a'])
    expect(hiddenBy).toEqual(['attributes'])
  })

  it('keep only links that may work', () => {
    const states = new Map<string, 'locked' | 'bad'>([
      ['quark:a', 'locked'],
      ['baidu:c', 'bad'],
    ])
    const stateOf = ({ key }: { readonly key: string }) => states.get(key)
    const { results, hiddenBy } = arrange(all, { ...everything, hidesDead: true }, stateOf)
    expect(shown(results)).toEqual(['film baidu:b', 'mention quark:d'])
    expect(hiddenBy).toEqual(['dead'])
  })

  it('keep only links of the clouds that are asked for', () => {
    const { results, hiddenBy } = arrange(all, { ...everything, clouds: ['baidu'] }, () => undefined)
    expect(shown(results)).toEqual(['film baidu:b', 'book baidu:c'])
    expect(hiddenBy).toEqual(['clouds'])
  })
})

describe('places', () => {
  const item = (key: string, ...links: string[]): Result => {
    const work = collectedWork(
      key,
      links.map((link) => collectedLink(link)),
    )
    return { key, work, links: work.links, part: 'title' }
  }
  const keysOf = (results: readonly Result[]) => results.map(({ key }) => key)
  const before = [item('a', 'quark:1'), item('b', 'quark:2'), item('c', 'quark:3')]

  it('stay, whatever the order is now, and new works follow', () => {
    const latest = [item('new', 'quark:9'), item('c', 'quark:3'), item('b', 'quark:2'), item('a', 'quark:1')]
    expect(keysOf(stableSlots(before, latest))).toEqual(['a', 'b', 'c', 'new'])
  })

  it('stay with the links when a work goes on under another key', () => {
    const latest = [item('c', 'quark:3'), item('b 2036', 'quark:2', 'quark:9'), item('a', 'quark:1')]
    expect(keysOf(stableSlots(before, latest))).toEqual(['a', 'b 2036', 'c'])
  })

  it('that become free are filled from the end', () => {
    const joined = item('b', 'quark:1', 'quark:2')
    expect(keysOf(stableSlots(before, [joined, item('c', 'quark:3')]))).toEqual(['c', 'b'])
    const added = [joined, item('c', 'quark:3'), item('new', 'quark:9')]
    expect(keysOf(stableSlots(before, added))).toEqual(['new', 'b', 'c'])
  })

  it('of works by text stay behind those by title', () => {
    const text: Result = { key: 'mention', work: mention, links: mention.links, part: 'text' }
    expect(keysOf(stableSlots([...before, text], [text, item('new', 'quark:9'), ...before]))).toEqual([
      ...['a', 'b', 'c', 'new', 'mention'],
    ])
  })

  it('are those of results as they are known now', () => {
    const known = { ...item('a', 'quark:1'), links: [collectedLink('quark:1', { password: '1234' })] }
    expect(stableSlots(before, [known])[0]?.links[0]?.password).toBe('1234')
  })
})
