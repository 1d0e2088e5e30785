// The sticky bar at the top of the screen while results are read: tools, and on the way up the keyword, which leads back to the box.
import { Search } from 'lucide-preact'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { searchMessages } from './messages.ts'
import type { Selection } from './works/selection.ts'

interface StickyProps {
  readonly kw: string
  readonly selection: Selection
  /** Stands beside the tools at their end. */
  readonly aside: ComponentChildren
  readonly children: ComponentChildren
}

/** The keyword moves the tools by a transform, which is no layout shift. */
export function StickyTools({ kw, selection, aside, children }: StickyProps) {
  const messages = searchMessages.use()
  const tools = useRef<HTMLDivElement>(null)
  // A transform would move the bar of the selection, which is fixed to the screen.
  const hasKeyword = useIsOnWayUp(tools) && !selection.isOpen.value
  return (
    <div
      ref={tools}
      class={`sticky top-0 z-10 -mx-3 flex min-h-12 gap-2 bg-ground px-3 transition-transform sm:-mx-5 sm:px-5 ${hasKeyword ? 'translate-y-11' : ''}`}
    >
      {hasKeyword && (
        <button
          type="button"
          aria-label={`${messages.search}: ${kw}`}
          class="absolute inset-x-0 bottom-full flex h-11 items-center gap-2 bg-ground px-3 text-start -outline-offset-2! hover:bg-raised sm:px-5"
          onClick={focusBox}
        >
          <Search size={18} aria-hidden="true" class="shrink-0 text-soft" />
          <span class="truncate">{kw}</span>
        </button>
      )}
      <div class="min-w-0 flex-1">{children}</div>
      {aside}
    </div>
  )
}

/** Scrolling by less is no change of direction. */
const minStepPx = 8

/** Whether the last scrolling was upwards, while the tools are at the top of the screen and not at their own place below the box. */
function useIsOnWayUp(tools: RefObject<HTMLElement>): boolean {
  const [isUp, setUp] = useState(false)
  useEffect(() => {
    let last = scrollY
    const onScroll = () => {
      const step = scrollY - last
      const isStuck = (tools.current?.previousElementSibling?.getBoundingClientRect().bottom ?? 0) < 0
      if (!isStuck) setUp(false)
      if (Math.abs(step) < minStepPx) return
      last = scrollY
      setUp(step < 0 && isStuck)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [tools])
  return isUp
}

function focusBox(): void {
  scrollTo({ top: 0, behavior: 'instant' })
  const box = document.querySelector<HTMLInputElement>('main input[name=kw]')
  box?.focus()
  box?.select()
}
