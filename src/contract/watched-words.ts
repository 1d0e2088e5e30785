// The notation of watched words: all must appear; `|` separates alternatives; `-word` excludes.

/** All of `required` must appear in a text, and none of `excluded`. */
export interface WatchedWords {
  readonly required: readonly string[]
  readonly excluded: readonly string[]
}

const maxAlternatives = 5

export const watchedWordsForm = `words that must all appear, like 三体 4K -预告: | separates up to ${maxAlternatives} alternatives, and -word excludes; each alternative needs a word of two characters or more, or a Chinese one`

/** Parses watched words into alternatives; undefined if an alternative has no word to look for. */
export function parseWatchedWords(text: string): readonly WatchedWords[] | undefined {
  const alternatives = text.split(/[|｜]/).map(parseAlternative)
  const isValid = alternatives.every(({ required }) => required.some(isSpecific))
  return isValid && alternatives.length <= maxAlternatives ? alternatives : undefined
}

function parseAlternative(text: string): WatchedWords {
  const words = text.split(/\s+/).filter((word) => word !== '' && word !== '-')
  return {
    required: words.filter((word) => !word.startsWith('-')),
    excluded: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
  }
}

/** One Latin letter or a punctuation mark would match nearly everything. */
function isSpecific(word: string): boolean {
  const letters = word.match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length > 1 || letters.some((letter) => letter > '\u024F')
}
