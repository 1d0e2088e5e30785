// A headline of a list while lists are compared: its words, and the headlines that are similar.
import type { RankedItem, RankedList } from './story.ts'

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
  /** Where the corpus has its words. */
  readonly number: number
  similar: Similarity[]
  /** By the number of later headlines that are less similar: how similar by their own words, as averages of groups needed it. */
  faint: Map<number, number> | undefined
  chain: Chain | undefined
  /** Its place in the order of its chain. */
  order: number
}

export function otherOf({ first, second }: Similarity, headline: Headline): Headline {
  return first === headline ? second : first
}

/** In the order of the sources, then of the titles: a headline that moves within its list keeps its place in the order. */
export function compareOrder({ list, item, rank }: Headline, other: Headline): number {
  return compareText(list.source, other.list.source) || compareText(item.title, other.item.title) || rank - other.rank
}

function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
