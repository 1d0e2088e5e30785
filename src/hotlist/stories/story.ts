// The types of stories: the lists that they are joined from and the result.
import type { ListItem } from '../sanitize-items.ts'

/** An item of a list; its rank is its index. */
export interface RankedItem extends Pick<ListItem, 'id' | 'title' | 'url' | 'hot'> {
  /** When the list showed it first, in epoch milliseconds, if that is known; an earlier story or the time of the list may be earlier. */
  readonly firstSeen?: number
}

export interface RankedList {
  /** The id of the list. */
  readonly source: string
  /** Lists of one platform count once. */
  readonly platform: string
  /** Its items are bare titles of works, such as films. */
  readonly isOfWorks?: boolean
  /** When the upstream returned the list, in epoch milliseconds. */
  readonly at: number
  readonly items: readonly RankedItem[]
}

export interface StoryItem extends RankedItem {
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

export function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
