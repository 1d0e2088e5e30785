// The row that has the focus: it stays rendered while scrolled away.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Returns the key of the row that contains an element. */
function keyAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest('[data-row]')?.getAttribute('data-row') ?? undefined
}

export interface FocusedRow {
  readonly focused: string | undefined
  /** Focuses a row, once it is rendered. */
  focus(key: string): void
  readonly onFocusIn: (event: FocusEvent) => void
  readonly onFocusOut: () => void
}

/** Returns the focused row and the listeners for the list. */
export function useFocusedRow(list: RefObject<HTMLElement>): FocusedRow {
  const [focused, setFocused] = useState<string | undefined>()
  const pendingFocus = useRef<string | undefined>()
  useLayoutEffect(() => {
    if (pendingFocus.current === undefined) return
    const first = rowElement(list, pendingFocus.current)?.querySelector<HTMLElement>('a, button')
    if (!first) return
    pendingFocus.current = undefined
    first.focus({ preventScroll: true })
  })
  return {
    focused,
    focus(key) {
      pendingFocus.current = key
      setFocused(key)
    },
    onFocusIn: (event) => setFocused(keyAt(event.target)),
    onFocusOut: () => setFocused(undefined),
  }
}

/** Returns a row that is rendered. */
export function rowElement(list: RefObject<HTMLElement>, key: string): Element | null | undefined {
  return list.current?.querySelector(`[data-row="${CSS.escape(key)}"]`)
}
