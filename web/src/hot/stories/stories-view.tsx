// The first view of hot lists: stories that several sites report, beside them the fastest risers and what is new.
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
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
import { useBoard } from '../board-context.ts'
import { useReading } from '../reading.ts'
import { ScrollBox } from '../scroll-box.tsx'
import { storyMessages } from './messages.ts'
import { RisersPanel, SincePanel } from './side-panels.tsx'
import { FilterBar, parseStoryFilters, type StoryFilters } from './story-filters.tsx'
import { type NewItem, newItems } from './story-parts.tsx'
import { StoryList } from './story-row.tsx'
import { type StoriesData, useStories } from './use-stories.ts'

const NoStories = lazyComponent(async () => (await import('./no-stories.tsx')).NoStories)

const noItems: readonly NewItem[] = []
const noStories: readonly TrendStory[] = []

interface ViewProps {
  /** The lists on the board, by topic, in the user's order. */
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
  /** Shown at the first start, until lists of several platforms have been loaded and joined. */
  readonly children: ComponentChildren
}

export function StoriesView({ lists, children }: ViewProps) {
  const filters = parseStoryFilters(useLocation().query)
  const data = useStories(filters, lists)
  if (data.isFilling && data.trends.report?.total === 0 && filters.column === undefined) return children
  return <Overview filters={filters} data={data} />
}

function Overview({ filters, data }: MainProps) {
  const { lastVisit, risers, batch } = data
  const results = batch.report?.results
  const fresh = useMemo(
    () => (results && lastVisit !== undefined ? newItems(results, lastVisit) : undefined),
    [results, lastVisit],
  )
  const { items: freshItems, muted } = useMuted(fresh ?? noItems)
  const { panel } = filters
  return (
    <>
      <FilterBar filters={filters} newCount={fresh && freshItems.length} />
      <div class="flex min-h-0 flex-1 gap-4 max-md:-mx-3">
        <MainColumn data={data} filters={filters} />
        <ScrollBox
          name="stories side"
          class={`overscroll-y-contain lg:max-w-80 xl:max-w-96 ${panel === 'stories' ? 'max-lg:hidden' : ''} max-md:px-3`}
        >
          {lastVisit !== undefined && !batch.error && (
            <SincePanel items={fresh && freshItems} muted={muted} lastVisit={lastVisit} isOther={panel !== 'since'} />
          )}
          <RisersPanel answer={risers.report} error={risers.error} isOther={panel !== 'risers'} />
        </ScrollBox>
      </div>
    </>
  )
}

interface MainProps {
  readonly data: StoriesData
  readonly filters: StoryFilters
}

function MainColumn({ data, filters }: MainProps) {
  const messages = storyMessages.use()
  const { trends, trendsPath, isFilling, batch } = data
  const asked = batch.report?.results ?? []
  const haveListsFailed = batch.error !== undefined || (asked.length > 0 && asked.every(({ success }) => !success))
  const [isReading, setReading] = useState(false)
  const listeners = useReading(setReading)
  const latest = trends.report
  const shown = useStill(latest, trendsPath, isReading)
  const { error } = trends
  const { items: stories, muted } = useMuted(shown?.stories ?? noStories)
  const { isOffline } = useBoard().board
  const age = shown && stories.length > 0 && (
    <Freshness answer={shown} hasFailed={error !== undefined || isOffline.value} isOld={latest !== shown} />
  )
  return (
    <ScrollBox name="stories main" class={`overscroll-y-contain ${filters.panel === 'stories' ? '' : 'max-lg:hidden'}`}>
      <h2 class="sr-only">{messages.title}</h2>
      {isOffline.value && age}
      <div {...listeners}>
        {stories.length > 0 && <Stories stories={stories} data={data} />}
        {shown?.stories.length === 0 &&
          (isFilling ? <Skeleton /> : <NoStories filters={filters} haveListsFailed={haveListsFailed} />)}
        {!shown && error && <ErrorPage error={error} onRetry={trends.reload} />}
        {!(shown || error) && <Skeleton />}
      </div>
      {muted.line}
      {!isOffline.value && age}
    </ScrollBox>
  )
}

/** The latest value, but while `isHeld` the earlier one with the same key. */
function useStill<Value>(value: Value | undefined, key: string, isHeld: boolean): Value | undefined {
  const shown = useRef({ key, value })
  if (!isHeld || shown.current.key !== key || shown.current.value === undefined) shown.current = { key, value }
  return shown.current.value
}

/** Stories drawn first; the others follow after them, so that the first can be read earlier. */
const firstStories = 12

/** Number of stories to draw; all at once for a user who returns to a place further down. */
function useDrawn(all: number): number {
  const [, top] = useBoard().board.scrollPositions.get('stories main') ?? [0, 0]
  const [drawn, setDrawn] = useState(top > 0 ? all : firstStories)
  useEffect(() => setDrawn(all), [all])
  return drawn
}

interface StoriesProps {
  readonly stories: readonly TrendStory[]
  readonly data: StoriesData
}

function Stories({ stories, data: { lastVisit, risers } }: StoriesProps) {
  const drawn = useDrawn(stories.length)
  useContent(true)
  return (
    <StoryList
      {...{ stories, lastVisit, drawn }}
      risers={risers.report?.risers}
      class="grid grid-cols-[repeat(auto-fill,minmax(min(100%,38rem),1fr))] items-start gap-x-4"
    />
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
  const messages = storyMessages.use()
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
function Skeleton() {
  const messages = storyMessages.use()
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
