// Loads what the stories view shows: stories, risers, and what is new on the user's lists.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { BatchAnswer, SourceRecord } from '../../../../src/contract/hotlist.ts'
import type { RisersAnswer } from '../../../../src/contract/hotlist-history.ts'
import type { TrendsAnswer } from '../../../../src/contract/hotlist-trends.ts'
import { now } from '../../clock.ts'
import { pollWhileVisible } from '../../components/poll-while-visible.ts'
import type { Topic } from '../../components/topics.ts'
import { type ReportState, useReport } from '../../components/use-report.ts'
import { usePage } from '../../page-context.ts'
import { createVisits, recordVisit } from './last-visit.ts'
import type { StoryFilters } from './story-filters.tsx'

const everyMs = 60_000

type Report = ReportState<unknown>
/** The service joins changed lists again after five seconds at the earliest. */
const joinedAgainMs = 5_500

export type StoriesData = ReturnType<typeof useStories>

type ByTopic = ReadonlyMap<Topic, readonly SourceRecord[]>

/** `lists` are those on the board by topic, in the user's order. */
export function useStories({ window, column }: StoryFilters, lists: ByTopic) {
  const query = new URLSearchParams({ window, limit: '60', ...(column && { column }) })
  const trendsPath = `/api/v1/trends?${query}`
  const trends = useReport<TrendsAnswer>(trendsPath, { isPublic: true, everyMs })
  const risers = useReport<RisersAnswer>(`/api/v1/risers?window=${window}&limit=100`, { everyMs })
  const ids = useMemo(() => firstLists(lists, column).sort().join(), [lists, column])
  const batch = useReport<BatchAnswer>(`/api/v1/batch?limit=10&sources=${ids}`, { everyMs: 5 * everyMs })
  return {
    trends,
    trendsPath,
    risers,
    batch,
    /** End of the previous visit. */
    lastVisit: useLastVisit(),
    /** Whether the lists were just asked for, so that more stories are to be expected. */
    isFilling: useReload(trends, risers, batch),
  }
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
function useReload(trends: Report, risers: Report, { report, error }: Report): boolean {
  const [startedAt] = useState(now)
  const [joinedAt, setJoinedAt] = useState<number>()
  useEffect(() => {
    if (!report) return
    const reload = () => {
      setJoinedAt(now())
      risers.reload()
      trends.reload()
    }
    const timer = setTimeout(reload, Math.max(0, startedAt + joinedAgainMs - now()))
    return () => clearTimeout(timer)
  }, [report, startedAt])
  return !error && !trends.error && (joinedAt === undefined || trends.receivedAt < joinedAt)
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
