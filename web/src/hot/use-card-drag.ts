// Makes a card draggable; the drag code is loaded when a pointer first enters any card header.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useBoard } from './board-context.ts'

/** Edge at which a dropped card would be inserted. */
export type DropEdge = 'top' | 'bottom' | 'left' | 'right'

interface CardDragOptions {
  readonly id: string
  readonly isInGrid: boolean
  readonly onDrop: (id: string, isBefore: boolean) => void
}

/** Returns the edge at which the card dragged over this one would be inserted. */
export function useCardDrag(
  box: { readonly current: HTMLElement | null },
  { id, isInGrid, onDrop }: CardDragOptions,
): DropEdge | undefined {
  const [edge, setEdge] = useState<DropEdge | undefined>(undefined)
  const isNeeded = useBoard().board.isDragNeeded.value
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const card = box.current
    const head = card?.querySelector('header')
    if (!isNeeded || !card || !head) return
    const listeners = {
      onOver: (isBefore: boolean | undefined) =>
        setEdge(isBefore === undefined ? undefined : edgeOf(isBefore, isInGrid)),
      onDrop: (dropped: string, isBefore: boolean) => drop.current(dropped, isBefore),
    }
    const cleanUps: (() => void)[] = []
    const ended = new AbortController()
    import('./drag.ts').then(
      ({ makeDraggable }) => {
        if (ended.signal.aborted) return
        cleanUps.push(makeDraggable({ card, head, id, container: card.parentNode, isInGrid }, listeners))
      },
      () => {
        // The menu still works without it.
      },
    )
    return () => {
      ended.abort()
      for (const end of cleanUps) end()
    }
  }, [box, id, isInGrid, isNeeded])
  return edge
}

function edgeOf(isBefore: boolean, isInGrid: boolean): DropEdge {
  if (isInGrid) return isBefore ? 'left' : 'right'
  return isBefore ? 'top' : 'bottom'
}
