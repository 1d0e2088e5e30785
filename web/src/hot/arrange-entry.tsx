// An entry of a row that can be moved: by its handle, by buttons, and by Alt+arrow.
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { IconButton } from '../components/button.tsx'
import { dropTarget, type MoveTarget, stepTarget } from './arrange-moves.ts'
import { dialogMessages } from './dialog-messages.ts'
import { dropMark, moveWithFocus, stepKeys, useDrag } from './use-drag.ts'

interface Row {
  readonly row: string
  readonly all: readonly string[]
  /** Those that match the filter. */
  readonly visible: readonly string[]
  readonly nameOf: (id: string) => string
  readonly move: (id: string, before: string | undefined) => void
  /** Tells the outcome to a screen reader. */
  readonly onAnnounce: (text: string) => void
}

interface EntryProps {
  readonly id: string
  readonly row: Row
  readonly children: ComponentChildren
}

export function ArrangeEntry({ id, row: { row, all, visible, nameOf, move, onAnnounce }, children }: EntryProps) {
  const messages = dialogMessages.use().arrange
  const box = useRef<HTMLDivElement>(null)
  const go = (moved: string, target: MoveTarget<string> | undefined) => {
    if (!target) return
    move(moved, target.before)
    const others = all.filter((other) => other !== moved)
    const at = target.before === undefined ? others.length : others.indexOf(target.before)
    onAnnounce(messages.moved(nameOf(moved), at + 1, all.length))
  }
  const step = (by: -1 | 1) => {
    const target = stepTarget(all, visible, id, by)
    if (target) moveWithFocus(() => go(id, target))
    else onAnnounce(by < 0 ? messages.atTop(nameOf(id)) : messages.atBottom(nameOf(id)))
  }
  const { handle, target, edge } = useDrag(box, {
    id,
    row,
    onDrop: (dragged, at) => go(dragged, dropTarget(all, dragged, id, at)),
  })
  const name = nameOf(id)
  return (
    <div
      ref={box}
      {...target}
      {...stepKeys(step)}
      class="relative flex min-h-11 items-center gap-1 rounded-lg hover:bg-raised"
    >
      <span
        {...handle}
        aria-hidden="true"
        title={messages.drag}
        class="inline-flex h-9 w-6 shrink-0 cursor-grab touch-manipulation items-center justify-center text-soft select-none active:cursor-grabbing"
      >
        <GripVertical size={16} />
      </span>
      {children}
      <span class="flex shrink-0">
        <IconButton icon={ChevronUp} label={messages.up(name)} class="size-11! sm:w-8!" onClick={() => step(-1)} />
        <IconButton icon={ChevronDown} label={messages.down(name)} class="size-11! sm:w-8!" onClick={() => step(1)} />
      </span>
      {edge && <span aria-hidden="true" class={dropMark(edge)} />}
    </div>
  )
}
