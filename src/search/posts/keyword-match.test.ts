// Keyword matching: words of a keyword, and texts that contain them.
import { expect, it } from 'vitest'
import { containsAll, splitKeyword } from './keyword-match.ts'

it.each([
  ['三体 4K', ['三体', '4k']],
  ['  leading and  trailing\t', ['leading', 'and', 'trailing']],
  ['   ', []],
  ['', []],
])('splits %j into the folded words %j', (text, words) => {
  expect(splitKeyword(text)).toEqual(words)
})

it('finds all words in any order, also inside longer words, and no text that lacks one', () => {
  expect(containsAll('the wandering earth 2', ['earth', 'wander'])).toBe(true)
  expect(containsAll('the wandering earth 2', ['earth', 'moon'])).toBe(false)
  expect(containsAll('the wandering earth 2', [])).toBe(true)
})
