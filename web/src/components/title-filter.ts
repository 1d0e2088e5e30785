// Filters titles by words.

/** Normalises a text for matching, as the server does: Unicode NFKC, lower case. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
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
  const included = include.map(fold)
  const excluded = exclude.map(fold)
  return (title) => {
    const folded = fold(title)
    const holds = (word: string) => folded.includes(word)
    return !excluded.some(holds) && (included.length === 0 || included.some(holds))
  }
}
