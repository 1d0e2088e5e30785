// Differences between two JSON replies, in sentences for maintainers.
import { expect, it } from 'vitest'
import { diffJson } from '../tools/doctor/diff-json.ts'

const before = {
  code: 0,
  data: {
    list: [
      { id: 1, title: 'x', tag: 'y' },
      { id: 2, title: 'z' },
    ],
    next: null,
  },
}

it('finds no difference when only values differ or fields were added', () => {
  const now = { code: 7, data: { list: [{ id: 9, title: '', more: {} }], next: 'p2' }, at: 1 }
  expect(diffJson(before, now)).toEqual([])
})

it('names what was always there and is nowhere now, the outermost of it only', () => {
  expect(diffJson(before, { code: 0, data: { items: [] } })).toEqual([
    'data.list, data.next are gone; new beside them: items',
  ])
  expect(diffJson(before, { code: 0 })).toEqual(['data is gone'])
  const renamed = { code: 0, data: { list: [{ id: 1, headline: 'x' }], next: null } }
  expect(diffJson(before, renamed)).toEqual(['data.list[].title is gone; new beside it: headline'])
})

it('does not miss what only some rows had, nor what one row has still', () => {
  const now = { code: 0, data: { list: [{ id: 1 }, { id: 2, title: 'x' }], next: null } }
  expect(diffJson(before, now)).toEqual([])
})

it('names an empty list, a null in the place of one, and another type, after what is gone', () => {
  expect(diffJson(before, { code: 0, data: { list: [], next: null } })).toEqual(['data.list is empty'])
  expect(diffJson(before, { code: 0, data: null })).toEqual(['data is null now'])
  expect(diffJson(before, { code: '0', data: { list: 'none', next: null } })).toEqual([
    'code was number, is now string',
    'data.list was array, is now string',
  ])
  expect(diffJson(before, [])).toEqual(['the reply was object, is now array'])
})

it('takes keys that are numbers, dates or hashes for data', () => {
  const days = { days: { '2026-11-20': { n: 1 }, '2026-11-21': { n: 2 } } }
  expect(diffJson(days, { days: { '2027-01-01': { n: 3 } } })).toEqual([])
  expect(diffJson(days, { days: { '2027-01-01': { m: 3 } } })).toEqual(['days[].n is gone; new beside it: m'])
})

it('is not stopped by a reply that is nested deeper than any real one', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(diffJson(deep, deep)).toEqual([])
})
