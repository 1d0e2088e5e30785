// The topics of hot lists: their columns, in the order of the page.
import { columnNames, type HotListColumn } from '../../../src/contract/columns.ts'
import { createMessages } from '../use-messages.ts'

export type Topic = HotListColumn

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
