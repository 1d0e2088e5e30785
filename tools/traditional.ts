// Writes src/contract/traditional.json from OpenCC's table: npm run traditional.
/// <reference path="./opencc-js.d.ts" />
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pairs from 'opencc-js/dict/TSCharacters'

/** Pairs of a traditional character and its simplified form. Characters outside the basic plane would change the length of a text. */
export const traditional = String(pairs)
  .split('|')
  .map((pair) => pair.split(' '))
  .filter(([from, to]) => from?.length === 1 && to?.length === 1)
  .flat()
  .join('')

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../src/contract/traditional.json'), `${JSON.stringify(traditional)}\n`)
