// A movable entry: drag handle, up and down buttons, keyboard shortcuts, and a drop indicator.
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-preact'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { IconButton } from '../components/button.tsx'
import { useMessages } from '../use-messages.ts'
import { useEntryDrag } from './arrange-drag.ts'
import type { Edge } from './arrange-moves.ts'
import { dialogMessages } from './dialog-messages.ts'

/** Operations that move the entries of a row. */
export interface Moves {
  readonly step: (id: string, step: -1 | 1) => void
  readonly drop: (dragged: string, target: string, edge: Edge) => void
}

interface EntryProps {
  readonly id: string
  /** Identifies the row. */
  readonly row: string
  /** Name announced by screen readers. */
  readonly name: string
  readonly moves: Moves
  readonly children: ComponentChildren
}

const edges = {
  before: 'before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent',
  after: 'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent',
} as const

export function ArrangeEntry({ id, row, name, moves, children }: EntryProps) {
  const messages = useMessages(dialogMessages).arrange
  const box = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const { isDragged, edge } = useEntryDrag({ box, handle, id, row, onDrop: moves.drop })
  const step = (by: -1 | 1) => moveKeepingFocus(() => moves.step(id, by))
  useStepKeys(box, step)
  return (
    <div
      ref={box}
      class={`relative flex min-h-11 items-center gap-1 rounded-lg hover:bg-raised ${isDragged ? 'opacity-40' : ''} ${edge ? edges[edge] : ''}`}
    >
      <span
        ref={handle}
        aria-hidden="true"
        title={messages.drag}
        class="inline-flex h-9 w-6 shrink-0 cursor-grab touch-manipulation items-center justify-center text-soft select-none active:cursor-grabbing"
      >
        <GripVertical size={16} />
      </span>
      {children}
      <span class="flex shrink-0">
        <IconButton icon={ChevronUp} label={messages.up(name)} class="!w-7 sm:!w-8" onClick={() => step(-1)} />
        <IconButton icon={ChevronDown} label={messages.down(name)} class="!w-7 sm:!w-8" onClick={() => step(1)} />
      </span>
    </div>
  )
}

/** Handles Alt+arrow on any focused element of the entry. */
function useStepKeys(box: RefObject<HTMLElement>, step: (by: -1 | 1) => void): void {
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      latest.current(event.key === 'ArrowUp' ? -1 : 1)
    }
    const element = box.current
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [box])
}

/** Moves an entry and restores the focus, which an element loses when it moves in the document. */
function moveKeepingFocus(move: () => void): void {
  const focused = document.activeElement
  move()
  requestAnimationFrame(() => {
    if (!(focused instanceof HTMLElement && focused.isConnected)) return
    focused.focus({ preventScroll: true })
    focused.scrollIntoView({ block: 'nearest' })
  })
}
