// A screen without colours and links, for tests of what the terminal shows.
import type { Screen } from '../../src/cli/terminal/screen.ts'
import { resultWords } from '../../src/cli/terminal/words.ts'

/** A screen in English of this many columns; `now` in epoch milliseconds. */
export function plainScreen(columns: number, now = 0): Screen {
  const plain = (_style: string, text: string) => text
  const same = (text: string) => text
  return { columns, now, paint: plain, linked: same, language: 'en', words: resultWords.en, translate: same }
}
