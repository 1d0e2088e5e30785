// The topics of hot lists, and their names.
import { columnNames } from '../../../src/contract/columns.ts'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { createMessages } from '../use-messages.ts'

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

export const topicNames = createMessages(columnNames)

/** Parses a topic; undefined if there is no such topic. */
export function topicOf(text: string | undefined): Topic | undefined {
  return topics.find((topic) => topic === text)
}
