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

function wordTest(word: string): TitleTest {
  return folding.value?.createWordTest(word) ?? ((folded) => folded.includes(word))
}

export function createTitleFilter({ include = [], exclude = [] }: TitleWords): TitleTest {
  if (include.length + exclude.length === 0) return () => true
  const testsOf = (words: readonly string[]) => words.map((word) => wordTest(fold(word)))
  const included = testsOf(include)
  const excluded = testsOf(exclude)
  return (title) => {
    const folded = fold(title)
    return !excluded.some((isIn) => isIn(folded)) && (included.length === 0 || included.some((isIn) => isIn(folded)))
  }
}
