// The cards of the board: those of one tab as a grid, or columns.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import type { Topic } from '../components/topics.ts'
import { useBoard } from './board-context.ts'
import { Columns } from './columns.tsx'
import { TabGrid } from './tab-grid.tsx'
import type { Tab } from './tabs.ts'

interface CardsProps {
  readonly lists: ReadonlyMap<Tab, readonly SourceRecord[]>
  readonly topicLists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly tab: Tab | 'all'
}

export function Cards({ lists, topicLists, tab }: CardsProps) {
  const { isNarrow } = useBoard()
  if (isNarrow || tab === 'all') return <Columns lists={isNarrow ? lists : topicLists} tab={tab} />
  return <TabGrid key={tab} tab={tab} records={lists.get(tab) ?? []} />
}
