// Drag and drop within a row, with mouse or touch.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  type ElementEventBasePayload,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Edge } from './arrange-moves.ts'

interface Draggable {
  readonly element: HTMLElement
  readonly handle: string
  readonly id: string
  readonly row: string
  readonly isHorizontal: boolean
}

/** Makes an element draggable and a drop target. Returns the clean-up function. */
export function makeDraggable(
  { element, handle, id, row, isHorizontal }: Draggable,
  onOver: (edge: Edge | undefined) => void,
  onDrop: (dragged: string, edge: Edge) => void,
): () => void {
  const edgeOf = ({ location }: ElementEventBasePayload): Edge => {
    const { clientX, clientY } = location.current.input
    const { left, width, top, height } = element.getBoundingClientRect()
    return (isHorizontal ? clientX < left + width / 2 : clientY < top + height / 2) ? 'before' : 'after'
  }
  return combine(
    draggable({
      element,
      dragHandle: element.querySelector(handle) ?? element,
      getInitialData: () => ({ id, row }),
      onDragStart: () => element.classList.add('opacity-50'),
      onDrop: () => element.classList.remove('opacity-50'),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.row === row && source.data.id !== id,
      onDragEnter: (payload) => onOver(edgeOf(payload)),
      onDrag: (payload) => onOver(edgeOf(payload)),
      onDragLeave: () => onOver(undefined),
      onDrop: (payload) => {
        onOver(undefined)
        onDrop(String(payload.source.data.id), edgeOf(payload))
      },
    }),
  )
}
