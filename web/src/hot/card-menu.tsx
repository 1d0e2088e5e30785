// Menu of a card: move and hide.
import { ArrowDown, ArrowUp, Ellipsis, EyeOff, type LucideIcon } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useWords } from '../language.ts'
import { nameOf } from './list-name.tsx'
import type { Moving } from './use-moving.ts'
import { hotWords } from './words.ts'

interface MenuProps {
  readonly record: SourceRecord
  readonly moving: Moving
}

/** A button with a popover. The browser closes it on Escape or an outside click and restores the focus. */
export function CardMenu({ record, moving }: MenuProps) {
  const messages = useWords(hotWords)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | undefined>(undefined)
  useClosedByScrolling(box, button, place !== undefined)
  const label = messages.menu(nameOf(record))
  const run = (act: () => void) => () => {
    box.current?.hidePopover()
    act()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popovertarget={id}
        aria-label={label}
        title={label}
        class="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-raised hover:text-ink"
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        class="fixed inset-auto w-44 rounded-xl border border-line bg-card p-1 text-ink shadow-lg"
        style={place}
        onBeforeToggle={(event) => setPlace(event.newState === 'open' ? placeBelow(button.current) : undefined)}
      >
        {place && (
          <>
            <Entry icon={ArrowUp} name={messages.moveUp} isOff={moving.isFirst} onClick={run(() => moving.step(-1))} />
            <Entry
              icon={ArrowDown}
              name={messages.moveDown}
              isOff={moving.isLast}
              onClick={run(() => moving.step(1))}
            />
            <Entry icon={EyeOff} name={messages.hide} onClick={run(moving.hide)} />
          </>
        )}
      </div>
    </>
  )
}

/** The popover is positioned when it opens, so scrolling that moves the button closes it. */
function useClosedByScrolling(box: RefObject<HTMLElement>, button: RefObject<HTMLElement>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const hear = ({ target }: Event) => {
      if (target instanceof Node && target.contains(button.current)) box.current?.hidePopover()
    }
    document.addEventListener('scroll', hear, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', hear, { capture: true })
  }, [box, button, isOpen])
}

type Place = Readonly<Record<'top' | 'left', string>>

const widthPx = 176
const heightPx = 128

/** Positions the popover below the button, or above it if there is no space; within the viewport. */
function placeBelow(button: HTMLElement | null): Place {
  const { right, bottom, top } = button?.getBoundingClientRect() ?? { right: 0, bottom: 0, top: 0 }
  const below = bottom + heightPx > innerHeight ? top - heightPx : bottom
  return { top: `${Math.max(4, below)}px`, left: `${Math.max(4, right - widthPx)}px` }
}

interface EntryProps {
  readonly icon: LucideIcon
  readonly name: string
  readonly isOff?: boolean
  readonly onClick: () => void
}

function Entry({ icon: Icon, name, isOff = false, onClick }: EntryProps) {
  return (
    <button
      type="button"
      disabled={isOff}
      class="flex h-10 w-full items-center gap-2 rounded-lg px-3 text-sm hover:bg-raised disabled:opacity-50"
      onClick={onClick}
    >
      <Icon size={16} aria-hidden="true" />
      {name}
    </button>
  )
}
