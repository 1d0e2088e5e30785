// Filters titles by words.
import { createWordTest } from '../../../src/contract/match-words.ts'
import { folding } from './folding.ts'

/** Folds a text for matching, as the server does. */
export function fold(text: string): string {
  return folding.value.foldWords(text)
}

interface TitleWords {
  /** A title must contain one of these words. */
  readonly include?: readonly string[]
  /** A title must contain none of these words. */
  readonly exclude: readonly string[]
}

/** Whether a title passes. */
export type TitleTest = (title: string) => boolean

export function createTitleFilter({ include = [], exclude }: TitleWords): TitleTest {
  if (include.length + exclude.length === 0) return () => true
  const testsOf = (words: readonly string[]) => words.map((word) => createWordTest(fold(word)))
  const included = testsOf(include)
  const excluded = testsOf(exclude)
  return (title) => {
    const folded = fold(title)
    return !excluded.some((isIn) => isIn(folded)) && (included.length === 0 || included.some((isIn) => isIn(folded)))
  }
}
