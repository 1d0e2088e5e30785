// Detects whether the user is reading, so that rows do not move meanwhile.
import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Scrolling less than this does not count as reading. */
const scrolledPx = 24

export interface Reading {
  readonly isReading: ReadonlySignal<boolean>
  /** Ends reading: the user requested the new rows. */
  release(): void
}

/**
 * Reading starts when the user scrolls, presses or focuses something in the list, and lasts while the mouse is over it.
 */
export function useReading(list: RefObject<HTMLElement>, search: unknown): Reading {
  const isReading = useSignal(false)
  useEffect(() => {
    isReading.value = false
  }, [search, isReading])
  useEffect(() => {
    let isOverOnly = false
    const read = () => {
      isOverOnly = false
      isReading.value = true
    }
    // Without rows there is nothing to read.
    const within = ({ target }: Event) =>
      target instanceof Node &&
      list.current?.contains(target) === true &&
      list.current.querySelector('[data-row]') !== null
    const scrolled = () => {
      if (scrollY > scrolledPx) read()
    }
    const touched = (event: Event) => {
      if (within(event)) read()
    }
    const moved = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const isOver = within(event)
      // A list rendered under an idle mouse fires the event without movement.
      if (isOver && !isReading.value && event.movementX !== 0) {
        isOverOnly = true
        isReading.value = true
      } else if (!isOver && isOverOnly) {
        isOverOnly = false
        isReading.value = false
      }
    }
    const abort = new AbortController()
    const { signal } = abort
    addEventListener('scroll', scrolled, { signal, passive: true })
    addEventListener('pointerdown', touched, { signal, passive: true })
    addEventListener('focusin', touched, { signal })
    addEventListener('pointermove', moved, { signal, passive: true })
    return () => abort.abort()
  }, [list, isReading])
  return {
    isReading,
    release() {
      isReading.value = false
    },
  }
}
