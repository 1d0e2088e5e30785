// A headline of a list while lists are compared: its words, and the headlines that are similar.
import type { RankedItem, RankedList } from './story.ts'

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
  readonly words: readonly number[]
  /** Of each word in its list. */
  readonly weights: readonly number[]
  /** Of all words. */
  readonly weight: number
  readonly hasNumber: boolean
  /** A word occurs twice. */
  readonly hasRepeats: boolean
  /** Undefined: it was not similar to any yet. */
  similar: Map<Headline, Similarity> | undefined
  /** Of the words that are too light for a reason to compare. */
  readonly lightWeight: number
  /** What it was compared with last, and an upper bound of the words in common that are a reason to compare. */
  comparedWith: Headline | undefined
  reasonWeight: number
  reasons: number
}

/** In the order of the sources, then of the ranks. */
export function compareOrder(a: Headline, b: Headline): number {
  return Number(a.list.source > b.list.source) - Number(a.list.source < b.list.source) || a.rank - b.rank
}
