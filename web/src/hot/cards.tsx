// The cards of the board: those of one topic as a grid, or columns of all topics.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useBoard } from './board-context.ts'
import { Columns } from './columns.tsx'
import { TopicGrid } from './topic-grid.tsx'
import type { Topic } from './topics.ts'

interface CardsProps {
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly topic: Topic | undefined
}

export function Cards({ lists, topic }: CardsProps) {
  const { isNarrow } = useBoard()
  const ofTopic = topic && lists.get(topic)
  if (topic && ofTopic && !isNarrow) return <TopicGrid topic={topic} records={ofTopic} />
  return <Columns lists={lists} topic={topic} />
}
