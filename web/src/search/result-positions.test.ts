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

const ended = { best: 'bc' }
const searched = { ...ended, ...searching }
const read = { ...ended, ...reading }

it.each<[string, Step[], [string, number]]>([
  [
    'while the search runs, better results join below, and nothing counts them',
    [searched, { best: 'abc', ...searching }],
    ['bca', 0],
  ],
  ['when the search ends, the best come first', [searched, { best: 'abc' }], ['abc', 0]],
  [
    'for somebody who reads, all keep their places when the search ends, and those that joined are counted',
    [searched, { ...searched, ...reading }, { best: 'abc', ...reading }],
    ['bca', 1],
  ],
  [
    'what late sources add after the end joins below and is counted',
    [searched, ended, { best: 'abc' }, { best: 'xabc' }],
    ['bcax', 2],
  ],
  ['what late sources add to nothing is sorted', [{ best: '', ...searching }, { best: '' }, { best: 'ab' }], ['ab', 0]],
  [
    'another display sorts, even for somebody who reads',
    [searched, ended, { best: 'abc' }, { best: 'abc', ...reading, display: 'sorted' }],
    ['abc', 0],
  ],
  ['the end of reading sorts', [read, { best: 'abc', ...reading }, { best: 'abc' }], ['abc', 0]],
])('%s', (_, steps, expected) => {
  expect(shownAfter(...steps)).toEqual(expected)
})
