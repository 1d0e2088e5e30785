// The health status of search, from the recent outcomes of its sources.
import type { HealthResponse } from '../contract/search.ts'
import type { SourceStatistics } from '../upstream/stats/source-statistics.ts'

/** Older outcomes are ignored. */
const windowMs = 10 * 60_000

/** The `status` of `/api/health`; `now` in epoch milliseconds. One answer within the window counts as answering. */
export function searchStatus(
  sources: readonly string[],
  statistics: Pick<SourceStatistics, 'of'>,
  now: number,
): HealthResponse['status'] {
  const isRecent = (at: number | undefined) => at !== undefined && now - at < windowMs
  const statisticsBySource = sources.map((source) => statistics.of(source))
  const answered = statisticsBySource.filter((known) => isRecent(known?.lastGoodAt)).length
  const asked = statisticsBySource.filter(
    (known) => isRecent(known?.lastGoodAt) || isRecent(known?.lastFailure?.at),
  ).length
  if (asked === 0) return 'ok'
  if (answered === 0) return 'down'
  return answered < asked / 2 ? 'degraded' : 'ok'
}
