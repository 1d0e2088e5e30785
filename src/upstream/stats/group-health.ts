// Health of a group of sources: the share of recently asked sources that are unhealthy.
import type { SourceStatistics } from './source-statistics.ts'

export interface GroupHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy'
  /** Number of sources that were asked recently. */
  readonly asked: number
  /** Number of these that are unhealthy. */
  readonly unhealthy: number
}

/** What counts as recently. */
const recentMs = 10 * 60_000

/** Unhealthy if over half of the sources asked lately are, degraded if over a tenth. `now`: epoch milliseconds. */
export function groupHealth(
  sources: Iterable<string>,
  statistics: Pick<SourceStatistics, 'of' | 'health'>,
  now: number,
): GroupHealth {
  const asked = [...sources].filter((id) => now - (statistics.of(id)?.askedAt ?? Number.NEGATIVE_INFINITY) < recentMs)
  const unhealthy = asked.filter((id) => statistics.health(id) === 'unhealthy').length
  return { status: statusOf(unhealthy / asked.length), asked: asked.length, unhealthy }
}

function statusOf(share: number): GroupHealth['status'] {
  if (share > 0.5) return 'unhealthy'
  return share > 0.1 ? 'degraded' : 'healthy'
}
