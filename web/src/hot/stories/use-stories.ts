// Loads what the stories view shows: stories, risers, and what is new on the user's lists.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { BatchAnswer, SourceRecord } from '../../../../src/contract/hotlist.ts'
import type { RisersAnswer } from '../../../../src/contract/hotlist-history.ts'
import type { TrendsAnswer } from '../../../../src/contract/hotlist-trends.ts'
import { now } from '../../clock.ts'
import { pollWhileVisible } from '../../components/poll-while-visible.ts'
import type { Topic } from '../../components/topics.ts'
import { usePage } from '../../page-context.ts'
import { createVisits, recordVisit } from './last-visit.ts'
import { createPolled, type Polled } from './polled.ts'
import type { StoryFilters } from './story-filters.tsx'

const everyMs = 60_000
const useTrends = createPolled<TrendsAnswer>(everyMs)
const useRisers = createPolled<RisersAnswer>(everyMs)
const useBatch = createPolled<BatchAnswer>(5 * everyMs)

/** The service joins changed lists again after five seconds at the earliest. */
const joinedAgainMs = 5_500

export interface StoriesData {
  readonly trends: Polled<TrendsAnswer>
  readonly trendsPath: string
  readonly risers: Polled<RisersAnswer>
  readonly batch: Polled<BatchAnswer>
  /** End of the previous visit. */
  readonly lastVisit: number | undefined
  /** Whether the lists were just asked for, so that more stories are to be expected. */
  readonly isFilling: boolean
}

type ByTopic = ReadonlyMap<Topic, readonly SourceRecord[]>

/** `lists` are those on the board by topic, in the user's order. */
export function useStories({ window, column }: StoryFilters, lists: ByTopic): StoriesData {
  const query = new URLSearchParams({ window, limit: '60', ...(column && { column }) })
  const trendsPath = `/api/v1/trends?${query}`
  const trends = useTrends(trendsPath)
  const risers = useRisers(`/api/v1/risers?window=${window}&limit=100`)
  const ids = useMemo(() => firstLists(lists, column).sort().join(), [lists, column])
  const batch = useBatch(`/api/v1/batch?limit=10&sources=${ids}`)
  return { trends, trendsPath, risers, batch, lastVisit: useLastVisit(), isFilling: useReload(trends, risers, batch) }
}

const ofOtherTopics = 3
const ofChosenTopic = 14

/** The first lists of each topic, at most about fifty ids: looking at stories keeps them fresh. */
function firstLists(lists: ByTopic, chosen: Topic | undefined): string[] {
  return [...lists].flatMap(([topic, records], at) => {
    const most = at === 0 || topic === chosen ? ofChosenTopic : ofOtherTopics
    return records.slice(0, most).map(({ id }) => id)
  })
}

/** Loads stories and risers again when the lists were answered, because the lists may be newer. */
function useReload(
  trends: Polled<TrendsAnswer>,
  risers: Polled<RisersAnswer>,
  { answer, error }: Polled<BatchAnswer>,
): boolean {
  const [startedAt] = useState(now)
  const [isFilling, setFilling] = useState(true)
  const answered = answer.value
  const isFailed = error.value !== undefined
  useEffect(() => {
    if (isFailed) setFilling(false)
    if (!answered) return
    const reload = () => {
      void risers.load()
      void trends.load().then(() => setFilling(false))
    }
    const timer = setTimeout(reload, Math.max(0, startedAt + joinedAgainMs - now()))
    return () => clearTimeout(timer)
  }, [answered, isFailed, startedAt, trends, risers])
  return isFilling
}

function useLastVisit(): number | undefined {
  const { storage } = usePage()
  const visits = useMemo(() => createVisits(storage), [storage])
  const [since, setSince] = useState<number | undefined>()
  useEffect(() => {
    const look = () => setSince(recordVisit(visits, now()))
    if (!document.hidden) look()
    return pollWhileVisible(look, everyMs)
  }, [visits])
  return since
}
