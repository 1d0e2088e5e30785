// When results keep their places, and when they are sorted.
import { expect, it } from 'vitest'
import { collectedLink, collectedWork } from '../../../test/kit/page-data.ts'
import type { Result } from './arrange.ts'
import { positionResults, type ResultPositions } from './use-results.ts'

interface Step {
  /** Keys, best first. */
  readonly best: string
  readonly isSearching?: boolean
  readonly isReading?: boolean
  readonly display?: string
}

function toResult(key: string): Result {
  const work = collectedWork(key, [collectedLink(`quark:${key}`)])
  return { key, work, links: work.links, part: 'title' }
}

/** The keys after these steps, and how many joined below. */
function shownAfter(...steps: readonly Step[]) {
  let positions: ResultPositions | undefined
  for (const { best, isSearching = false, isReading = false, display = '' } of steps) {
    positions = positionResults(positions, { display, results: [...best].map(toResult), isSearching, isReading })
  }
  const results = positions?.results ?? []
  return [results.map(({ key }) => key).join(''), results.length - (positions?.known ?? 0)]
}

const searching = { isSearching: true }
const reading = { isReading: true }

it('while the search runs, better results join below, and nothing counts them', () => {
  expect(shownAfter({ best: 'bc', ...searching }, { best: 'abc', ...searching })).toEqual(['bca', 0])
})

it('when the search ends, the best come first', () => {
  expect(shownAfter({ best: 'bc', ...searching }, { best: 'abc' })).toEqual(['abc', 0])
})

it('for somebody who reads, all keep their places when the search ends, and those that joined are counted', () => {
  const steps = [
    { best: 'bc', ...searching },
    { best: 'bc', ...searching, ...reading },
  ] as const
  expect(shownAfter(...steps, { best: 'abc', ...reading })).toEqual(['bca', 1])
})

it('what late sources add after the end joins below and is counted', () => {
  expect(shownAfter({ best: 'bc', ...searching }, { best: 'bc' }, { best: 'abc' }, { best: 'xabc' })).toEqual([
    'bcax',
    2,
  ])
})

it('what late sources add to nothing is sorted', () => {
  expect(shownAfter({ best: '', ...searching }, { best: '' }, { best: 'ab' })).toEqual(['ab', 0])
})

it('another display sorts, even for somebody who reads', () => {
  const steps = [{ best: 'bc', ...searching }, { best: 'bc' }, { best: 'abc' }] as const
  expect(shownAfter(...steps, { best: 'abc', ...reading, display: 'sorted' })).toEqual(['abc', 0])
})

it('the end of reading sorts', () => {
  expect(shownAfter({ best: 'bc', ...reading }, { best: 'abc', ...reading }, { best: 'abc' })).toEqual(['abc', 0])
})
