// The texts of all headlines as words that are numbers, in typed arrays, so that comparing headlines reads neither strings nor objects.
import type { Headline, Similarity } from './headline.ts'
import { isNumberKey, readWords, type WordKey, wordWeight } from './headline-words.ts'
import { createPairTable } from './pair-table.ts'

const firstLength = 1 << 12

/** Of each word; a word is a number. */
function wordArrays(length: number) {
  return {
    wordWeights: new Float64Array(length),
    isNumber: new Uint8Array(length),
    /** How often the lists have the word now. */
    uses: new Int32Array(length),
    /** Whether having it in common is a reason to compare headlines: 0 for not decided yet, `isReason` or `isNoReason`. */
    reasons: new Uint8Array(length),
    /** A position at which a compared headline has the word, if it is a reason. */
    postings: new Int32Array(length),
    /** In how many headlines of a list it is, while the list is read; otherwise 0. */
    inList: new Int32Array(length),
    /** The first position of the text that was counted last in `inList`; otherwise 0. */
    lastText: new Int32Array(length),
    /** Its first position in the marked headline. */
    places: new Int32Array(length),
  }
}

export const [isReason, isNoReason] = [1, 2]

/** Of each position in the texts, from 1; 0 is none. */
function positionArrays(length: number) {
  return {
    words: new Int32Array(length),
    /** Of the word in its list. */
    weights: new Float64Array(length),
    /** The number of the headline. */
    owners: new Int32Array(length),
    /** The next position of `postings`. */
    nextPostings: new Int32Array(length),
  }
}

/** Of each headline, by its number. */
function headlineArrays(length: number) {
  return {
    /** The positions of its words: from `starts` to before `ends`. */
    starts: new Int32Array(length),
    ends: new Int32Array(length),
    /** The weight of all words, and of those that are too light for a reason to compare. */
    totalWeights: new Float64Array(length),
    lightWeights: new Float64Array(length),
    hasNumber: new Uint8Array(length),
    /** Whether a word occurs twice. */
    hasRepeats: new Uint8Array(length),
    /** The comparison that met the headline last, and what it may have in common there. */
    comparedIn: new Int32Array(length),
    sharedWeights: new Float64Array(length),
    sharedWords: new Int32Array(length),
  }
}

type Arrays = Record<string, Float64Array | Int32Array | Uint8Array>

/** The same arrays with room for at least so many. */
function withRoom<These extends Arrays>(arrays: These, make: (length: number) => These, least: number): These {
  const larger = make(2 * least)
  for (const [name, array] of Object.entries(arrays)) larger[name]?.set(array)
  return larger
}

/** Texts are only added; a corpus of which most is unused is replaced. */
export interface Corpus {
  byWord: ReturnType<typeof wordArrays>
  byPosition: ReturnType<typeof positionArrays>
  byHeadline: ReturnType<typeof headlineArrays>
  readonly headlines: Headline[]
  /** Of the headlines by number: its similarity to the headline whose similarities are looked up; otherwise undefined. */
  readonly similarity: (Similarity | undefined)[]
  /** The number of the headline of which `places` has the words; -1 for none. */
  marked: number
  comparisons: number
  words: number
  positions: number
  /** Positions of headlines that no list has any more. */
  unused: number
  readonly wordOf: (key: WordKey) => number
}

export function createCorpus(): Corpus {
  const others = new Map<WordKey, number>()
  const addWord = (key: WordKey) => {
    const word = corpus.words
    corpus.words += 1
    corpus.byWord.wordWeights[word] = wordWeight(key)
    corpus.byWord.isNumber[word] = Number(isNumberKey(key))
    return word
  }
  const addOther = (key: string) => {
    const word = addWord(key)
    others.set(key, word)
    return word
  }
  const wordOfPair = createPairTable(addWord)
  const corpus: Corpus = {
    byWord: wordArrays(firstLength),
    byPosition: positionArrays(firstLength),
    byHeadline: headlineArrays(firstLength),
    ...{ headlines: [], similarity: [], marked: -1, comparisons: 0, words: 0, positions: 1, unused: 0 },
    wordOf: (key) => (typeof key === 'number' ? wordOfPair(key) : (others.get(key) ?? addOther(key))),
  }
  return corpus
}

/** Adds the words of a title, and returns the position of the first. Replaces the arrays when they are full. */
export function addText(title: string, corpus: Corpus): number {
  const { words: wordCount, positions: start } = corpus
  const most = 2 * title.length
  if (wordCount + most > corpus.byWord.uses.length)
    corpus.byWord = withRoom(corpus.byWord, wordArrays, wordCount + most)
  if (start + most > corpus.byPosition.words.length)
    corpus.byPosition = withRoom(corpus.byPosition, positionArrays, start + most)
  const { uses } = corpus.byWord
  const { words } = corpus.byPosition
  readWords(title, (key) => {
    const word = corpus.wordOf(key)
    uses[word] = (uses[word] ?? 0) + 1
    words[corpus.positions] = word
    corpus.positions += 1
  })
  return start
}

/** Makes room for a headline; its entries are to be filled. */
export function addHeadline(headline: Headline, corpus: Corpus): void {
  if (headline.number >= corpus.byHeadline.starts.length)
    corpus.byHeadline = withRoom(corpus.byHeadline, headlineArrays, headline.number)
  corpus.headlines.push(headline)
  corpus.similarity.push(undefined)
}

export function disuseText({ number }: Headline, corpus: Corpus): void {
  const [start, end] = rangeOf(number, corpus)
  const { uses } = corpus.byWord
  const { words } = corpus.byPosition
  for (let at = start; at < end; at += 1) {
    const word = words[at] ?? 0
    uses[word] = (uses[word] ?? 0) - 1
  }
  corpus.unused += end - start
}

/** From the first position of the headline to before the second. */
export function rangeOf(number: number, { byHeadline: { starts, ends } }: Corpus): readonly [number, number] {
  return [starts[number] ?? 0, ends[number] ?? 0]
}

export function wordsOf(number: number, corpus: Corpus): Int32Array {
  return corpus.byPosition.words.subarray(...rangeOf(number, corpus))
}

export function differentWordsOf(number: number, corpus: Corpus): readonly number[] {
  const { words } = corpus.byPosition
  const [start, end] = rangeOf(number, corpus)
  const found: number[] = []
  for (let at = start; at < end; at += 1) found.push(words[at] ?? 0)
  return corpus.byHeadline.hasRepeats[number] === 1 ? [...new Set(found)] : found
}

/** Marks the words of a headline in `places`. */
export function markWords(number: number, corpus: Corpus): void {
  const { places } = corpus.byWord
  const { words } = corpus.byPosition
  const [markedStart, markedEnd] = rangeOf(corpus.marked, corpus)
  for (let at = markedStart; at < markedEnd; at += 1) places[words[at] ?? 0] = 0
  const [start, end] = rangeOf(number, corpus)
  for (let at = end - 1; at >= start; at -= 1) places[words[at] ?? 0] = at
  corpus.marked = number
}
