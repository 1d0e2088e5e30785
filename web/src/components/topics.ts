// The topics of hot lists, and their names.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import type { Messages } from '../use-messages.ts'

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

const zh: Readonly<Record<Topic, string>> = {
  china: '国内',
  world: '国际',
  tech: '科技',
  finance: '财经',
  sports: '体育',
  entertainment: '娱乐',
  game: '游戏',
  community: '社区',
  science: '科学',
  life: '生活',
}

const en: typeof zh = {
  china: 'China',
  world: 'World',
  tech: 'Tech',
  finance: 'Finance',
  sports: 'Sports',
  entertainment: 'Entertainment',
  game: 'Games',
  community: 'Communities',
  science: 'Science',
  life: 'Life',
}

export const topicNames: Messages<typeof zh> = { zh, en }

/** Parses a topic; undefined if there is no such topic. */
export function topicOf(text: string | undefined): Topic | undefined {
  return topics.find((topic) => topic === text)
}
