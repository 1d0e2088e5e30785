// The topics of lists, in default order.
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

/** Parses a topic of a URL; undefined if there is no such topic. */
export function topicOf(text: string | undefined): Topic | undefined {
  return topics.find((topic) => topic === text)
}
