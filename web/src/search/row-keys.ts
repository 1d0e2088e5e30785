// Keyboard navigation between rows: arrows, j and k. The focused row stays rendered while scrolled away.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['j', 1],
  ['ArrowUp', -1],
  ['k', -1],
])

/** Returns the key of the row that contains an element. */
function keyAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest('[data-row]')?.getAttribute('data-row') ?? undefined
}

/** Returns the focused row and the listeners for the list. */
export function useRowKeys(keys: readonly string[], list: RefObject<HTMLElement>) {
  const [focused, setFocused] = useState<string | undefined>()
  const pendingFocus = useRef<string | undefined>()
  useLayoutEffect(() => {
    if (pendingFocus.current === undefined) return
    const row = list.current?.querySelector(`[data-row="${CSS.escape(pendingFocus.current)}"]`)
    const first = row?.querySelector<HTMLElement>('a, button')
    if (!first) return
    pendingFocus.current = undefined
    first.focus({ preventScroll: true })
  })
  return {
    focused,
    onFocusIn: (event: FocusEvent) => setFocused(keyAt(event.target)),
    onFocusOut: () => setFocused(undefined),
    /** Moves to the next or previous row. Returns its index if the window has to scroll to it. */
    press(event: KeyboardEvent): number | undefined {
      const step = steps.get(event.key)
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || focused === undefined)
        return undefined
      const index = keys.indexOf(focused) + step
      const next = keys[index]
      if (next === undefined) return undefined
      event.preventDefault()
      pendingFocus.current = next
      setFocused(next)
      return index
    },
  }
}
