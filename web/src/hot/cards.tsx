// The cards of the board: those of one tab as a grid, or columns: all topics side by side, or on narrow screens all tabs, one at a time.
import { Star } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import type { Topic } from '../components/topics.ts'
import { useBoard } from './board-context.ts'
import { Card } from './card.tsx'
import { hotMessages } from './messages.ts'
import { ScrollBox, useScrollPosition } from './scroll-box.tsx'
import { hrefOfTab, type Tab } from './tabs.ts'

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
