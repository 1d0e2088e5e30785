// Texts in parts against the same text as a whole.
import { expect, it } from 'vitest'
import { encodeParts } from './encode-parts.ts'

it.each([
  ['no part', []],
  ['parts of every width', ['a', 'ä', '三体', '👨‍👩‍👧', '']],
  ['more than the first buffer has room for', Array.from({ length: 2_000 }, (_, at) => `${at}${'三'.repeat(at)}`)],
  ['one part that is longer than two buffers', ['三'.repeat(3_000_000), 'x']],
])('%s is encoded as its text is', (_what, parts) => {
  expect(encodeParts(parts).equals(Buffer.from(parts.join('')))).toBe(true)
})
