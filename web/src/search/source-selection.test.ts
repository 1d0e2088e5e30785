// Source names: parsing, filtering, selection, and the resulting search.
import { describe, expect, test } from 'vitest'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import { cloudNames } from '../components/cloud-names.ts'
import { emptySearch } from './search-state.ts'
import { mergeNames } from './search-url.ts'
import {
  applySelection,
  excludeNames,
  filterNames,
  parseChannelNames,
  type SourceSelection,
  withServerSpelling,
} from './source-selection.ts'

const offered = { channels: ['Alpha', 'beta1', 'gamma'], plugins: ['one', 'two'] }
const none: SourceSelection = { src: 'all', types: [], channels: [], plugins: [] }

test('every cloud has a name and a place', () => {
  expect([...cloudTypes].toSorted()).toEqual(Object.keys(cloudNames.zh).toSorted())
})

describe('names of channels', () => {
  test.each([
    ['abcd', 'abcd'],
    ['@Quark_Movies', 'Quark_Movies'],
    ['t.me/abcd', 'abcd'],
    ['https://t.me/s/abcd', 'abcd'],
    ['https://t.me/abcd/123', undefined],
    ['http://T.ME/abcd?before=3', 'abcd'],
    ['abc', undefined],
    ['1abcd', undefined],
    ['a'.repeat(32), 'a'.repeat(32)],
    ['a'.repeat(33), undefined],
    ['频道频道', undefined],
    ['abcd-e', undefined],
    ['https://example.org/abcd', undefined],
  ])('%s is read as %s', (typed, name) => {
    expect(parseChannelNames(typed)).toEqual(
      name === undefined ? { names: [], others: [typed] } : { names: [name], others: [] },
    )
  })

  test('several may be typed at once; what is none is told apart', () => {
    expect(parseChannelNames(' @abcd, t.me/efgh，x；ABCD\nijkl ')).toEqual({
      names: ['abcd', 'efgh', 'ijkl'],
      others: ['x'],
    })
    expect(parseChannelNames('  ')).toEqual({ names: [], others: [] })
  })
})

test('names that differ in letter case only are one', () => {
  expect(mergeNames(['Alpha'], ['ALPHA', 'beta1'])).toEqual(['Alpha', 'beta1'])
  expect(excludeNames(['Alpha', 'beta1'], ['ALPHA'])).toEqual(['beta1'])
})

test('names are found by a part of them', () => {
  expect(filterNames(offered.channels, ' @ALP')).toEqual(['Alpha'])
  expect(filterNames(offered.channels, '')).toEqual(offered.channels)
  expect(filterNames(offered.channels, 'zzz')).toEqual([])
})

test('names of an address take the spelling of the service; others stay', () => {
  const choice = withServerSpelling({ ...none, channels: ['ALPHA', 'Mine'], plugins: ['ONE'] }, offered)
  expect(choice).toMatchObject({ channels: ['Alpha', 'Mine'], plugins: ['one'] })
})

describe('the search of a choice', () => {
  test('all there is, ticked one by one, is all', () => {
    const choice: SourceSelection = {
      ...none,
      types: cloudTypes,
      channels: ['gamma', 'beta1', 'Alpha'],
      plugins: ['two', 'one'],
    }
    expect(applySelection(emptySearch, choice, offered)).toEqual(emptySearch)
  })

  test('all there is and a channel of one’s own is more than all', () => {
    const channels = [...offered.channels, 'Mine']
    expect(applySelection(emptySearch, { ...none, channels }, offered).channels).toEqual(channels)
  })

  test('while it is not known what there is, nothing is all', () => {
    expect(
      applySelection(emptySearch, { ...none, channels: ['Mine'] }, { channels: [], plugins: [] }).channels,
    ).toEqual(['Mine'])
  })

  test('what is not searched is not named', () => {
    const choice: SourceSelection = { ...none, channels: ['Alpha'], plugins: ['one'] }
    expect(applySelection(emptySearch, { ...choice, src: 'tg' }, offered)).toMatchObject({
      channels: ['Alpha'],
      plugins: [],
    })
    expect(applySelection(emptySearch, { ...choice, src: 'plugin' }, offered)).toMatchObject({
      channels: [],
      plugins: ['one'],
    })
  })

  test('clouds stand in their own order, and a tab that would be empty is left', () => {
    const ask = applySelection({ ...emptySearch, kw: 'x', tab: 'quark' }, { ...none, types: ['uc', 'baidu'] }, offered)
    expect(ask).toMatchObject({ kw: 'x', types: ['baidu', 'uc'], tab: 'all' })
    expect(applySelection({ ...emptySearch, tab: 'uc' }, { ...none, types: ['uc'] }, offered).tab).toBe('uc')
  })
})
