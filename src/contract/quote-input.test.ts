// Quoting of user input in messages.
import { expect, test } from 'vitest'
import { quoteInput } from './quote-input.ts'

test('a short text is shown as it is', () => {
  expect(quoteInput('速度与激情 🎬')).toBe('速度与激情 🎬')
})

test.each([['a'.repeat(101)], ['🎬'.repeat(101)], ['a'.repeat(1_000_000)], [`${'🎬'.repeat(100)}a`]])(
  'a long text is cut to 100 characters, the last of them an ellipsis',
  (text) => {
    const short = [...quoteInput(text)]
    expect(short).toHaveLength(100)
    expect(short.at(-1)).toBe('…')
    expect(short.join('').isWellFormed()).toBe(true)
  },
)

test('exactly 100 characters are shown whole', () => {
  expect(quoteInput('🎬'.repeat(100))).toBe('🎬'.repeat(100))
})

test('control characters, direction marks and halves of surrogate pairs are replaced', () => {
  expect(quoteInput('a\0b\u202Ec\nd\uD800')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFD')
})
