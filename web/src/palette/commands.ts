// The commands of the palette for a typed text.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { createWordFilter } from '../components/title-filter.ts'
import { findLists } from '../hot/pinyin.ts'

export interface Command {
  readonly id: string
  readonly label: string
  /** The kind of the entry. */
  readonly kind?: string | undefined
  /** Words beside the label by which it is found. */
  readonly words?: string
  readonly record?: SourceRecord
  readonly run: () => void
}

export interface CommandGroups {
  readonly records: readonly SourceRecord[]
  readonly toList: (record: SourceRecord) => Command
  /** Views, settings. */
  readonly commands: readonly Command[]
  readonly searches: readonly Command[]
  /** The commands for any text. */
  readonly withText: (text: string) => readonly Command[]
}

const maxLists = 40
/** The best lists come before everything else. */
const bestLists = 5

/** Without text: searches and commands. With text: what it names, then what can be done with it. */
export function offer(typed: string, { records, toList, commands, searches, withText }: CommandGroups): Command[] {
  const text = typed.trim()
  if (text === '') return [...searches, ...commands]
  const lists = findLists(records, text).slice(0, maxLists).map(toList)
  const hasText = createWordFilter(text)
  const isNamed = ({ label, words = '' }: Command) => hasText(`${label} ${words}`)
  return [
    ...lists.slice(0, bestLists),
    ...commands.filter(isNamed),
    ...searches.filter(isNamed),
    ...withText(text),
    ...lists.slice(bestLists),
  ]
}
