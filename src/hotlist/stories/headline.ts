// A headline of a list while lists are compared: its words, and the headlines that are similar.
import { type HeadlineWord, headlineWords, wordWeight } from './headline-words.ts'
import type { RankedItem, RankedList } from './story.ts'

/** A word in all lists. The fields after `uses` belong to the headline that is being compared. */
export interface SharedWord {
  readonly key: string
  readonly isNumber: boolean
  readonly weight: number
  /** Only of rare words. */
  readonly headlines: Headline[]
  /** How often it occurs in all lists. */
  uses: number
  of?: Headline | undefined
  position: number
  /** In how many headlines of the same list it occurs. */
  inList: number
}

export interface Similarity {
  readonly first: Headline
  readonly second: Headline
  /** By their own words. */
  readonly own: number
  /** With the support of a third headline; above zero they tell the same story. */
  total: number
}

export interface Headline {
  list: RankedList
  item: RankedItem
  readonly rank: number
  readonly words: readonly SharedWord[]
  /** For each word, in how many headlines of its list it occurs. */
  readonly inList: readonly number[]
  readonly weight: number
  readonly hasNumber: boolean
  readonly similar: Map<Headline, Similarity>
  /** The own similarity of pairs that are no reason to join, but count in an average. */
  faint?: Map<Headline, number>
  /** What it was compared with last. */
  comparedWith?: Headline
}

/** A word that several headlines of one list have is the name of a theme, such as a film or a festival, and tells less. */
const themeDiscount = 0.2
const themeDivisors = Array.from({ length: 64 }, (_, inList) => 1 + themeDiscount * Math.log2(Math.max(inList, 1)))

/** The weight of a word that occurs in so many headlines of one list. */
export function weightIn(word: SharedWord, inList: number): number {
  return inList === 1 ? word.weight : word.weight / (themeDivisors[Math.min(inList, themeDivisors.length - 1)] ?? 1)
}

export type Vocabulary = Map<string, SharedWord>

/** Reads the headlines of a list. Words are taken from the vocabulary and added to it; the headlines are not added to the words. */
export function headlinesOf(list: RankedList, vocabulary: Vocabulary): Headline[] {
  const read = list.items.map(({ title }) =>
    headlineWords(title).map((word) => vocabulary.get(word.key) ?? newWord(word, vocabulary)),
  )
  const counts = new Map<SharedWord, number>()
  for (const words of read) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return read.map((words, index) => {
    for (const word of words) word.uses += 1
    const inList = words.map((word) => counts.get(word) ?? 1)
    const weight = words.reduce((sum, word, at) => sum + weightIn(word, inList[at] ?? 1), 0)
    const hasNumber = words.some((word) => word.isNumber)
    const item = list.items[index] ?? { id: '', title: '', url: '' }
    return { list, item, rank: index + 1, words, inList, weight, hasNumber, similar: new Map() }
  })
}

function newWord({ key, isNumber }: HeadlineWord, vocabulary: Vocabulary): SharedWord {
  const weight = wordWeight({ key, isNumber })
  const word: SharedWord = { key, isNumber, weight, headlines: [], uses: 0, position: 0, inList: 0 }
  vocabulary.set(key, word)
  return word
}
