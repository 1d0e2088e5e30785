// A card can be dragged by its head once what does that is there: it is loaded when a pointer first comes to the head of any card.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useSight } from './board-context.ts'

/** Where a card that is dropped now would come. */
export type DropEdge = 'top' | 'bottom' | 'left' | 'right'

interface CardDragging {
  readonly id: string
  readonly isInGrid: boolean
  readonly onDrop: (id: string, isBefore: boolean) => void
}

/** Returns the edge at which another card would come that is held over this one. */
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
        // Moving by the menu goes without it.
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
