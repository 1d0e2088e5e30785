// The tabs of the board: topics of lists in default order, the most-read lists, and the reader's own.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'

export type Topic = SourceRecord['column']

/** All topics, in default order. */
export const topics = [
  'china',
  'tech',
  'finance',
  'entertainment',
  'community',
  'game',
  'world',
  'science',
  'sports',
  'life',
] as const satisfies readonly Topic[]

/** A tab with lists; the topics have all, `popular` those that most people read. */
export type Tab = 'starred' | 'popular' | Topic

/** What the board can show: stories of all lists, the lists of a tab, or all topics side by side. */
export type BoardTab = Tab | 'all' | 'stories'

/** Parses the `topic` of the board's URL: the stories without one, or with an unknown one. */
export function tabOf(text: string | undefined): BoardTab {
  const known = text === 'starred' || text === 'popular' || text === 'all' ? text : topicOf(text)
  return known ?? 'stories'
}

export function hrefOfTab(tab: BoardTab): string {
  return tab === 'stories' ? '/hot' : `/hot?topic=${tab}`
}

/** Parses a topic; undefined if there is no such topic. */
export function topicOf(text: string | undefined): Topic | undefined {
  return topics.find((topic) => topic === text)
}
