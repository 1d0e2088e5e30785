// How works stand in columns.
import { expect, it } from 'vitest'
import { collectedLink, collectedWork } from '../../../../test/kit/page-data.ts'
import { toWorkRows } from './work-rows.ts'

function shown(key: string, relevance: 'title' | 'text' = 'title') {
  const work = collectedWork(key, [collectedLink(`quark:${key}`)], { relevance })
  return { work, links: work.links }
}

function rowsOf(works: Parameters<typeof toWorkRows>[0], columns: number) {
  return toWorkRows(works, columns).map(({ key, works: ofRow, first }) => [key, first, ofRow.length])
}

it('works by text begin a row of their own, below a line', () => {
  const works = [shown('a'), shown('b'), shown('c'), shown('d', 'text'), shown('e', 'text')]
  expect(rowsOf(works, 2)).toEqual([
    ['a', 0, 2],
    ['c', 2, 1],
    ['text-only', 3, 0],
    ['d', 3, 2],
  ])
})

it('there is no line without works by text', () => {
  expect(rowsOf([shown('a')], 1)).toEqual([['a', 0, 1]])
})
