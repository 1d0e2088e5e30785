// A card of the board: one list with its header and items.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { fullNameOf } from '../components/list-name.tsx'
import { useBoard } from './board-context.ts'
import { CardBody } from './card-body.tsx'
import { CardHead } from './card-head.tsx'
import type { ListState } from './list-state.ts'
import type { Tab } from './tabs.ts'
import { type DropEdge, useCardDrag } from './use-card-drag.ts'
import { useMoveList } from './use-move-list.ts'
import { useUpdatePause } from './use-update-pause.ts'

interface CardProps {
  /** The tab in which the card stands; a list has a card in each of its tabs. */
  readonly tab: Tab
  readonly record: SourceRecord
  /** The visible lists of the tab, in display order. */
  readonly row: readonly SourceRecord[]
  /** Whether the cards are laid out in a grid. */
  readonly isInGrid?: boolean
}

type Box = { readonly current: HTMLElement | null }

const edges: Readonly<Record<DropEdge, string>> = {
  top: 'top-0 inset-x-0 h-1',
  bottom: 'bottom-0 inset-x-0 h-1',
  left: 'left-0 inset-y-0 w-1',
  right: 'right-0 inset-y-0 w-1',
}

/**
 * Has a fixed minimum height, unless its list fails, and renders its content only after it has been near the viewport once: there may
 * be hundreds of cards.
 */
export function Card(props: CardProps) {
  const { board, screen } = useBoard()
  const box = useRef<HTMLElement>(null)
  const { id } = props.record
  const headingId = `list-${props.tab}-${id}`
  const state = board.stateOf(id)
  const pauseListeners = useUpdatePause(state)
  const { isSmall, onLeave } = useSmall(box, state, props.isInGrid)
  useEffect(() => (box.current ? screen.watch(box.current, id, onLeave) : undefined), [screen, id, onLeave])
  useScrollTarget(box, id, props.tab)
  return (
    // `content-visibility` skips painting far cards and clips overflow: anything that pops up of a card must be a popover.
    <article
      {...pauseListeners}
      ref={box}
      tabIndex={-1}
      aria-labelledby={headingId}
      data-list={id}
      class={`relative shrink-0 rounded-xl border border-line bg-card [contain-intrinsic-size:auto_28rem] [content-visibility:auto] focus-visible:-outline-offset-2 ${isSmall ? '' : 'min-h-[28.125rem]'}`}
    >
      {state.wasVisible.value ? (
        <CardContent {...props} state={state} box={box} />
      ) : (
        <h3 id={headingId} class="sr-only">
          {fullNameOf(props.record)}
        </h3>
      )}
    </article>
  )
}

interface CardContentProps extends CardProps {
  readonly state: ListState
  readonly box: Box
}

function CardContent({ tab, record, row, isInGrid = false, state, box }: CardContentProps) {
  const moving = useMoveList(record, row, tab)
  const [isReasonOpen, setReasonOpen] = useState(false)
  const reasonPanel = { isOpen: isReasonOpen, toggle: () => setReasonOpen(!isReasonOpen) }
  const edge = useCardDrag(box, { id: record.id, isInGrid, onDrop: moving.insert })
  return (
    <>
      <CardHead tab={tab} record={record} state={state} moving={moving} reasonPanel={reasonPanel} />
      <CardBody tab={tab} record={record} state={state} isReasonOpen={isReasonOpen} />
      {edge && <span aria-hidden="true" class={`pointer-events-none absolute bg-accent ${edges[edge]}`} />}
    </>
  )
}

function useScrollTarget(box: Box, id: string, tab: Tab): void {
  const { currentTab, board } = useBoard()
  const { scrollTarget } = board
  const isTarget = scrollTarget.value === id && (currentTab === 'all' || currentTab === tab)
  useEffect(() => {
    if (!isTarget) return
    box.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
    box.current?.focus({ preventScroll: true })
    scrollTarget.value = undefined
  }, [box, isTarget, scrollTarget])
}

/**
 * Whether the card needs no space for items, because its list has failed and there are none. A card that fails while it is visible keeps its
 * space until it is out of sight, unless it stands in a grid, where no other card moves.
 */
function useSmall(box: Box, { shown, error }: ListState, isInGrid = false) {
  const isFailed = shown.value
    ? shown.value.error !== undefined && shown.value.data.length === 0
    : error.value !== undefined
  const failed = useRef(isFailed)
  failed.current = isFailed
  const [isSmall, setSmall] = useState(isFailed)
  const onLeave = useCallback(() => setSmall(failed.current), [])
  useLayoutEffect(() => {
    if (!isFailed || isInGrid || !isVisible(box.current)) setSmall(isFailed)
  }, [box, isFailed, isInGrid])
  return { isSmall, onLeave }
}

function isVisible(element: Element | null): boolean {
  const { top = 0, bottom = 0, left = 0, right = 0 } = element?.getBoundingClientRect() ?? {}
  return top < innerHeight && bottom > 0 && left < innerWidth && right > 0
}
