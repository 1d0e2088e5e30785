// The name of a watch from its words.
import { expect, it } from 'vitest'
import { nameForWords } from './watch-name.ts'

it.each([
  ['三体 4K', [], '三体 4K'],
  ['台风 | 颱風 -游戏', [], '台风 颱風 -游戏'],
  ['C++', [], 'C'],
  ['-游戏 三体', [], '游戏 三体'],
  ['events', [], 'events 2'],
  ['三体', ['三体', '三体 2'], '三体 3'],
  ['𠮷'.repeat(80), [], '𠮷'.repeat(56)],
])('of %s beside %j is %s', (words, taken, name) => {
  expect(nameForWords(words, taken)).toBe(name)
})
