// Event listeners that pause updates of a card while the user interacts with it.
import { useEffect, useMemo } from 'preact/hooks'
import type { ListState } from './list-state.ts'
import { browserTimers } from './timers.ts'
import { createUpdatePause } from './update-pause.ts'

type Pausable = Pick<ListState, 'pause' | 'resume'>
type Pointed = Pick<PointerEvent, 'pointerType'>

/** Returns the listeners for the card element. */
export function useUpdatePause(state: Pausable) {
  const { listening: listeners, end } = useMemo(() => listenersFor(state), [state])
  useEffect(() => end, [end])
  return listeners
}

function listenersFor(state: Pausable) {
  const { onMouseMove, onMouseLeave, onTouchStart, onTouchEnd, onFocus, onBlur, dispose } = createUpdatePause(
    state,
    browserTimers,
  )
  // Touch also fires pointer events, without a leave.
  const isMouse = ({ pointerType }: Pointed) => pointerType === 'mouse'
  const onMouse = (event: Pointed) => {
    if (isMouse(event)) onMouseMove()
  }
  const listeners = {
    onPointerEnter: onMouse,
    onPointerMove: onMouse,
    onPointerLeave: (event: Pointed) => {
      if (isMouse(event)) onMouseLeave()
    },
    onTouchStart: onTouchStart,
    onTouchEnd: onTouchEnd,
    onTouchCancel: onTouchEnd,
    onFocusIn: ({ target }: FocusEvent) => {
      // A tapped element keeps the focus while the user reads elsewhere, so only visible focus counts.
      if (target instanceof Element && target.matches(':focus-visible')) onFocus()
    },
    onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const isInside =
        currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      if (!isInside) onBlur()
    },
  }
  return { listening: listeners, end: dispose }
}
