// Drags an entry by its handle, with mouse or touch, and drops it on another entry of the same row.
import {
  draggable,
  dropTargetForElements,
  type ElementEventBasePayload,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Edge } from './arrange-moves.ts'

interface DragOptions {
  /** The element that is dragged and dropped on. */
  readonly box: RefObject<HTMLElement>
  readonly handle: RefObject<HTMLElement>
  readonly id: string
  /** Identifies the row; drops from other rows are rejected. */
  readonly row: string
  readonly onDrop: (dragged: string, target: string, edge: Edge) => void
}

/** Current drag state of an entry. */
export interface DragState {
  readonly isDragged: boolean
  /** The edge where the dragged entry would be inserted. */
  readonly edge: Edge | undefined
}

/** Makes an entry draggable and a drop target. */
export function useEntryDrag({ box, handle, id, row, onDrop }: DragOptions): DragState {
  const [isDragged, setDragged] = useState(false)
  const [edge, setEdge] = useState<Edge>()
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const element = box.current
    if (!element) return
    const undrag = draggable({
      element,
      dragHandle: handle.current ?? element,
      getInitialData: () => ({ id, row }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
    const untarget = dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.row === row && source.data.id !== id,
      onDragEnter: (payload) => setEdge(edgeOf(element, payload)),
      onDrag: (payload) => setEdge(edgeOf(element, payload)),
      onDragLeave: () => setEdge(undefined),
      onDrop: (payload) => {
        setEdge(undefined)
        drop.current(String(payload.source.data.id), id, edgeOf(element, payload))
      },
    })
    return () => {
      undrag()
      untarget()
    }
  }, [box, handle, id, row])
  return { isDragged, edge }
}

function edgeOf(element: HTMLElement, { location }: ElementEventBasePayload): Edge {
  const { top, height } = element.getBoundingClientRect()
  return location.current.input.clientY < top + height / 2 ? 'before' : 'after'
}
