// A headline of a list while lists are compared: its words, and the headlines that are similar.
import type { RankedItem, RankedList } from './story.ts'

/** A word of headlines. */
export interface Word {
  /** How much it tells, from `wordWeight`. */
  readonly weight: number
  readonly isNumber: boolean
  /** How often the lists have it now. */
  uses: number
  /** Whether having it in common is a reason to compare headlines; undefined until that is decided. */
  isReason: boolean | undefined
  /** The compared headlines that have it, if it is a reason. */
  readonly headlines: Set<Headline>
}

export interface Similarity {
  /** In the order of `compareOrder`. */
  readonly first: Headline
  readonly second: Headline
  /** By their own words. */
  readonly own: number
  /** With the support of a third headline; above zero they tell the same story. */
  total: number
}

/** Headlines that a chain of similar ones connects. */
export interface Chain {
  readonly headlines: readonly Headline[]
  readonly groups: readonly (readonly Headline[])[]
}

export interface Headline {
  list: RankedList
  item: RankedItem
  rank: number
  /** Of a sentence; undefined for a name. */
  readonly script: 'chinese' | 'latin' | undefined
  readonly words: readonly Word[]
  /** Of each word, in its list. */
  readonly weights: readonly number[]
  readonly totalWeight: number
  readonly similar: Map<Headline, Similarity>
  chain: Chain | undefined
  /** Its place in the order of its chain. */
  order: number
}

/** In the order of the sources, then of the titles: a headline that moves within its list keeps its place in the order. */
export function compareOrder({ list, item, rank }: Headline, other: Headline): number {
  return compareText(list.source, other.list.source) || compareText(item.title, other.item.title) || rank - other.rank
}

function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
