// Service parts without hot lists, for tests of other features.

import { createHotLists } from '../../src/hotlist/create-hot-lists.ts'
import { createRefreshSchedule } from '../../src/hotlist/refresh/schedule.ts'
import { createLogBuffer } from '../../src/observability/log-buffer.ts'
import { createVersionCounters } from '../../src/upstream/cache/versions.ts'
import { createSourceStatistics } from '../../src/upstream/stats/source-statistics.ts'
import type { AppParts } from './app-parts.ts'
import { createTestBans } from './disk.ts'

type Parts = Pick<
  AppParts,
  | 'lists'
  | 'batches'
  | 'following'
  | 'history'
  | 'risers'
  | 'trends'
  | 'bans'
  | 'statistics'
  | 'searchSources'
  | 'vitals'
  | 'logRing'
>

/** Parts without hot lists and bans; `epochMs` is in epoch milliseconds. */
export function noLists(epochMs: () => number): Parts {
  const upstream = { ask: nobodyAsked, cached: nobodyAsked, versions: createVersionCounters() }
  const quiet = {
    metrics: { recordCacheOutcome: () => undefined, gauge: () => undefined },
    log: { error: () => undefined },
  }
  const pace = createRefreshSchedule(epochMs, () => 0)
  const bans = createTestBans()
  const hotLists = createHotLists({ all: new Map(), upstream, pace, bans, ...quiet, epochMs })
  const { lists, batches, following, history, risers, trends } = hotLists
  return {
    bans,
    lists,
    batches,
    following,
    history,
    risers,
    trends,
    statistics: createSourceStatistics(epochMs),
    searchSources: [],
    vitals: () => ({
      uptimeMs: 0,
      nodeVersion: 'v0.0.0',
      memory: { heapUsed: 0, heapTotal: 0, rss: 0 },
      isBlocked: false,
      problems: [],
      notices: [],
    }),
    logRing: createLogBuffer(),
  }
}

function nobodyAsked(): never {
  throw new Error('no list should be asked here')
}
