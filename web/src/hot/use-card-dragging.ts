// Makes a card draggable; the drag code is loaded when a pointer first enters any card header.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useSight } from './board-context.ts'

/** Edge at which a dropped card would be inserted. */
export type DropEdge = 'top' | 'bottom' | 'left' | 'right'

interface CardDragging {
  readonly id: string
  readonly isInGrid: boolean
  readonly onDrop: (id: string, isBefore: boolean) => void
}

/** Returns the edge at which the card dragged over this one would be inserted. */
export function useCardDragging(
  box: { readonly current: HTMLElement | null },
  { id, isInGrid, onDrop }: CardDragging,
): DropEdge | undefined {
  const [edge, setEdge] = useState<DropEdge | undefined>(undefined)
  const isWanted = useSight().board.isDragWanted.value
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const card = box.current
    const head = card?.querySelector('header')
    if (!isWanted || !card || !head) return
    const fate = {
      over: (isBefore: boolean | undefined) => setEdge(isBefore === undefined ? undefined : edgeOf(isBefore, isInGrid)),
      drop: (dropped: string, isBefore: boolean) => drop.current(dropped, isBefore),
    }
    const ends: (() => void)[] = []
    const ended = new AbortController()
    import('./dragging.ts').then(
      ({ makeDraggable }) => {
        if (ended.signal.aborted) return
        ends.push(makeDraggable({ card, head, id, among: card.parentNode, isInGrid }, fate))
      },
      () => {
        // The menu still works without it.
      },
    )
    return () => {
      ended.abort()
      for (const end of ends) end()
    }
  }, [box, id, isInGrid, isWanted])
  return edge
}

function edgeOf(isBefore: boolean, isInGrid: boolean): DropEdge {
  if (isInGrid) return isBefore ? 'left' : 'right'
  return isBefore ? 'top' : 'bottom'
}
