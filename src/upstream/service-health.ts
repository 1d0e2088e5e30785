// How a service does by the share of its sources that are unhealthy, of those that were asked lately.
import type { Statistics } from './statistics.ts'

export interface ServiceHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy'
  /** How many of its sources were asked lately. */
  readonly asked: number
  /** How many of these are unhealthy. */
  readonly unhealthy: number
}

/** Lately. */
const windowMs = 10 * 60_000

/** Unhealthy when more than half of the sources asked within ten minutes are, degraded when more than a tenth are; `now` in epoch milliseconds. */
export function serviceHealth(
  sources: Iterable<string>,
  statistics: Pick<Statistics, 'of' | 'health'>,
  now: number,
): ServiceHealth {
  const asked = [...sources].filter((id) => now - (statistics.of(id)?.askedAt ?? Number.NEGATIVE_INFINITY) < windowMs)
  const unhealthy = asked.filter((id) => statistics.health(id) === 'unhealthy').length
  return { status: statusOf(unhealthy / asked.length), asked: asked.length, unhealthy }
}

function statusOf(share: number): ServiceHealth['status'] {
  if (share > 0.5) return 'unhealthy'
  return share > 0.1 ? 'degraded' : 'healthy'
}
