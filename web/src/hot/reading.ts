// Whether the user reads an element: a mouse that has moved on it lately, a touch, or a focus that is visible. What is read stands still.
import { useEffect, useMemo } from 'preact/hooks'
import { browserTimers, type Timers } from '../timers.ts'

/** The user still reads after a touch, and momentum scrolling may continue. */
const afterTouchMs = 2_000
/** An idle mouse no longer counts after this time. */
const idleMouseMs = 30_000

type Reason = 'mouse' | 'touch' | 'focus'

/** Calls `onChange` with whether there is a reason; `begin` ends one by itself after `ms`. */
export function createReading(onChange: (isReading: boolean) => void, timers: Timers) {
  /** With what stops the timer of each. */
  const reasons = new Map<Reason, () => void>()
  const end = (reason: Reason) => {
    reasons.get(reason)?.()
    if (reasons.delete(reason)) onChange(reasons.size > 0)
  }
  const begin = (reason: Reason, ms?: number) => {
    reasons.get(reason)?.()
    reasons.set(reason, ms === undefined ? () => undefined : timers.after(ms, () => end(reason)))
    onChange(true)
  }
  return {
    onMouseMove: () => begin('mouse', idleMouseMs),
    onMouseLeave: () => end('mouse'),
    onTouchStart: () => begin('touch'),
    onTouchEnd: () => begin('touch', afterTouchMs),
    onFocus: () => begin('focus'),
    onBlur: () => end('focus'),
    dispose() {
      for (const reason of [...reasons.keys()]) end(reason)
    },
  }
}

type Pointed = Pick<PointerEvent, 'pointerType'>

/** Returns the listeners for an element. `onChange` must stay the same. */
export function useReading(onChange: (isReading: boolean) => void) {
  const reading = useMemo(() => createReading(onChange, browserTimers), [onChange])
  useEffect(() => reading.dispose, [reading])
  // Touch also fires pointer events, without a leave.
  const ifMouse = (run: () => void) => (event: Pointed) => event.pointerType === 'mouse' && run()
  return {
    onPointerEnter: ifMouse(reading.onMouseMove),
    onPointerMove: ifMouse(reading.onMouseMove),
    onPointerLeave: ifMouse(reading.onMouseLeave),
    onTouchStart: reading.onTouchStart,
    onTouchEnd: reading.onTouchEnd,
    onTouchCancel: reading.onTouchEnd,
    onFocusIn: ({ target }: FocusEvent) => {
      // A tapped element keeps the focus while the user reads elsewhere, so only visible focus counts.
      if (target instanceof Element && target.matches(':focus-visible')) reading.onFocus()
    },
    onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const isInside =
        currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      if (!isInside) reading.onBlur()
    },
  }
}
