// Detects whether the user is reading, so that rows do not move meanwhile.
import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Scrolling less than this does not count as reading. */
const minScrollPx = 24

export interface ReadingState {
  readonly isReading: ReadonlySignal<boolean>
  /** Ends reading: the user requested the new rows. */
  endReading(): void
}

/**
 * Reading starts when the user scrolls, presses or focuses something in the list, and lasts while the mouse is over it.
 */
export function useIsReading(list: RefObject<HTMLElement>, search: unknown): ReadingState {
  const isReading = useSignal(false)
  useEffect(() => {
    isReading.value = false
  }, [search, isReading])
  useEffect(() => {
    let isHoverOnly = false
    const startReading = () => {
      isHoverOnly = false
      isReading.value = true
    }
    // Without rows there is nothing to read.
    const isInList = ({ target }: Event) =>
      target instanceof Node &&
      list.current?.contains(target) === true &&
      list.current.querySelector('[data-row]') !== null
    const onScroll = () => {
      if (scrollY > minScrollPx) startReading()
    }
    const onPress = (event: Event) => {
      if (isInList(event)) startReading()
    }
    const onPointerMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const isOver = isInList(event)
      // A list rendered under an idle mouse fires the event without movement.
      if (isOver && !isReading.value && event.movementX !== 0) {
        isHoverOnly = true
        isReading.value = true
      } else if (!isOver && isHoverOnly) {
        isHoverOnly = false
        isReading.value = false
      }
    }
    const abort = new AbortController()
    const { signal } = abort
    addEventListener('scroll', onScroll, { signal, passive: true })
    addEventListener('pointerdown', onPress, { signal, passive: true })
    addEventListener('focusin', onPress, { signal })
    addEventListener('pointermove', onPointerMove, { signal, passive: true })
    return () => abort.abort()
  }, [list, isReading])
  return {
    isReading,
    endReading() {
      isReading.value = false
    },
  }
}
