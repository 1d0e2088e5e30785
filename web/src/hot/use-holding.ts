// What a card listens to, to know whether its reader is busy with it.
import { useEffect, useMemo } from 'preact/hooks'
import type { Cell } from './cells.ts'
import { createHold } from './holding.ts'
import { browserTimers } from './timers.ts'

type Pointed = Pick<PointerEvent, 'pointerType'>

/** Its listeners. */
export function useHolding(cell: Cell) {
  const { listening, end } = useMemo(() => listenersFor(cell), [cell])
  useEffect(() => end, [end])
  return listening
}

function listenersFor(cell: Cell) {
  const { mouse, mouseLeft, touched, untouched, focused, unfocused, end } = createHold(cell, browserTimers)
  // A finger is told as a pointer too, and as one that never leaves.
  const isMouse = ({ pointerType }: Pointed) => pointerType === 'mouse'
  const onMouse = (event: Pointed) => {
    if (isMouse(event)) mouse()
  }
  const listening = {
    onPointerEnter: onMouse,
    onPointerMove: onMouse,
    onPointerLeave: (event: Pointed) => {
      if (isMouse(event)) mouseLeft()
    },
    onTouchStart: touched,
    onTouchEnd: untouched,
    onTouchCancel: untouched,
    onFocusIn: ({ target }: FocusEvent) => {
      // What was tapped has the focus as well, and keeps it while one reads elsewhere.
      if (target instanceof Element && target.matches(':focus-visible')) focused()
    },
    onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const isInside =
        currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      if (!isInside) unfocused()
    },
  }
  return { listening, end }
}
