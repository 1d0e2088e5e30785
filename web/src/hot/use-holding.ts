// Event listeners that pause updates of a card while the user interacts with it.
import { useEffect, useMemo } from 'preact/hooks'
import type { Cell } from './cells.ts'
import { createHold } from './holding.ts'
import { browserTimers } from './timers.ts'

type Pointed = Pick<PointerEvent, 'pointerType'>

/** Returns the listeners for the card element. */
export function useHolding(cell: Cell) {
  const { listening, end } = useMemo(() => listenersFor(cell), [cell])
  useEffect(() => end, [end])
  return listening
}

function listenersFor(cell: Cell) {
  const { mouse, mouseLeft, touched, untouched, focused, unfocused, end } = createHold(cell, browserTimers)
  // Touch also fires pointer events, without a leave.
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
      // A tapped element keeps the focus while the user reads elsewhere, so only visible focus counts.
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
