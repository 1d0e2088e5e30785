// Figures of a source: zeros before it is asked, at most four decimal places.
import { describe, expect, it } from 'vitest'
import { round4, toSourceMetrics } from './source-metrics.ts'

describe('figures', () => {
  it('of a source that was never asked are zero', () => {
    expect(toSourceMetrics(undefined)).toEqual({
      totalRequests: 0,
      successRate: 0,
      avgResponseTime: 0,
      lastSuccess: null,
      lastError: null,
    })
  })

  it('of one that was have four places at the most', () => {
    const lastFailure = { source: 'a', kind: 'blocked', detail: 'answered 403', at: 5 } as const
    const counts = { asks: 3, good: 2, refused: 9, askedAt: 5, recent: { asks: 3, good: 2 } }
    const figures = { ...counts, meanMs: 33.333_333, failures: { blocked: 1 } }
    expect(toSourceMetrics({ ...figures, lastGoodAt: 4, lastFailure })).toEqual({
      totalRequests: 3,
      successRate: 0.6667,
      avgResponseTime: 33.3333,
      lastSuccess: 4,
      lastError: { kind: 'blocked', message: 'answered 403', at: 5 },
    })
    expect(round4(1 / 3)).toBe(0.3333)
  })
})
