// Figures of a source as the service reports them: rates of success, times in milliseconds, the latest failure.
import type { SourceFigures } from './source-statistics.ts'
import type { FailureNote } from './source-table.ts'

/** Figures of a source; of one that was never asked, zeros. */
export function toSourceMetrics(figures: Omit<SourceFigures, 'sleep' | 'newestPostAt' | 'pageReadAt'> | undefined) {
  if (!figures) return { totalRequests: 0, successRate: 0, avgResponseTime: 0, lastSuccess: null, lastError: null }
  const { asks, good, meanMs, lastGoodAt, lastFailure } = figures
  return {
    totalRequests: asks,
    successRate: ratio(good, asks),
    avgResponseTime: round4(meanMs),
    lastSuccess: lastGoodAt ?? null,
    lastError: lastFailure ? toNotedFailure(lastFailure) : null,
  }
}

export function toNotedFailure({ kind, detail, reason, at }: FailureNote) {
  return { kind, message: detail, reason, at }
}

export function round4(number: number): number {
  return Math.round(number * 10_000) / 10_000
}

/** `some / all`; 0 when `all` is 0. */
export function ratio(some: number, all: number): number {
  return all === 0 ? 0 : round4(some / all)
}
