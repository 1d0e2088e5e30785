// N-grams for the title index, so that any part of a Chinese text is found without word segmentation.

/** Only the beginning of longer texts is indexed. */
const maxCharacters = 400

const narrow = /[a-z0-9]/
const wide = /[\p{L}\p{N}]/u

/** A run of adjacent letters and digits: `流浪地球2`. */
type LetterRun = readonly string[]

/** Splits a folded text at characters that are neither letters nor digits. Combining marks are skipped. */
function runsOf(folded: string): LetterRun[] {
  const runs: string[][] = [[]]
  let left = maxCharacters
  for (const character of folded) {
    if (left-- === 0) break
    if (wide.test(character)) runs.at(-1)?.push(character)
    else if (!/\p{M}/u.test(character) && runs.at(-1)?.length !== 0) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

function isNarrow(character: string | undefined): boolean {
  return character !== undefined && narrow.test(character)
}

/**
 * The distinct n-grams of a folded text. Non-ASCII letters: unigrams and bigrams, also with an ASCII neighbour. ASCII letters and digits:
 * bigrams and trigrams, and unigrams of isolated characters.
 */
export function ngrams(folded: string): string[] {
  const grams = new Set<string>()
  for (const run of runsOf(folded)) addGrams(grams, run)
  // A keyword may be written without the punctuation of the title.
  if (folded.includes('·')) for (const run of runsOf(folded.replaceAll('·', ''))) addGrams(grams, run)
  return [...grams]
}

function addGrams(grams: Set<string>, run: LetterRun): void {
  // Each character is tested once or twice: the tests take as long as the n-grams.
  let wasNarrow = false
  let isNarrowHere = isNarrow(run[0])
  for (const [at, character] of run.entries()) {
    const second = run[at + 1]
    const isNarrowNext = isNarrow(second)
    if (!isNarrowHere || !(isNarrowNext || wasNarrow)) grams.add(character)
    if (second !== undefined) grams.add(character + second)
    if (isNarrowHere && isNarrowNext && isNarrow(run[at + 2])) grams.add(`${character}${second}${run[at + 2]}`)
    wasNarrow = isNarrowHere
    isNarrowHere = isNarrowNext
  }
}

/**
 * The n-grams that a text must have to contain all of these folded words; empty if the words have no letters or digits. A text with all of
 * them may still not match, since their order is not checked. Isolated ASCII characters are used only if there is nothing else.
 */
export function gramsOfWords(words: readonly string[]): string[] {
  const runs = words.flatMap(runsOf)
  const grams = runs.flatMap(gramsOfRun)
  return [...new Set(grams.length > 0 ? grams : runs.map(([only = '']) => only))]
}

function gramsOfRun(run: LetterRun): string[] {
  if (run.length === 1) return isNarrow(run[0]) ? [] : [...run]
  return run.flatMap((character, at) => {
    const second = run[at + 1]
    const third = run[at + 2]
    if (second === undefined) return []
    const isWithin = isNarrow(character) && isNarrow(second)
    // Trigrams are more selective; bigrams are for words of two characters.
    if (isWithin && isNarrow(third)) return [`${character}${second}${third}`]
    if (isWithin && at > 0 && isNarrow(run[at - 1])) return []
    return [character + second]
  })
}
