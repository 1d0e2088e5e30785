// Header of a card: name, age, star, refresh and menu.
import { GripVertical, RefreshCw, Star } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { IconButton } from '../components/button.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { fullNameOf } from '../components/list-name.tsx'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { CardAge, type ReasonPanel } from './card-age.tsx'
import { CardMenu } from './card-menu.tsx'
import { textColorOn } from './contrast.ts'
import type { ListState } from './list-state.ts'
import { hotMessages } from './messages.ts'
import type { Tab } from './tabs.ts'
import type { MoveActions } from './use-move-list.ts'
import { useRefresh } from './use-refresh.ts'

interface HeadProps {
  readonly tab: Tab
  readonly record: SourceRecord
  readonly state: ListState
  readonly moving: MoveActions
  readonly reasonPanel: ReasonPanel
}

/** Moves the card by dragging or with Alt+arrow. */
export function CardHead({ tab, record, state, moving, reasonPanel }: HeadProps) {
  const messages = useMessages(hotMessages)
  const { refresh } = useRefresh()
  const isAsking = state.isLoading.value
  const head = useRef<HTMLElement>(null)
  useMoveKeys(head, moving.step)
  const { isDragNeeded } = useBoard().board
  const loadDrag = () => {
    isDragNeeded.value = true
  }
  return (
    <header
      ref={head}
      data-key-row
      class="flex h-14 items-center gap-2.5 ps-3 pe-1"
      onPointerEnter={loadDrag}
      onPointerDown={loadDrag}
    >
      <Badge record={record} />
      <div class="min-w-0 flex-1">
        <h3 id={`list-${tab}-${record.id}`} class="truncate text-sm leading-5 font-semibold">
          <a
            href={record.home}
            target="_blank"
            rel="noopener noreferrer"
            draggable={false}
            class="hover:underline"
            title={fullNameOf(record)}
          >
            {record.name}
            {record.title !== undefined && <span class="font-normal text-soft"> {record.title}</span>}
          </a>
        </h3>
        <CardAge record={record} state={state} reasonPanel={reasonPanel} />
      </div>
      <div class="flex shrink-0 items-center">
        <StarButton record={record} />
        <IconButton
          icon={RefreshCw}
          size={16}
          tabIndex={-1}
          label={messages.refresh(fullNameOf(record))}
          class={`!size-8 ${isAsking ? 'animate-spin hover:!bg-transparent' : ''}`}
          onClick={() => refresh(record.id)}
        />
        <CardMenu record={record} moving={moving} />
      </div>
    </header>
  )
}

function StarButton({ record }: { readonly record: SourceRecord }) {
  const messages = useMessages(hotMessages)
  const { layout } = useBoard().board
  const isStarred = layout.layout.value.starred.includes(record.id)
  return (
    <IconButton
      icon={Star}
      size={16}
      tabIndex={-1}
      label={messages.star(fullNameOf(record))}
      aria-pressed={isStarred}
      class="!size-8 aria-pressed:[&>svg]:fill-current"
      onClick={() => layout.star(record.id, !isStarred)}
    />
  )
}

/** Handles Alt+arrow on any button of the header; the menu offers the same. */
function useMoveKeys(head: RefObject<HTMLElement>, step: MoveActions['step']): void {
  useEffect(() => {
    const element = head.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      step(event.key === 'ArrowUp' ? -1 : 1)
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  })
}

const BrandMark = lazyComponent(
  async () => (await import('./brand-mark.tsx')).BrandMark,
  () => null,
)

/** The mark on the list's colour; a grip icon on hover. */
function Badge({ record }: { readonly record: SourceRecord }) {
  const { color } = record
  const { hasContent } = usePage()
  const { drag } = useMessages(hotMessages)
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
