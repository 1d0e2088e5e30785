// The cards of the board: those of one tab as a grid, or columns: all topics side by side, or on narrow screens all tabs, one at a time.

import { Star } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { fullNameOf } from '../components/list-name.tsx'
import type { Topic } from '../components/topics.ts'
import { useBoard } from './board-context.ts'
import { CardBody } from './card-body.tsx'
import { CardHead } from './card-head.tsx'
import type { ListState } from './list-state.ts'
import { hotMessages } from './messages.ts'
import { useReading } from './reading.ts'
import { ScrollBox, useScrollPosition } from './scroll-box.tsx'
import { hrefOfTab, type Tab } from './tabs.ts'
import { dropMark, useDrag } from './use-drag.ts'
import { useMoveList } from './use-move-list.ts'

const StarredFeeds = lazyComponent(async () => (await import('./starred-feeds.tsx')).StarredFeeds, LoadErrorToast)

interface CardsProps {
  readonly lists: ReadonlyMap<Tab, readonly SourceRecord[]>
  readonly topicLists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly tab: Tab | 'all'
}

export function Cards({ lists, topicLists, tab }: CardsProps) {
  const { isNarrow } = useBoard()
  if (isNarrow || tab === 'all') return <Columns lists={isNarrow ? lists : topicLists} tab={tab} />
  return <Grid key={tab} tab={tab} records={lists.get(tab) ?? []} />
}

interface TabProps {
  readonly tab: Tab
  readonly records: readonly SourceRecord[]
}

/** Above the starred lists: their feeds, or what to do while there are none. */
function StarsHead({ tab, records }: TabProps) {
  const messages = hotMessages.use()
  if (records.length === 0) return <EmptyState icon={Star} title={messages.noStars} text={messages.noStarsHint} />
  if (tab !== 'starred') return null
  return (
    <div class="h-9 shrink-0">
      <StarredFeeds ids={records.map(({ id }) => id)} />
    </div>
  )
}

/** A scroll container of its own, so that the topics stay visible. It ends 1 px after the cards: it would clip borders at fractional widths. */
function Grid({ tab, records }: TabProps) {
  const messages = hotMessages.use()
  return (
    <ScrollBox name={`grid ${tab}`} class="pe-px">
      <h2 class="sr-only">{messages.tabs[tab]}</h2>
      <StarsHead tab={tab} records={records} />
      <div class="grid grid-cols-[repeat(auto-fill,minmax(19rem,1fr))] items-start gap-3">
        {records.map((record) => (
          <Card key={record.id} tab={tab} record={record} row={records} isInGrid />
        ))}
      </div>
    </ScrollBox>
  )
}

function Columns({ lists, tab }: Pick<CardsProps, 'lists' | 'tab'>) {
  const row = useRef<HTMLDivElement>(null)
  const tabs = useMemo(() => [...lists.keys()], [lists])
  const keepPlace = useScrollPosition(row, 'all')
  useTabSwiping(row, tabs, tab)
  return (
    <div
      ref={row}
      class="relative flex min-h-0 flex-1 snap-x snap-mandatory gap-3 overflow-x-auto overflow-y-hidden overscroll-x-contain max-md:-mx-3 max-md:gap-0 max-md:[scrollbar-width:none] md:snap-proximity md:pb-1"
      onScroll={keepPlace}
    >
      {[...lists].map(([key, records]) => (
        <Column key={key} tab={key} records={records} />
      ))}
    </div>
  )
}

function Column({ tab, records }: TabProps) {
  const messages = hotMessages.use()
  const { isNarrow } = useBoard()
  return (
    <section
      aria-labelledby={`tab-${tab}`}
      class="relative flex w-full shrink-0 snap-start snap-always flex-col md:w-80 md:snap-normal"
    >
      <h2 id={`tab-${tab}`} class={isNarrow ? 'sr-only' : 'px-1 pb-1.5 text-sm font-semibold text-soft'}>
        <a href={hrefOfTab(tab)} class="hover:text-ink hover:underline">
          {messages.tabs[tab]}
        </a>
      </h2>
      <ScrollBox name={tab} class="flex flex-col gap-3 overscroll-y-contain max-md:px-3">
        <StarsHead tab={tab} records={records} />
        {records.map((record) => (
          <Card key={record.id} tab={tab} record={record} row={records} />
        ))}
      </ScrollBox>
    </section>
  )
}

/** Scrolling counts as ended after this time; not all browsers support `scrollend`. */
const settleMs = 140

/** On narrow screens, keeps the visible column and the tab in the URL in sync. */
function useTabSwiping(
  row: RefObject<HTMLElement>,
  tabs: readonly CardsProps['tab'][],
  current: CardsProps['tab'],
): void {
  const { isNarrow } = useBoard()
  const { route } = useLocation()
  const at = tabs.indexOf(current)
  const hasPositioned = useRef(false)
  useLayoutEffect(() => {
    const box = row.current
    if (!box || !isNarrow || at < 0) return
    const left = at * box.clientWidth
    const isSmooth = hasPositioned.current && !matchMedia('(prefers-reduced-motion: reduce)').matches
    if (Math.abs(box.scrollLeft - left) > 2) box.scrollTo({ left, behavior: isSmooth ? 'smooth' : 'instant' })
    hasPositioned.current = true
  }, [at, isNarrow, row])
  useEffect(() => {
    const box = row.current
    if (!box || !isNarrow) return
    let timer = 0
    const onScroll = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        const visibleTab = tabs[Math.round(box.scrollLeft / box.clientWidth)]
        if (visibleTab && visibleTab !== current) route(hrefOfTab(visibleTab), true)
      }, settleMs)
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      box.removeEventListener('scroll', onScroll)
    }
  }, [current, isNarrow, route, row, tabs])
}

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
function Card(props: CardProps) {
  const { board, screen } = useBoard()
  const { tab, record, isInGrid = false } = props
  const box = useRef<HTMLElement>(null)
  const { id } = record
  const headingId = `list-${tab}-${id}`
  const state = board.stateOf(id)
  const listeners = useReading(state.hold)
  const { isSmall, onLeave } = useSmall(box, state, isInGrid)
  const moving = useMoveList(record, props.row, tab)
  const { handle, target, edge } = useDrag(box, { id, row: tab, isHorizontal: isInGrid, onDrop: moving.insert })
  const [isReasonOpen, setReasonOpen] = useState(false)
  useEffect(() => (box.current ? screen.watch(box.current, id, onLeave) : undefined), [screen, id, onLeave])
  useScrollTarget(box, id, tab)
  const card = { tab, record, state }
  return (
    // `content-visibility` skips painting far cards and clips overflow: anything that pops up of a card must be a popover.
    <article
      {...listeners}
      {...target}
      ref={box}
      tabIndex={-1}
      aria-labelledby={headingId}
      data-list={id}
      class={`relative shrink-0 rounded-xl border border-line bg-card [contain-intrinsic-size:auto_28rem] [content-visibility:auto] focus-visible:-outline-offset-2 ${isSmall ? '' : 'min-h-[28.125rem]'}`}
    >
      {state.wasVisible.value ? (
        <>
          <CardHead {...{ card, moving, handle, isReasonOpen }} onReason={() => setReasonOpen(!isReasonOpen)} />
          <CardBody card={card} isReasonOpen={isReasonOpen} />
        </>
      ) : (
        <h3 id={headingId} class="sr-only">
          {fullNameOf(record)}
        </h3>
      )}
      {edge && <span aria-hidden="true" class={dropMark(edge, isInGrid)} />}
    </article>
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
function useSmall(box: Box, { shown, error }: ListState, isInGrid: boolean) {
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
