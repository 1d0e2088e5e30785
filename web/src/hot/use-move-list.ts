// Moves a list within its tab and announces its new position.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { fullNameOf } from '../components/list-name.tsx'
import { usePage } from '../page-context.ts'
import { dropTarget, type Edge } from './arrange-moves.ts'
import { useBoard } from './board-context.ts'
import { hotMessages } from './messages.ts'
import type { Tab } from './tabs.ts'
import { moveWithFocus } from './use-drag.ts'

export type MoveActions = ReturnType<typeof useMoveList>

/** `row` are the visible lists of the tab. */
export function useMoveList(record: SourceRecord, row: readonly SourceRecord[], tab: Tab) {
  const messages = hotMessages.use()
  const { layout, announcement } = useBoard().board
  const { toast } = usePage()
  const at = row.indexOf(record)
  const name = fullNameOf(record)
  const moveTo = (position: number, before: SourceRecord | undefined) => {
    moveWithFocus(() => layout.move(record.id, before?.id, tab))
    announcement.value = messages.moved(name, position + 1, row.length)
  }
  return {
    isFirst: at === 0,
    isLast: at === row.length - 1,
    step(by: -1 | 1): void {
      const position = at + by
      if (position < 0 || position >= row.length) return
      moveTo(position, row[by < 0 ? position : position + 1])
    },
    toTop: () => moveTo(0, row[0]),
    /** Moves another list to an edge of this one. */
    insert(id: string, edge: Edge): void {
      const ids = row.map((one) => one.id)
      layout.move(id, dropTarget(ids, id, record.id, edge)?.before, tab)
    },
    hide(): void {
      layout.hide(record.id)
      toast.value = {
        text: messages.hidden(name),
        action: { label: messages.undo, run: () => layout.show(record.id) },
      }
      focusAfterHide(row[at + 1] ?? row[at - 1], tab)
    },
  }
}

/** The hidden card had the focus: move it to the next card, or to the undo button. */
function focusAfterHide(neighbour: SourceRecord | undefined, tab: Tab): void {
  const card = neighbour && document.getElementById(`list-${tab}-${neighbour.id}`)?.closest('article')
  if (card) card.focus()
  // The toast is rendered by then.
  else requestAnimationFrame(() => document.querySelector<HTMLElement>('#notice button')?.focus())
}
