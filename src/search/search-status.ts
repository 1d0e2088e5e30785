// Can searches answer? Told by what became of the sources that were asked lately.
import type { HealthResponse } from '../contract/search.ts'
import type { Statistics } from '../upstream/statistics.ts'

/** Sources that were asked longer ago than this count as not asked. */
const windowMs = 10 * 60_000

/**
 * The `status` of `/api/health`, of `sources` by their ids; `now` is in epoch milliseconds. A source has answered when it gave an answer
 * within the window, whatever failed besides.
 */
export function searchStatus(
  sources: readonly string[],
  statistics: Pick<Statistics, 'of'>,
  now: number,
): HealthResponse['status'] {
  const isRecent = (at: number | undefined) => at !== undefined && now - at < windowMs
  const figures = sources.map((source) => statistics.of(source))
  const answered = figures.filter((known) => isRecent(known?.lastGoodAt)).length
  const asked = figures.filter((known) => isRecent(known?.lastGoodAt) || isRecent(known?.lastFailure?.at)).length
  if (asked === 0) return 'ok'
  if (answered === 0) return 'down'
  return answered < asked / 2 ? 'degraded' : 'ok'
}
