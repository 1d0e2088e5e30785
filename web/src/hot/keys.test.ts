// The keys of the board as they are explained.
import { expect, it } from 'vitest'
import { boardKeys, isBoardKey } from './keys.ts'

it('every key of the board is explained in both languages, and arrows as one', () => {
  const explained = Object.keys(boardKeys.zh)
  expect(Object.keys(boardKeys.en)).toEqual(explained)
  expect(explained.filter((key) => !isBoardKey(key))).toEqual(['← ↑ → ↓'])
  expect(['toString', 'x', '← ↑ → ↓'].filter(isBoardKey)).toEqual([])
})
