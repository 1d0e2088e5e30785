// Moves a list within its topic and announces its new position.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { useSight } from './board-context.ts'
import { nameOf } from './list-name.tsx'
import { hotWords } from './words.ts'

export interface Moving {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Moves the list one position up or down. */
  step(by: -1 | 1): void
  /** Moves another list before or after this one. */
  place(id: string, isBefore: boolean): void
  hide(): void
}

/** `row` are the visible lists of the topic. */
export function useMoving(record: SourceRecord, row: readonly SourceRecord[]): Moving {
  const messages = useWords(hotWords)
  const { layout, told } = useSight().board
  const { notice } = usePage()
  const at = row.indexOf(record)
  const name = nameOf(record)
  return {
    isFirst: at === 0,
    isLast: at === row.length - 1,
    step(by) {
      const position = at + by
      if (position < 0 || position >= row.length) return
      const focused = document.activeElement
      layout.move(record.id, row[by < 0 ? position : position + 1]?.id)
      told.value = messages.moved(name, position + 1, row.length)
      // An element loses the focus when it moves in the document.
      if (focused instanceof HTMLElement) requestAnimationFrame(() => focused.focus())
    },
    place(id, isBefore) {
      const after = row.slice(at + 1).find((other) => other.id !== id)
      layout.move(id, isBefore ? record.id : after?.id)
    },
    hide() {
      layout.hide(record.id)
      notice.value = {
        text: messages.hidden(name),
        action: { label: messages.undo, run: () => layout.show(record.id) },
      }
      focusInstead(row[at + 1] ?? row[at - 1])
    },
  }
}

/** The hidden card had the focus: move it to the next card, or to the undo button. */
function focusInstead(beside: SourceRecord | undefined): void {
  const card = beside && document.getElementById(`list-${beside.id}`)?.closest('article')
  if (card) card.focus()
  // The toast is rendered by then.
  else requestAnimationFrame(() => document.querySelector<HTMLElement>('#notice button')?.focus())
}
