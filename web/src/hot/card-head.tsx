// Header of a card: name, age, star, refresh and menu.

import { ChevronDown, Ellipsis, GripVertical, RefreshCw, Star, TriangleAlert } from 'lucide-preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Age } from '../components/age.tsx'
import { IconButton } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent, Nothing } from '../components/lazy.tsx'
import { fullNameOf } from '../components/list-name.tsx'
import { OutLink } from '../components/out-link.tsx'
import { usePage } from '../page-context.ts'
import { useBoard } from './board-context.ts'
import type { CardContext } from './card-context.ts'
import { textColorOn } from './contrast.ts'
import { hotMessages } from './messages.ts'
import { stepKeys, type useDrag } from './use-drag.ts'
import type { MoveActions } from './use-move-list.ts'
import { useRefresh } from './use-refresh.ts'

interface AgeProps {
  readonly card: CardContext
  /** Whether the panel that explains why the list is stale is open. */
  readonly isReasonOpen: boolean
  readonly onReason: () => void
}

interface HeadProps extends AgeProps {
  readonly moving: MoveActions
  readonly handle: ReturnType<typeof useDrag>['handle']
}

/** Moves the card by dragging or with Alt+arrow; the menu offers the same. */
export function CardHead({ moving, handle, ...props }: HeadProps) {
  const { tab, record, state } = props.card
  const messages = hotMessages.use()
  const { layout } = useBoard().board
  const { refresh } = useRefresh()
  const name = fullNameOf(record)
  const isStarred = layout.layout.value.starred.includes(record.id)
  return (
    <header {...handle} {...stepKeys(moving.step)} data-key-row class="flex h-14 items-center gap-2.5 ps-3 pe-1">
      <Badge record={record} />
      <div class="min-w-0 flex-1">
        <h3 id={`list-${tab}-${record.id}`} class="truncate text-sm leading-5 font-semibold">
          <OutLink href={record.home} draggable={false} class="hover:underline" title={name}>
            {record.name}
            {record.title !== undefined && <span class="font-normal text-soft"> {record.title}</span>}
          </OutLink>
        </h3>
        <ListAge {...props} />
      </div>
      <div class="flex shrink-0 items-center">
        <IconButton
          icon={Star}
          size={16}
          tabIndex={-1}
          label={messages.star(name)}
          aria-pressed={isStarred}
          class="!size-8 aria-pressed:[&>svg]:fill-current"
          onClick={() => layout.star(record.id, !isStarred)}
        />
        <IconButton
          icon={RefreshCw}
          size={16}
          tabIndex={-1}
          label={messages.refresh(name)}
          class={`!size-8 ${state.isLoading.value ? 'animate-spin hover:!bg-transparent' : ''}`}
          onClick={() => refresh(record.id)}
        />
        <CardMenu record={record} moving={moving} />
      </div>
    </header>
  )
}

/** Rendered before any data is loaded, so that the layout does not shift. */
function ListAge({ card: { record, state }, isReasonOpen, onReason }: AgeProps) {
  const messages = hotMessages.use()
  const { live } = useBoard().board.liveUpdates
  const shown = state.shown.value
  const isLive = live.value.has(record.id) && shown !== undefined && shown.error === undefined
  return (
    <p class="flex h-6 items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      <span
        title={isLive ? messages.live : undefined}
        class={`size-1.5 shrink-0 rounded-full ${isLive ? 'bg-good' : 'border border-edge'}`}
      >
        {isLive && <span class="sr-only">{messages.live}</span>}
      </span>
      {shown && shown.updatedAt !== null && <Age at={shown.updatedAt} />}
      {shown?.error && shown.data.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={isReasonOpen}
          class="inline-flex h-6 min-w-0 items-center gap-1 rounded text-warn hover:underline"
          onClick={onReason}
        >
          <TriangleAlert size={12} aria-hidden="true" class="shrink-0" />
          <span class="truncate">{messages.failing}</span>
          <span class="sr-only">{messages.why(fullNameOf(record))}</span>
          <ChevronDown size={12} aria-hidden="true" class={`shrink-0 ${isReasonOpen ? 'rotate-180' : ''}`} />
        </button>
      )}
      {state.hasPendingUpdate.value && (
        <button
          type="button"
          tabIndex={-1}
          title={messages.updatedHint}
          class="inline-flex h-6 items-center rounded bg-wash px-1.5 text-accent hover:underline"
          onClick={({ currentTarget }) => {
            // The button disappears, so the card takes the focus.
            currentTarget.closest('article')?.focus({ preventScroll: true })
            state.showNewest()
          }}
        >
          {messages.updated}
        </button>
      )}
    </p>
  )
}

const BrandMark = lazyComponent(async () => (await import('./brand-mark.tsx')).BrandMark, Nothing)

/** The mark on the list's colour; a grip icon on hover. */
function Badge({ record }: { readonly record: SourceRecord }) {
  const { color } = record
  const { hasContent } = usePage()
  const { drag } = hotMessages.use()
  return (
    <span
      aria-hidden="true"
      title={drag}
      class="group/badge flex size-8 shrink-0 cursor-grab items-center justify-center rounded-lg border border-line text-sm font-bold"
      style={{ backgroundColor: color, color: textColorOn(color) }}
    >
      <span class="group-hover/badge:hidden">{hasContent.value && <BrandMark record={record} />}</span>
      <GripVertical size={16} class="hidden group-hover/badge:block" />
    </span>
  )
}

const MenuEntries = lazyComponent(async () => (await import('./card-menu-entries.tsx')).MenuEntries, LoadErrorToast)

/** A button with a popover at it. The browser closes it on Escape or an outside click and restores the focus. */
function CardMenu({ record, moving }: { readonly record: SourceRecord; readonly moving: MoveActions }) {
  const messages = hotMessages.use()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const label = messages.menu(fullNameOf(record))
  const run = (act: () => void) => () => {
    box.current?.hidePopover()
    act()
  }
  return (
    <>
      <button
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
        class="menu w-44 rounded-xl border border-line bg-card p-1 text-ink shadow-lg"
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && <MenuEntries record={record} moving={moving} run={run} />}
      </div>
    </>
  )
}
