// A card as its parts see it.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import type { ListState } from './list-state.ts'
import type { Tab } from './tabs.ts'

export interface CardContext {
  readonly tab: Tab
  readonly record: SourceRecord
  readonly state: ListState
}
