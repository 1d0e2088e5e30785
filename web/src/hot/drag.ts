// Drag and drop of cards by their headers; loaded when a pointer first enters one.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** A draggable card. */
export interface Draggable {
  readonly card: HTMLElement
  readonly head: Element
  readonly id: string
  /** Parent element; drops from cards of other parents are rejected. */
  readonly container: ParentNode | null
  readonly isInGrid: boolean
}

interface DragListeners {
  /** Reports the drop position of a card dragged over this one; undefined when it leaves. */
  onOver(isBefore: boolean | undefined): void
  onDrop(id: string, isBefore: boolean): void
}

const idKey = 'trawl.list'

/** Makes a card draggable and a drop target. Returns the clean-up function. */
export function makeDraggable(
  { card, head, id, container, isInGrid }: Draggable,
  listeners: DragListeners,
): () => void {
  const isBefore = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const { left, width, top, height } = card.getBoundingClientRect()
    return isInGrid ? clientX < left + width / 2 : clientY < top + height / 2
  }
  return combine(
    draggable({
      element: card,
      dragHandle: head,
      getInitialData: () => ({ [idKey]: id }),
      onDragStart: () => card.classList.add('opacity-50'),
      onDrop: () => card.classList.remove('opacity-50'),
    }),
    dropTargetForElements({
      element: card,
      canDrop: ({ source }) => source.element !== card && source.element.parentNode === container,
      onDragEnter: ({ location }) => listeners.onOver(isBefore(location.current.input)),
      onDrag: ({ location }) => listeners.onOver(isBefore(location.current.input)),
      onDragLeave: () => listeners.onOver(undefined),
      onDrop: ({ source, location }) => {
        listeners.onOver(undefined)
        const dropped = source.data[idKey]
        if (typeof dropped === 'string') listeners.onDrop(dropped, isBefore(location.current.input))
      },
    }),
  )
}
