// Tests of the keyword of a work on a list.
import { expect, it } from 'vitest'
import { titleOf } from './poster-lists.ts'

it.each([
  ['纸鹤', '纸鹤'],
  ['电影《纸鹤》定档', '纸鹤'],
  [' Winter Pebble ', 'Winter Pebble'],
])('%s is searched for as %s', (text, kw) => {
  expect(titleOf(text)).toBe(kw)
})
