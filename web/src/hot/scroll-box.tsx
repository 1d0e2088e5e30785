// A box that scrolls by itself and keeps its place for when the user returns.
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useBoard } from './board-context.ts'

interface ScrollProps {
  readonly name: string
  readonly class: string
  readonly children: ComponentChildren
}

export function ScrollBox({ name, class: extraClass, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={box}
      class={`relative min-h-0 flex-1 overflow-y-auto pb-3 [scrollbar-width:thin] ${extraClass}`}
      onScroll={useScrollPosition(box, name)}
    >
      {children}
    </div>
  )
}

/** Restores the place of the box; returns the listener that keeps it. */
export function useScrollPosition(box: RefObject<HTMLElement>, name: string) {
  const { scrollPositions } = useBoard().board
  useLayoutEffect(() => {
    const [left, top] = scrollPositions.get(name) ?? [0, 0]
    box.current?.scrollTo({ left, top, behavior: 'instant' })
  }, [box, scrollPositions, name])
  return ({ currentTarget: { scrollLeft, scrollTop } }: { readonly currentTarget: HTMLElement }) =>
    void scrollPositions.set(name, [scrollLeft, scrollTop])
}
