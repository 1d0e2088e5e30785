// The first view of hot lists: stories that several sites report, beside them the fastest risers and what is new.
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../../src/contract/hotlist.ts'
import type { TrendStory, TrendsAnswer } from '../../../../src/contract/hotlist-trends.ts'
import { displayNow } from '../../clock.ts'
import { ErrorPage } from '../../components/error-page.tsx'
import { lazyComponent } from '../../components/lazy.tsx'
import type { Topic } from '../../components/topics.ts'
import { useContent } from '../../components/use-content.ts'
import { formatAge } from '../../format-time.ts'
import { useMuted } from '../../muted/use-muted.ts'
import { usePreferences } from '../../page-context.ts'
import { useMessages } from '../../use-messages.ts'
import { useBoard } from '../board-context.ts'
import { storyMessages } from './messages.ts'
import { useReading, useStill } from './polled.ts'
import { RisersPanel, SincePanel } from './side-panels.tsx'
import { type StoryFilters as Filters, parseStoryFilters } from './story-address.ts'
import { StoryFilters } from './story-filters.tsx'
import { gainsOf, type NewItem, newItems, type Records, riseOf } from './story-parts.ts'
import { StoryRow } from './story-row.tsx'
import { type StoriesData, useStories } from './use-stories.ts'

const NoStories = lazyComponent(async () => (await import('./no-stories.tsx')).NoStories)

const noItems: readonly NewItem[] = []
const noStories: readonly TrendStory[] = []

interface ViewProps {
  /** The lists on the board, by topic, in the user's order. */
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
}

export function StoriesView({ lists }: ViewProps) {
  const { board } = useBoard()
  const filters = parseStoryFilters(useLocation().query)
  const data = useStories(filters, lists)
  const known = board.records.value
  const records: Records = useMemo(() => new Map(known.map((record) => [record.id, record])), [known])
  const { lastVisit } = data
  const results = data.batch.answer.value?.results
  const fresh = useMemo(
    () => (results && lastVisit !== undefined ? newItems(results, lastVisit) : undefined),
    [results, lastVisit],
  )
  const { items: freshItems, muted } = useMuted(fresh ?? noItems, ({ entries }) => entries)
  const { panel } = filters
  return (
    <>
      <StoryFilters filters={filters} newCount={fresh && freshItems.length} />
      <div class="flex min-h-0 flex-1 gap-4 max-md:-mx-3">
        <MainColumn data={data} filters={filters} records={records} />
        <Scrolled
          name="side"
          class={`w-full lg:w-80 lg:shrink-0 xl:w-96 ${panel === 'stories' ? 'max-lg:hidden' : ''} max-md:px-3`}
        >
          {lastVisit !== undefined && !data.batch.error.value && (
            <SincePanel items={fresh && freshItems} {...{ lastVisit, records, muted }} isOther={panel !== 'since'} />
          )}
          <RisersPanel answer={data.risers.answer.value} error={data.risers.error.value} isOther={panel !== 'risers'} />
        </Scrolled>
      </div>
    </>
  )
}

interface ScrolledProps {
  readonly name: string
  readonly class: string
  readonly children: ComponentChildren
}

/** A column that scrolls by itself and keeps its place for when the user returns. */
function Scrolled({ name, class: extraClass, children }: ScrolledProps) {
  const { scrollPositions } = useBoard().board
  const box = useRef<HTMLDivElement>(null)
  const key = `stories ${name}`
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = scrollPositions.get(key) ?? 0
  }, [scrollPositions, key])
  return (
    <div
      ref={box}
      class={`relative min-h-0 overflow-y-auto overscroll-y-contain pb-3 [scrollbar-width:thin] ${extraClass}`}
      onScroll={({ currentTarget }) => scrollPositions.set(key, currentTarget.scrollTop)}
    >
      {children}
    </div>
  )
}

interface MainProps {
  readonly data: StoriesData
  readonly filters: Filters
  readonly records: Records
}

