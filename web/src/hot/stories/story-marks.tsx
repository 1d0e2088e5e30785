// Keeps the board informed which items belong to a story, so that each headline knows its own. Renders nothing.
import { useEffect } from 'preact/hooks'
import type { TrendsAnswer } from '../../../../src/contract/hotlist-trends.ts'
import { useBoard } from '../board-context.ts'
import { createPolled } from './polled.ts'
import { storiesByItem } from './story-of-item.ts'

const everyMs = 60_000
const useTrends = createPolled<TrendsAnswer>(everyMs)

export function StoryMarks(): null {
  const { board } = useBoard()
  const answer = useTrends('/api/v1/trends?limit=100').answer.value
  useEffect(() => {
    if (answer) board.stories.value = storiesByItem(answer.stories)
  }, [board, answer])
  return null
}
