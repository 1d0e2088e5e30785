// Menu of a card, whose entries are loaded when it is first opened.
import { Ellipsis } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { fullNameOf } from '../components/list-name.tsx'
import { hotMessages } from './messages.ts'
import type { MoveActions } from './use-move-list.ts'

const MenuEntries = lazyComponent(async () => (await import('./card-menu-entries.tsx')).MenuEntries, LoadErrorToast)

interface MenuProps {
  readonly record: SourceRecord
  readonly moving: MoveActions
}

/** A button with a popover. The browser closes it on Escape or an outside click and restores the focus. */
export function CardMenu({ record, moving }: MenuProps) {
  const messages = hotMessages.use()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<PopoverPosition | undefined>(undefined)
  useCloseOnScroll(box, button, position !== undefined)
  const label = messages.menu(fullNameOf(record))
  const run = (act: () => void) => () => {
    box.current?.hidePopover()
    act()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={-1}
        popovertarget={id}
        aria-label={label}
        title={label}
        class="inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-raised hover:text-ink"
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        class="fixed inset-auto w-44 rounded-xl border border-line bg-card p-1 text-ink shadow-lg"
        style={position}
        onBeforeToggle={(event) => setPosition(event.newState === 'open' ? positionBelow(button.current) : undefined)}
      >
        {position && <MenuEntries record={record} moving={moving} run={run} />}
      </div>
    </>
  )
}

/** The popover is positioned when it opens, so scrolling that moves the button closes it. */
function useCloseOnScroll(box: RefObject<HTMLElement>, button: RefObject<HTMLElement>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(button.current)) box.current?.hidePopover()
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', onScroll, { capture: true })
  }, [box, button, isOpen])
}

type PopoverPosition = Readonly<Record<'top' | 'left', string>>

const widthPx = 176
const heightPx = 248

/** Positions the popover below the button, or above it if there is no space; within the viewport. */
function positionBelow(button: HTMLElement | null): PopoverPosition {
  const { right, bottom, top } = button?.getBoundingClientRect() ?? { right: 0, bottom: 0, top: 0 }
  const below = bottom + heightPx > innerHeight ? top - heightPx : bottom
  return { top: `${Math.max(4, below)}px`, left: `${Math.max(4, right - widthPx)}px` }
}
