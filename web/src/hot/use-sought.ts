// Brings a list before the reader's eyes, wherever on the board it is.
import { useLocation } from 'preact-iso'
import type { Board } from './board.ts'
import type { Topic } from './topics.ts'

/** Returns what does so; `topic` is the one that is looked at. The card does the rest as soon as it is there. */
export function useSought(board: Board, topic: Topic | undefined): (id: string) => void {
  const { route } = useLocation()
  return (id) => {
    const record = board.records.value.find((other) => other.id === id)
    if (!record) return
    board.layout.show(id)
    if (topic && topic !== record.column) route(`/hot?topic=${record.column}`)
    board.sought.value = id
  }
}
