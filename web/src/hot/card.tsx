// A card of the board: one list with its header and items.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useSight } from './board-context.ts'
import { CardBody } from './card-body.tsx'
import { CardHead } from './card-head.tsx'
import type { Cell } from './cells.ts'
import { nameOf } from './list-name.tsx'
import { type DropEdge, useCardDragging } from './use-card-dragging.ts'
import { useHolding } from './use-holding.ts'
import { useMoving } from './use-moving.ts'

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
  const { board, screen } = useSight()
  const box = useRef<HTMLElement>(null)
  const { id } = props.record
  const cell = board.cellOf(id)
  const holding = useHolding(cell)
  useEffect(() => (box.current ? screen.watch(box.current, id) : undefined), [screen, id])
  useShownWhenSought(box, id)
  return (
    // `content-visibility` skips painting far cards and clips overflow: anything that pops up of a card must be a popover.
    <article
      {...holding}
      ref={box}
      tabIndex={-1}
      aria-labelledby={`list-${id}`}
      class="relative min-h-[31.375rem] shrink-0 rounded-xl border border-line bg-card [contain-intrinsic-size:auto_31.25rem] [content-visibility:auto] focus-visible:-outline-offset-2"
    >
      {cell.isMet.value ? (
        <Inside {...props} cell={cell} box={box} />
      ) : (
        <h3 id={`list-${id}`} class="sr-only">
          {nameOf(props.record)}
        </h3>
      )}
    </article>
  )
}

interface InsideProps extends CardProps {
  readonly cell: Cell
  readonly box: { readonly current: HTMLElement | null }
}

function Inside({ record, row, isInGrid = false, cell, box }: InsideProps) {
  const moving = useMoving(record, row)
  const [isWhyOpen, setWhyOpen] = useState(false)
  const why = { isOpen: isWhyOpen, toggle: () => setWhyOpen(!isWhyOpen) }
  const edge = useCardDragging(box, { id: record.id, isInGrid, onDrop: moving.place })
  return (
    <>
      <CardHead record={record} cell={cell} moving={moving} why={why} />
      <CardBody record={record} cell={cell} isWhyOpen={isWhyOpen} />
      {edge && <span aria-hidden="true" class={`pointer-events-none absolute bg-accent ${edges[edge]}`} />}
    </>
  )
}

function useShownWhenSought(box: { readonly current: HTMLElement | null }, id: string): void {
  const { sought } = useSight().board
  const isSought = sought.value === id
  useEffect(() => {
    if (!isSought) return
    box.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
    box.current?.focus({ preventScroll: true })
    sought.value = undefined
  }, [box, isSought, sought])
}
