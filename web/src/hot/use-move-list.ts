// Moves a list within its topic and announces its new position.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { fullNameOf } from './list-name.tsx'
import { hotMessages } from './messages.ts'

export interface MoveActions {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Moves the list one position up or down. */
  step(by: -1 | 1): void
  /** Moves another list before or after this one. */
  insert(id: string, isBefore: boolean): void
  hide(): void
}

/** `row` are the visible lists of the topic. */
export function useMoveList(record: SourceRecord, row: readonly SourceRecord[]): MoveActions {
  const messages = useMessages(hotMessages)
  const { layout, announcement } = useBoard().board
  const { toast } = usePage()
  const at = row.indexOf(record)
  const name = fullNameOf(record)
  return {
    isFirst: at === 0,
    isLast: at === row.length - 1,
    step(by) {
      const position = at + by
      if (position < 0 || position >= row.length) return
      const focused = document.activeElement
      layout.move(record.id, row[by < 0 ? position : position + 1]?.id)
      announcement.value = messages.moved(name, position + 1, row.length)
      // An element loses the focus when it moves in the document.
      if (focused instanceof HTMLElement) requestAnimationFrame(() => focused.focus())
    },
    insert(id, isBefore) {
      const after = row.slice(at + 1).find((other) => other.id !== id)
      layout.move(id, isBefore ? record.id : after?.id)
    },
    hide() {
      layout.hide(record.id)
      toast.value = {
        text: messages.hidden(name),
        action: { label: messages.undo, run: () => layout.show(record.id) },
      }
      focusAfterHide(row[at + 1] ?? row[at - 1])
    },
  }
}

/** The hidden card had the focus: move it to the next card, or to the undo button. */
function focusAfterHide(neighbour: SourceRecord | undefined): void {
  const card = neighbour && document.getElementById(`list-${neighbour.id}`)?.closest('article')
  if (card) card.focus()
  // The toast is rendered by then.
  else requestAnimationFrame(() => document.querySelector<HTMLElement>('#notice button')?.focus())
}
