// The table of traditional characters in the source.
import { expect, it } from 'vitest'
import table from '../src/contract/traditional.json' with { type: 'json' }
import { traditional } from '../tools/traditional.ts'

it('is the one that `npm run traditional` makes from the dictionary of OpenCC', () => {
  expect(table).toBe(traditional)
})
