// The topics lists are grouped by, in the order a reader meets them who has chosen none.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'

export type Topic = SourceRecord['column']

/** All of them. */
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

/** A topic as an address spells it; undefined if there is no such one. */
export function topicOf(text: string | undefined): Topic | undefined {
  return topics.find((topic) => topic === text)
}
