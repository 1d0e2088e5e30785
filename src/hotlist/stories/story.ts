// The types of stories: the lists that they are joined from, the headlines while lists are compared, and the result.
import type { ListItem } from '../sanitize-items.ts'

/** An item of a list; its rank is its index. */
export interface RankedItem extends Pick<ListItem, 'id' | 'title' | 'url' | 'hot'> {
  /** When the list showed it first, in epoch milliseconds, if that is known; an earlier story or the time of the list may be earlier. */
  readonly firstSeen?: number
}

/** Takes the place of a missing item. */
export const noItem: RankedItem = { id: '', title: '', url: '' }

export interface RankedList {
  /** The id of the list. */
  readonly source: string
  /** Lists of one platform count once; without it, the list is a platform of its own. */
  readonly platform?: string
  /** Its items are bare titles of works, such as films. */
  readonly isOfWorks?: boolean
  /** When the upstream returned the list, in epoch milliseconds. */
  readonly at: number
  readonly items: readonly RankedItem[]
}

export function platformOf({ platform, source }: RankedList): string {
  return platform ?? source
}

export interface StoryItem extends Pick<ListItem, 'id' | 'title' | 'url' | 'hot'> {
  readonly source: string
  readonly rank: number
  readonly firstSeen: number
}

/** The same event on lists of at least two platforms. */
export interface Story {
  /** Stays the same while items come and go, if the earlier stories are given. */
  readonly id: string
  /** The title of the item that says most of what the items have in common. */
  readonly title: string
  /** The highest first. */
  readonly items: readonly StoryItem[]
  readonly platforms: number
  /** More platforms, higher ranks and a faster spread give more. */
  readonly score: number
  readonly firstSeen: number
  readonly firstSource: string
  /** The words that the items share, the heaviest first. */
  readonly why: readonly { readonly word: string; readonly weight: number }[]
}

/** A word of headlines. */
export interface Word {
  /** Its weight for an event, from `wordWeight`. */
  readonly weight: number
  readonly isNumber: boolean
  /** Number of times that the lists have it now. */
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
  /** The script of a sentence; undefined for a name. */
  readonly script: 'chinese' | 'latin' | undefined
  readonly words: readonly Word[]
  /** The weight of each word, in its list. */
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
