// A card of the board: one list with its header and items.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { fullNameOf } from '../components/list-name.tsx'
import { useBoard } from './board-context.ts'
import { CardBody } from './card-body.tsx'
import type { CardContext } from './card-context.ts'
import { CardHead } from './card-head.tsx'
import type { ListState } from './list-state.ts'
import { useReading } from './reading.ts'
import type { Tab } from './tabs.ts'
import { dropMark, useDrag } from './use-drag.ts'
import { useMoveList } from './use-move-list.ts'

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

/**
 * Has a fixed minimum height, unless its list fails, and renders its content only after it has been near the viewport once: there may
 * be hundreds of cards.
 */
export function Card(props: CardProps) {
  const { board, screen } = useBoard()
  const { tab, record } = props
  const box = useRef<HTMLElement>(null)
  const { id } = record
  const headingId = `list-${tab}-${id}`
  const state = board.stateOf(id)
  const listeners = useReading(state.hold)
  const { isSmall, onLeave } = useSmall(box, state, props.isInGrid)
  useEffect(() => (box.current ? screen.watch(box.current, id, onLeave) : undefined), [screen, id, onLeave])
  useScrollTarget(box, id, tab)
  return (
    // `content-visibility` skips painting far cards and clips overflow: anything that pops up of a card must be a popover.
    <article
      {...listeners}
      ref={box}
      tabIndex={-1}
      aria-labelledby={headingId}
      data-list={id}
      class={`relative shrink-0 rounded-xl border border-line bg-card [contain-intrinsic-size:auto_28rem] [content-visibility:auto] focus-visible:-outline-offset-2 ${isSmall ? '' : 'min-h-[28.125rem]'}`}
    >
      {state.wasVisible.value ? (
        <Content {...props} state={state} box={box} />
      ) : (
        <h3 id={headingId} class="sr-only">
          {fullNameOf(record)}
        </h3>
      )}
    </article>
  )
}

function Content({ tab, record, row, isInGrid = false, state, box }: CardProps & CardContext & { readonly box: Box }) {
  const { isDragNeeded } = useBoard().board
  const moving = useMoveList(record, row, tab)
  const [isReasonOpen, setReasonOpen] = useState(false)
  const edge = useDrag(box, {
    id: record.id,
    row: tab,
    handle: 'header',
    isHorizontal: isInGrid,
    isNeeded: isDragNeeded.value,
    onDrop: (dragged, at) => moving.insert(dragged, at === 'before'),
  })
  const card = { tab, record, state }
  return (
    <>
      <CardHead card={card} moving={moving} isReasonOpen={isReasonOpen} onReason={() => setReasonOpen(!isReasonOpen)} />
      <CardBody card={card} isReasonOpen={isReasonOpen} />
      {edge && <span aria-hidden="true" class={dropMark(edge, isInGrid)} />}
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
  const list = shown.value
  const isFailed = list ? list.error !== undefined && list.data.length === 0 : error.value !== undefined
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
