// The tabs of the board: the topics of lists, the most-read lists, and the reader's own.
import { type Topic, topicOf } from '../components/topics.ts'

/** A tab with lists; the topics have all, `popular` those that most people read. */
export type Tab = 'starred' | 'popular' | Topic

/** The board can show one of these: stories of all lists, the digest of the day, the lists of a tab, or all topics side by side. */
export type BoardTab = Tab | 'all' | 'stories' | 'digest'

/** Parses the `topic` of the board's URL: the stories without one, or with an unknown one. */
export function tabOf(text: string | undefined): BoardTab {
  const known = text === 'starred' || text === 'popular' || text === 'all' || text === 'digest' ? text : topicOf(text)
  return known ?? 'stories'
}

export function hrefOfTab(tab: BoardTab): string {
  return tab === 'stories' ? '/hot' : `/hot?topic=${tab}`
}
