// Long press: of a finger, a pen or the mouse.
import { useRef } from 'preact/hooks'

const holdMs = 500
/** A finger that moves further scrolls. */
const maxMovePx = 10

interface Press {
  readonly x: number
  readonly y: number
  readonly at: number
}

/**
 * Listeners for an element. `run` is called when the press ends, because browsers let a page copy only then; the click that follows
 * does nothing.
 */
export function useLongPress(run: () => void) {
  const press = useRef<Press>()
  const wasHeld = useRef(false)
  const end = () => {
    press.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent) {
      wasHeld.current = false
      press.current = event.button === 0 ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : undefined
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = 0, y = 0 } = press.current ?? {}
      if (press.current && Math.hypot(clientX - x, clientY - y) > maxMovePx) end()
    },
    onPointerUp({ timeStamp }: PointerEvent) {
      wasHeld.current = press.current !== undefined && timeStamp - press.current.at >= holdMs
      end()
      if (wasHeld.current) run()
    },
    onPointerCancel: end,
    onPointerLeave: end,
    /** The browser's menu would end a long press of a finger; that of the mouse stays. */
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault()
    },
    onDragStart(event: DragEvent) {
      event.preventDefault()
    },
    onClick(event: MouseEvent) {
      if (wasHeld.current) event.preventDefault()
      wasHeld.current = false
    },
  }
}
