// Keeps the board informed which items belong to a story, so that each headline knows its own. Renders nothing.
import { useEffect } from 'preact/hooks'
import type { TrendsAnswer } from '../../../../src/contract/hotlist-trends.ts'
import { useReport } from '../../components/use-report.ts'
import { useBoard } from '../board-context.ts'
import { storiesByItem } from './story-of-item.ts'

export function StoryMarks(): null {
  const { board } = useBoard()
  const answer = useReport<TrendsAnswer>('/api/v1/trends?limit=100', { everyMs: 60_000 }).report
  useEffect(() => {
    if (answer) board.stories.value = storiesByItem(answer.stories)
  }, [board, answer])
  return null
}
