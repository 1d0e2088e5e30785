// A card of the board: one list with its header and items.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useBoard } from './board-context.ts'
import { CardBody } from './card-body.tsx'
import { CardHead } from './card-head.tsx'
import { fullNameOf } from './list-name.tsx'
import type { ListState } from './list-state.ts'
import { type DropEdge, useCardDrag } from './use-card-drag.ts'
import { useMoveList } from './use-move-list.ts'
import { useUpdatePause } from './use-update-pause.ts'

interface CardProps {
  readonly record: SourceRecord
  /** The visible lists of its topic, in display order. */
  readonly row: readonly SourceRecord[]
  /** Whether the cards are laid out in a grid. */
  readonly isInGrid?: boolean
}

const edges: Readonly<Record<DropEdge, string>> = {
  top: 'top-0 inset-x-0 h-1',
  bottom: 'bottom-0 inset-x-0 h-1',
  left: 'left-0 inset-y-0 w-1',
  right: 'right-0 inset-y-0 w-1',
}

/**
 * Has a fixed minimum height and renders its content only after it has been near the viewport once: there may be
 * hundreds of cards.
 */
export function Card(props: CardProps) {
  const { board, screen } = useBoard()
  const box = useRef<HTMLElement>(null)
  const { id } = props.record
  const state = board.stateOf(id)
  const pauseListeners = useUpdatePause(state)
  useEffect(() => (box.current ? screen.watch(box.current, id) : undefined), [screen, id])
  useScrollTarget(box, id)
  return (
    // `content-visibility` skips painting far cards and clips overflow: anything that pops up of a card must be a popover.
    <article
      {...pauseListeners}
      ref={box}
      tabIndex={-1}
      aria-labelledby={`list-${id}`}
      class="relative min-h-[31.375rem] shrink-0 rounded-xl border border-line bg-card [contain-intrinsic-size:auto_31.25rem] [content-visibility:auto] focus-visible:-outline-offset-2"
    >
      {state.wasVisible.value ? (
        <CardContent {...props} state={state} box={box} />
      ) : (
        <h3 id={`list-${id}`} class="sr-only">
          {fullNameOf(props.record)}
        </h3>
      )}
    </article>
  )
}

interface CardContentProps extends CardProps {
  readonly state: ListState
  readonly box: { readonly current: HTMLElement | null }
}

function CardContent({ record, row, isInGrid = false, state, box }: CardContentProps) {
  const moving = useMoveList(record, row)
  const [isReasonOpen, setReasonOpen] = useState(false)
  const reasonPanel = { isOpen: isReasonOpen, toggle: () => setReasonOpen(!isReasonOpen) }
  const edge = useCardDrag(box, { id: record.id, isInGrid, onDrop: moving.insert })
  return (
    <>
      <CardHead record={record} state={state} moving={moving} reasonPanel={reasonPanel} />
      <CardBody record={record} state={state} isReasonOpen={isReasonOpen} />
      {edge && <span aria-hidden="true" class={`pointer-events-none absolute bg-accent ${edges[edge]}`} />}
    </>
  )
}

function useScrollTarget(box: { readonly current: HTMLElement | null }, id: string): void {
  const { scrollTarget } = useBoard().board
  const isTarget = scrollTarget.value === id
  useEffect(() => {
    if (!isTarget) return
    box.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
    box.current?.focus({ preventScroll: true })
    scrollTarget.value = undefined
  }, [box, isTarget, scrollTarget])
}
