// Is somebody reading? Then nothing may move under his eyes or his finger.
import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** A little scrolling is no reading yet. */
const scrolledPx = 24

/** Whether rows stand still, and what lets them go. */
export interface Reading {
  readonly isReading: ReadonlySignal<boolean>
  /** He has asked for what is new. */
  release(): void
}

/** Somebody reads once he has scrolled, pressed or focused something in the list; and as long as his mouse is in it. */
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
    // While nothing is there yet, there is nothing to read.
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
      // A list that comes under a resting mouse tells of it as if it had moved.
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
