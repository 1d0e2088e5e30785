// Header of a card: name, age, refresh and menu.
import { GripVertical, RefreshCw } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useWords } from '../language.ts'
import { IconButton } from '../parts/button.tsx'
import { useSight } from './board-context.ts'
import { CardAge, type Why } from './card-age.tsx'
import { CardMenu } from './card-menu.tsx'
import type { Cell } from './cells.ts'
import { inkOn } from './colours.ts'
import { nameOf } from './list-name.tsx'
import type { Moving } from './use-moving.ts'
import { useRenewing } from './use-renewing.ts'
import { hotWords } from './words.ts'

interface HeadProps {
  readonly record: SourceRecord
  readonly cell: Cell
  readonly moving: Moving
  readonly why: Why
}

/** Moves the card by dragging or with Alt+arrow. */
export function CardHead({ record, cell, moving, why }: HeadProps) {
  const messages = useWords(hotWords)
  const { renew } = useRenewing()
  const isAsking = cell.isAsking.value
  const head = useRef<HTMLElement>(null)
  useMovingKeys(head, moving.step)
  const { isDragWanted } = useSight().board
  const wantDrag = () => {
    isDragWanted.value = true
  }
  return (
    <header
      ref={head}
      class="flex h-14 items-center gap-2.5 ps-3 pe-1"
      onPointerEnter={wantDrag}
      onPointerDown={wantDrag}
    >
      <Badge record={record} />
      <div class="min-w-0 flex-1">
        <h3 id={`list-${record.id}`} class="truncate text-sm leading-5 font-semibold">
          <a
            href={record.home}
            target="_blank"
            rel="noopener noreferrer"
            draggable={false}
            class="hover:underline"
            title={nameOf(record)}
          >
            {record.name}
            {record.title !== undefined && <span class="font-normal text-soft"> {record.title}</span>}
          </a>
        </h3>
        <CardAge record={record} cell={cell} why={why} />
      </div>
      <div class="flex shrink-0">
        <IconButton
          icon={RefreshCw}
          size={16}
          label={messages.refresh(nameOf(record))}
          class={isAsking ? 'animate-spin hover:!bg-transparent' : ''}
          onClick={() => renew(record.id)}
        />
        <CardMenu record={record} moving={moving} />
      </div>
    </header>
  )
}

/** Handles Alt+arrow on any button of the header; the menu offers the same. */
function useMovingKeys(head: RefObject<HTMLElement>, step: Moving['step']): void {
  useEffect(() => {
    const element = head.current
    const hear = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      step(event.key === 'ArrowUp' ? -1 : 1)
    }
    element?.addEventListener('keydown', hear)
    return () => element?.removeEventListener('keydown', hear)
  })
}

/** The initial on the list's colour; a grip icon on hover. */
function Badge({ record: { name, color } }: { readonly record: SourceRecord }) {
  const { drag } = useWords(hotWords)
  return (
    <span
      aria-hidden="true"
      title={drag}
      class="group/badge flex size-8 shrink-0 cursor-grab items-center justify-center rounded-lg border border-line text-sm font-bold"
      style={{ backgroundColor: color, color: inkOn(color) }}
    >
      <span class="group-hover/badge:hidden">{[...name][0]}</span>
      <GripVertical size={16} class="hidden group-hover/badge:block" />
    </span>
  )
}
