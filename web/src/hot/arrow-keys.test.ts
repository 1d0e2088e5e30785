// Keyboard navigation in options, with wrap-around.
import { describe, expect, it } from 'vitest'
import { nextIndex } from './arrow-keys.ts'

describe('a key', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 19, 0],
    ['ArrowUp', 1, 0],
    ['ArrowUp', 0, 19],
    ['PageDown', 2, 10],
    ['PageDown', 15, 19],
    ['PageUp', 12, 4],
    ['PageUp', 3, 0],
  ])('%s leads from %i to %i of twenty', (key, at, expected) => {
    expect(nextIndex(key, at, 20)).toBe(expected)
  })

  it('that is for writing leads nowhere', () => {
    expect(['a', 'Enter', 'Home', 'ArrowLeft'].map((key) => nextIndex(key, 3, 20))).toEqual(Array(4).fill(undefined))
  })

  it('leads nowhere where there is nothing to choose', () => {
    expect(nextIndex('ArrowDown', 0, 0)).toBeUndefined()
  })
})
