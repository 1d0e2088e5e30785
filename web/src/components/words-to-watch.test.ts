// Texts that become the words of a watch.
import { expect, it } from 'vitest'
import { parseWatchedWords } from '../../../src/contract/watched-words.ts'
import { wordsToWatch } from './words-to-watch.ts'

it.each([
  ['三体 4K', '三体 4K'],
  ['《纸鹤与灯塔：第二季》（2036）', '纸鹤与灯塔 第二季 2036'],
  ['either | or', 'either or'],
  ['三体 -预告', '三体 预告'],
  ['Spider-Man', 'Spider-Man'],
  ['C++ 入门', 'C++ 入门'],
  ['……', ''],
  ['a'.repeat(300), 'a'.repeat(200)],
])('%s is watched as %s', (text, words) => {
  expect(wordsToWatch(text)).toBe(words)
  if (words !== '') expect(parseWatchedWords(words)).toHaveLength(1)
})
