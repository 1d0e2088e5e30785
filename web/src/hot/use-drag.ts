// Makes an element of a row draggable by its handle, and a place to drop others of the row. The code is loaded when it is needed first.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Edge } from './arrange-moves.ts'

interface DragOptions {
  readonly id: string
  /** Identifies the row; drops from other rows are rejected. */
  readonly row: string
  readonly handle: string
  /** Whether the elements of the row stand side by side. */
  readonly isHorizontal?: boolean
  readonly isNeeded?: boolean
  readonly onDrop: (dragged: string, edge: Edge) => void
}

/** Returns the edge at which the element dragged over this one would be inserted. */
export function useDrag(box: RefObject<HTMLElement>, options: DragOptions): Edge | undefined {
  const { id, row, handle, isHorizontal = false, isNeeded = true, onDrop } = options
  const [edge, setEdge] = useState<Edge>()
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const element = box.current
    if (!isNeeded || !element) return
    const ended = new AbortController()
    import('./drag.ts').then(
      ({ makeDraggable }) => {
        if (ended.signal.aborted) return
        const onDropped = (dragged: string, at: Edge) => drop.current(dragged, at)
        const end = makeDraggable({ element, handle, id, row, isHorizontal }, setEdge, onDropped)
        ended.signal.addEventListener('abort', end)
      },
      () => {
        // The buttons still work without it.
      },
    )
    return () => ended.abort()
  }, [box, id, row, handle, isHorizontal, isNeeded])
  return edge
}

const marks = {
  vertical: { before: 'top-0 inset-x-0 h-1', after: 'bottom-0 inset-x-0 h-1' },
  horizontal: { before: 'left-0 inset-y-0 w-1', after: 'right-0 inset-y-0 w-1' },
} as const

/** Classes of the mark at an edge of an element. */
export function dropMark(edge: Edge, isHorizontal = false): string {
  return `pointer-events-none absolute bg-accent ${marks[isHorizontal ? 'horizontal' : 'vertical'][edge]}`
}
