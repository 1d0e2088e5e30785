// How a group of sources does, by the share of those asked lately that are unhealthy.
import type { Statistics } from './statistics.ts'

export interface GroupHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy'
  /** How many of the sources were asked lately. */
  readonly asked: number
  /** How many of these are unhealthy. */
  readonly unhealthy: number
}

/** Lately. */
const windowMs = 10 * 60_000

/** Unhealthy when more than half of the sources asked within ten minutes are, degraded when more than a tenth are; `now` in epoch milliseconds. */
export function groupHealth(
  sources: Iterable<string>,
  statistics: Pick<Statistics, 'of' | 'health'>,
  now: number,
): GroupHealth {
  const asked = [...sources].filter((id) => now - (statistics.of(id)?.askedAt ?? Number.NEGATIVE_INFINITY) < windowMs)
  const unhealthy = asked.filter((id) => statistics.health(id) === 'unhealthy').length
  return { status: statusOf(unhealthy / asked.length), asked: asked.length, unhealthy }
}

function statusOf(share: number): GroupHealth['status'] {
  if (share > 0.5) return 'unhealthy'
  return share > 0.1 ? 'degraded' : 'healthy'
}
