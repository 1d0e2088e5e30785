// Parts of the service for tests: a cache of responses, an upstream without time limits, and a client of the MCP tools.
import {
  type CacheEntry,
  createResponseCache,
  type ResponseCache,
} from '../../src/http/response-cache/response-cache.ts'
import type { ToolClient } from '../../src/mcp/tool-result.ts'
import type { Metrics } from '../../src/observability/metrics.ts'
import { createMemoryBudget } from '../../src/store/memory/memory-budget.ts'
import { createVersionCounters, type VersionCounters } from '../../src/upstream/cache/versions.ts'
import type { Source } from '../../src/upstream/source.ts'
import type { Upstream } from '../../src/upstream/upstream.ts'
import { monotonicMs } from './clocks.ts'

/** Creates a store large enough for a test; its clock is in epoch milliseconds. */
export function createTestResponseCache(
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

/** Longer than any test waits. */
const limitMs = 120_000

function patiently<Query, Item>(source: Source<Query, Item>): Source<Query, Item> {
  return { ...source, limits: { ...source.limits, attemptMs: limitMs, askMs: limitMs } }
}

/** The same upstream, without its time limits per attempt and ask unless it has them; deadlines of gathers stay. */
export function patientUpstream(upstream: Upstream, hasSourceTimeouts = false): Upstream {
  if (hasSourceTimeouts) return upstream
  return {
    ...upstream,
    ask: (source, ...more) => upstream.ask(patiently(source), ...more),
    gather: (sources, ...more) => upstream.gather(sources.map(patiently), ...more),
  }
}

function never(): never {
  throw new Error('not asked here')
}

export function toolClientOf(some: Partial<ToolClient>): ToolClient {
  return {
    ...{ searchEvents: never, suggest: never, lists: never, sources: never, health: never },
    ...{ find: never, trends: never, history: never, at: never, check: never, ...some },
  }
}
