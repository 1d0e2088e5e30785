// The topics of hot lists, and their names.
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

export const topicTable = {
  china: ['国内', 'China'],
  world: ['国际', 'World'],
  tech: ['科技', 'Tech'],
  finance: ['财经', 'Finance'],
  sports: ['体育', 'Sports'],
  entertainment: ['娱乐', 'Entertainment'],
  game: ['游戏', 'Games'],
  community: ['社区', 'Communities'],
  science: ['科学', 'Science'],
  life: ['生活', 'Life'],
} as const satisfies Readonly<Record<Topic, readonly [zh: string, en: string]>>

export const topicNames = createMessages(topicTable)

/** Parses a topic; undefined if there is no such topic. */
export function topicOf(text: string | undefined): Topic | undefined {
  return topics.find((topic) => topic === text)
}