function MainColumn({ data, filters, records }: MainProps) {
  const messages = useMessages(storyMessages)
  const { trends, trendsPath, isFilling, batch } = data
  const asked = batch.answer.value?.results ?? []
  const haveListsFailed =
    batch.error.value !== undefined || (asked.length > 0 && asked.every(({ success }) => !success))
  const { isReading, listeners } = useReading()
  const latest = trends.answer.value
  const shown = useStill(latest, trendsPath, isReading)
  const error = trends.error.value
  const { items: stories, muted } = useMuted(shown?.stories ?? noStories, (loaded) => loaded.stories)
  return (
    <Scrolled name="main" class={`w-full flex-1 ${filters.panel === 'stories' ? '' : 'max-lg:hidden'}`}>
      <h2 class="sr-only">{messages.title}</h2>
      <div {...listeners}>
        {stories.length > 0 && <Stories stories={stories} data={data} records={records} />}
        {shown?.stories.length === 0 &&
          (isFilling ? <StoriesSkeleton /> : <NoStories filters={filters} haveListsFailed={haveListsFailed} />)}
        {!shown && error && <ErrorPage error={error} onRetry={trends.load} />}
        {!(shown || error) && <StoriesSkeleton />}
      </div>
      {muted.line}
      {shown && stories.length > 0 && (
        <Freshness answer={shown} hasFailed={error !== undefined} isOld={latest !== shown} />
      )}
    </Scrolled>
  )
}

interface StoriesProps {
  readonly stories: readonly TrendStory[]
  readonly data: StoriesData
  readonly records: Records
}

/** Stories drawn first; the others follow after them, so that the first can be read earlier. */
const firstStories = 12

/** Number of stories to draw; all at once for a user who returns to a place further down. */
function useDrawn(all: number): number {
  const isBack = (useBoard().board.scrollPositions.get('stories main') ?? 0) > 0
  const [drawn, setDrawn] = useState(isBack ? all : firstStories)
  useEffect(() => setDrawn(all), [all])
  return drawn
}

const chipsOfWideScreens = 5
const chipsOfNarrowScreens = 3

function Stories({ stories, data, records }: StoriesProps) {
  const { isNarrow } = useBoard()
  const { lastVisit } = data
  const risers = data.risers.answer.value?.risers
  const gains = useMemo(() => gainsOf(risers ?? []), [risers])
  const drawn = useDrawn(stories.length)
  useContent(true)
  return (
    <ol class="grid grid-cols-[repeat(auto-fill,minmax(min(100%,38rem),1fr))] items-start gap-x-4 border-t border-line bg-card md:rounded-xl md:border">
      {stories.slice(0, drawn).map((story, at) => (
        <StoryRow
          key={story.id}
          story={story}
          place={at + 1}
          records={records}
          rise={riseOf(story, gains)}
          isNew={lastVisit !== undefined && story.firstSeen > lastVisit}
          mostChips={isNarrow ? chipsOfNarrowScreens : chipsOfWideScreens}
        />
      ))}
    </ol>
  )
}

interface FreshnessProps {
  readonly answer: TrendsAnswer
  readonly hasFailed: boolean
  /** Whether a newer answer waits while the user reads. */
  readonly isOld: boolean
}

/** When the stories were loaded, and whether that failed since. */
function Freshness({ answer, hasFailed, isOld }: FreshnessProps) {
  const messages = useMessages(storyMessages)
  const language = usePreferences().language.value
  const age = formatAge(answer.timestamp, displayNow.value, language)
  return (
    <p role="status" class={`px-3 pt-2 text-xs ${hasFailed ? 'text-warn' : 'text-soft'}`}>
      {hasFailed ? messages.outdated(age) : messages.updated(age)}
      {isOld && ` · ${messages.waiting}`}
    </p>
  )
}

/** As high as the rows that take its place. */
function StoriesSkeleton() {
  const messages = useMessages(storyMessages)
  return (
    <div role="status" class="border-t border-line bg-card md:rounded-xl md:border">
      <span class="sr-only">{messages.loading}</span>
      {Array.from({ length: 12 }, (_, at) => (
        <div key={at} class="h-24 border-b border-line px-3 py-2 sm:h-15.25">
          <span class="block h-4 rounded bg-raised" style={{ width: `${80 - ((at * 37) % 45)}%` }} />
          <span class="mt-2 block h-5 w-1/3 rounded-full bg-raised" />
        </div>
      ))}
    </div>
  )
}
