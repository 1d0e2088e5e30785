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
  rank: number
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
  /** Total similarities to others that are less similar, as averages of groups needed them. */
  faint: Map<Headline, number> | undefined
  /** Of the words that are too light for a reason to compare. */
  readonly lightWeight: number
  /** What it was compared with last, and an upper bound of the words in common that are a reason to compare. */
  comparedWith: Headline | undefined
  reasonWeight: number
  reasons: number
}

/** In the order of the sources, then of the titles: a headline that moves within its list keeps its place in the order. */
export function compareOrder({ list, item, rank }: Headline, other: Headline): number {
  return compareText(list.source, other.list.source) || compareText(item.title, other.item.title) || rank - other.rank
}

function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
