// Loads what the stories view shows: stories, risers, and what is new on the user's lists.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { BatchResult, SourceRecord } from '../../../../src/contract/hotlist.ts'
import type { RisersAnswer } from '../../../../src/contract/hotlist-history.ts'
import type { TrendsAnswer } from '../../../../src/contract/hotlist-trends.ts'
import { now } from '../../clock.ts'
import type { Topic } from '../../components/topics.ts'
import { usePage } from '../../page-context.ts'
import { createLastVisit } from './last-visit.ts'
import { type AnswerCache, type Polled, usePolled } from './polled.ts'
import { readerLists } from './reader-lists.ts'
import type { StoryFilters } from './story-address.ts'

interface BatchAnswer {
  readonly results: readonly BatchResult[]
}

const trendsCache: AnswerCache<TrendsAnswer> = new WeakMap()
const risersCache: AnswerCache<RisersAnswer> = new WeakMap()
const batchCache: AnswerCache<BatchAnswer> = new WeakMap()

const everyMs = 60_000
const listsEveryMs = 5 * 60_000
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

export function useStories(
  { window, column }: StoryFilters,
  lists: ReadonlyMap<Topic, readonly SourceRecord[]>,
): StoriesData {
  const query = new URLSearchParams({ window, limit: '60', ...(column && { column }) })
  const trendsPath = `/api/v1/trends?${query}`
  const trends = usePolled(trendsCache, trendsPath, everyMs)
  const risers = usePolled(risersCache, `/api/v1/risers?window=${window}&limit=100`, everyMs)
  const ids = useMemo(() => readerLists(lists, column), [lists, column]).join()
  const batch = usePolled(batchCache, `/api/v1/batch?limit=10&sources=${ids}`, listsEveryMs)
  return { trends, trendsPath, risers, batch, lastVisit: useLastVisit(), isFilling: useReload(trends, risers, batch) }
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
    const wait = Math.max(0, startedAt + joinedAgainMs - now())
    const timer = setTimeout(() => {
      void risers.load()
      void trends.load().then(() => setFilling(false))
    }, wait)
    return () => clearTimeout(timer)
  }, [answered, isFailed, startedAt, trends, risers])
  return isFilling
}

function useLastVisit(): number | undefined {
  const { storage } = usePage()
  const visit = useMemo(() => createLastVisit(storage, now), [storage])
  const [since, setSince] = useState<number | undefined>()
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      visit.onSeen()
      setSince(visit.since())
    }
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [visit])
  return since
}
