// Keyword matching: words of a keyword.
import { expect, it } from 'vitest'
import { splitKeyword } from './keyword-match.ts'

it.each([
  ['三体 4K', ['三体', '4k']],
  ['  leading and  trailing\t', ['leading', 'and', 'trailing']],
  ['Captain America: Civil War', ['captain', 'america', 'civil', 'war']],
  ['   ', []],
  ['', []],
])('splits %j into the folded words %j', (text, words) => {
  expect(splitKeyword(text).map((word) => word.text)).toEqual(words)
})
