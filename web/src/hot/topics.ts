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

/** Parses the `topic` of the board's URL; `all` shows all topics side by side. Undefined if there is no such tab. */
export function tabOf(text: string | undefined): Tab | 'all' | undefined {
  return text === 'starred' || text === 'popular' || text === 'all' ? text : topicOf(text)
}

export function hrefOfTab(tab: Tab | 'all'): string {
  return `/hot?topic=${tab}`
}

/** Parses a topic; undefined if there is no such topic. */
export function topicOf(text: string | undefined): Topic | undefined {
  return topics.find((topic) => topic === text)
}
