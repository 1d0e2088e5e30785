// How results stand in pages.
import { expect, it } from 'vitest'
import { collectedLink, collectedWork } from '../../../test/kit/page-data.ts'
import { toPages } from './result-list.tsx'

function results(count: number, part: 'title' | 'text') {
  return Array.from({ length: count }, (_, at) => {
    const work = collectedWork(`${part} ${at}`, [collectedLink(`quark:${part}${at}`)])
    return { key: work.key, work, links: work.links, part }
  })
}

function pagesOf(all: Parameters<typeof toPages>[0]) {
  return toPages(all, 12).map(({ first, results: ofPage, beginsText }) => [first, ofPage.length, beginsText])
}

it('results by text begin a page of their own, below a line', () => {
  expect(pagesOf([...results(13, 'title'), ...results(14, 'text')])).toEqual([
    [0, 12, false],
    [12, 1, false],
    [13, 12, true],
    [25, 2, false],
  ])
})

it('there is no line without results by text', () => {
  expect(pagesOf(results(1, 'title'))).toEqual([[0, 1, false]])
  expect(pagesOf([])).toEqual([])
})
