// The words of all headlines. A word is a number, so that comparing headlines reads no strings.
import type { Headline } from './headline.ts'
import { type WordKey, wordWeight } from './headline-words.ts'

/** The arrays are by word. */
export interface Vocabulary {
  readonly words: Map<WordKey, number>
  readonly keys: WordKey[]
  readonly weights: number[]
  /** How often the word occurs in all lists. */
  readonly uses: number[]
  /** Whether having the word in common is a reason to compare headlines; undefined for a word that is new. */
  readonly isReason: (boolean | undefined)[]
  /** The compared headlines with the word, if it is a reason; a headline is here as often as it has the word. */
  readonly headlines: (Headline | Headline[] | undefined)[]
  /** In how many headlines of a list it is, while the list is read; otherwise 0. */
  readonly inList: number[]
  /** Words that no list has any more. */
  readonly free: number[]
  /** The headline that others are compared with. */
  marked: Headline | undefined
  /** The first place of the word in the marked headline, from 1; 0 without it. */
  readonly places: number[]
}

export function createVocabulary(): Vocabulary {
  return {
    ...{ words: new Map(), keys: [], weights: [], inList: [], uses: [], isReason: [], headlines: [], free: [] },
    ...{ marked: undefined, places: [] },
  }
}

/** Counts a use of the word. */
export function useWord(key: WordKey, vocabulary: Vocabulary): number {
  const known = vocabulary.words.get(key)
  if (known !== undefined) {
    vocabulary.uses[known] = (vocabulary.uses[known] ?? 0) + 1
    return known
  }
  const word = vocabulary.free.pop() ?? vocabulary.keys.length
  vocabulary.words.set(key, word)
  vocabulary.keys[word] = key
  vocabulary.weights[word] = wordWeight(key)
  vocabulary.uses[word] = 1
  vocabulary.isReason[word] = undefined
  vocabulary.headlines[word] = undefined
  vocabulary.inList[word] = 0
  vocabulary.places[word] = 0
  return word
}

export function disuseWords({ words }: Headline, vocabulary: Vocabulary): void {
  for (const word of words) {
    const uses = (vocabulary.uses[word] ?? 0) - 1
    vocabulary.uses[word] = uses
    if (uses > 0) continue
    vocabulary.words.delete(vocabulary.keys[word] ?? '')
    vocabulary.isReason[word] = undefined
    vocabulary.free.push(word)
  }
}

/** Marks the words of a headline. */
export function markWords(headline: Headline, vocabulary: Vocabulary): void {
  const { places, marked } = vocabulary
  for (const word of marked?.words ?? []) places[word] = 0
  headline.words.forEach((word, index) => {
    places[word] ||= index + 1
  })
  vocabulary.marked = headline
}
