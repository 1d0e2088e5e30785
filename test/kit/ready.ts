// Stores of ready answers as bytes, for tests of a whole service.
import {
  type CacheEntry,
  createResponseCache,
  type ResponseCache,
} from '../../src/http/response-cache/response-cache.ts'
import type { Metrics } from '../../src/observability/metrics.ts'
import { createMemoryBudget } from '../../src/store/memory/weighted-cache.ts'
import { createVersionCounters, type VersionCounters } from '../../src/upstream/cache/versions.ts'
import { monotonicMs } from './clocks.ts'

/** Creates a store large enough for a test; its clock is in epoch milliseconds. */
export function makeReady(
  epochMs: () => number,
  versions: VersionCounters = createVersionCounters(),
  metrics: Pick<Metrics, 'recordCacheOutcome' | 'recordResponseCache'> = {
    recordCacheOutcome: () => undefined,
    recordResponseCache: () => undefined,
  },
): ResponseCache {
  const storage = createMemoryBudget(50_000_000, epochMs).createCache<CacheEntry>()
  return createResponseCache({
    storage,
    isCurrent: versions.isCurrent,
    metrics,
    epochMs,
    monotonicMs,
  })
}
