// Filters titles by words.
import { fold, folding } from './folding.ts'

interface TitleWords {
  /** A title must contain one of these words. */
  readonly include?: readonly string[]
  /** A title must contain none of these words. */
  readonly exclude?: readonly string[]
}

export type TitleTest = (title: string) => boolean

/** A test for one word in any spelling. */
export function createWordFilter(word: string): TitleTest {
  return createTitleFilter({ include: [word] })
}

export function createTitleFilter({ include = [], exclude = [] }: TitleWords): TitleTest {
  if (include.length + exclude.length === 0) return () => true
  const testOf = (word: string): TitleTest => folding.value?.createWordTest(word) ?? ((folded) => folded.includes(word))
  const testsOf = (words: readonly string[]) => words.map((word) => testOf(fold(word)))
  const included = testsOf(include)
  const excluded = testsOf(exclude)
  return (title) => {
    const folded = fold(title)
    return !excluded.some((isIn) => isIn(folded)) && (included.length === 0 || included.some((isIn) => isIn(folded)))
  }
}
