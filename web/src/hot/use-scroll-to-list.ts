// Scrolls the board to a list.
import { useLocation } from 'preact-iso'
import type { Board } from './board.ts'
import type { Topic } from './topics.ts'

/** Returns the function; `topic` is the current one. The card scrolls itself into view once it is rendered. */
export function useScrollToList(board: Board, topic: Topic | undefined): (id: string) => void {
  const { route } = useLocation()
  return (id) => {
    const record = board.records.value.find((other) => other.id === id)
    if (!record) return
    board.layout.show(id)
    if (topic && topic !== record.column) route(`/hot?topic=${record.column}`)
    board.scrollTarget.value = id
  }
}
