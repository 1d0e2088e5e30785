// Moves elements within a row: by the browser's own drag and drop, with mouse or touch, and by Alt+arrow.
import { signal, useComputed } from '@preact/signals'
import type { JSX, RefObject } from 'preact'
import type { Edge } from './arrange-moves.ts'

interface DragOptions {
  readonly id: string
  /** Identifies the row; drops from other rows are rejected. */
  readonly row: string
  /** Whether the elements of the row stand side by side. */
  readonly isHorizontal?: boolean
  readonly onDrop: (dragged: string, edge: Edge) => void
}

/** What is dragged: there is one at a time. */
const drag: { current?: { readonly id: string; readonly row: string } | undefined } = {}

/** Where it would be inserted. A drag that is given up may leave no element. */
const place = signal<{ readonly id: string; readonly row: string; readonly edge: Edge } | undefined>(undefined)

/** Returns what makes the element a place to drop, what makes its handle draggable, and the edge at which the dragged one would be inserted. */
export function useDrag(box: RefObject<HTMLElement>, { id, row, isHorizontal = false, onDrop }: DragOptions) {
  const edge = useComputed(() =>
    place.value?.id === id && place.value.row === row ? place.value.edge : undefined,
  ).value
  const handle = {
    draggable: true,
    onDragStart({ dataTransfer, clientX, clientY }: DragEvent) {
      const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
      drag.current = { id, row }
      // Firefox drags nothing without data.
      dataTransfer?.setData('text/plain', id)
      if (box.current) dataTransfer?.setDragImage(box.current, clientX - left, clientY - top)
      requestAnimationFrame(() => box.current?.classList.add('opacity-50'))
    },
    onDragEnd() {
      drag.current = undefined
      place.value = undefined
      requestAnimationFrame(() => box.current?.classList.remove('opacity-50'))
    },
  }
  const target = {
    onDragOver(event: JSX.TargetedDragEvent<HTMLElement>) {
      if (drag.current?.row !== row || drag.current.id === id) return
      event.preventDefault()
      const { left, width, top, height } = event.currentTarget.getBoundingClientRect()
      const isBefore = isHorizontal ? event.clientX < left + width / 2 : event.clientY < top + height / 2
      place.value = { id, row, edge: isBefore ? 'before' : 'after' }
    },
    onDragLeave({ currentTarget, relatedTarget }: JSX.TargetedDragEvent<HTMLElement>) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) place.value = undefined
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      if (drag.current && place.value) onDrop(drag.current.id, place.value.edge)
    },
  }
  return { handle, target, edge }
}

/** Alt+arrow on any focused element of the one that has this. */
export function stepKeys(step: (by: -1 | 1) => void) {
  return {
    onKeyDown(event: KeyboardEvent) {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      step(event.key === 'ArrowUp' ? -1 : 1)
    },
  }
}

/** Moves something; the focused element, which loses the focus when it moves in the document, gets it back. */
export function moveWithFocus(move: () => void): void {
  const focused = document.activeElement
  move()
  requestAnimationFrame(() => {
    if (!(focused instanceof HTMLElement && focused.isConnected)) return
    focused.focus({ preventScroll: true })
    focused.scrollIntoView({ block: 'nearest' })
  })
}

const marks = {
  vertical: { before: 'top-0 inset-x-0 h-1', after: 'bottom-0 inset-x-0 h-1' },
  horizontal: { before: 'left-0 inset-y-0 w-1', after: 'right-0 inset-y-0 w-1' },
} as const

/** Classes of the mark at an edge of an element. */
export function dropMark(edge: Edge, isHorizontal = false): string {
  return `pointer-events-none absolute bg-accent ${marks[isHorizontal ? 'horizontal' : 'vertical'][edge]}`
}
