// An app without sources, lists, watches and access rules, for tests that replace some of its options.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createSourceSwitches, switchSetting } from '../../src/admin/source-switches.ts'
import { createStoredSettings } from '../../src/admin/stored-settings.ts'
import { createApp } from '../../src/app/create-app.ts'
import type { AppOptions } from '../../src/app/routes.ts'
import { createHotLists } from '../../src/hotlist/create-hot-lists.ts'
import { createRefreshSchedule } from '../../src/hotlist/refresh/schedule.ts'
import { createAllowList } from '../../src/http/access/ip-allow-list.ts'
import { createApiKeys, keyBytes } from '../../src/http/auth/api-keys.ts'
import { createStoredUsers } from '../../src/http/auth/stored-users.ts'
import { createUserSettings } from '../../src/http/auth/user-settings.ts'
import { createTrafficStats } from '../../src/http/logging/traffic-stats.ts'
import {
  type CacheEntry,
  createResponseCache,
  type ResponseCache,
} from '../../src/http/response-cache/response-cache.ts'
import { createLogBuffer } from '../../src/observability/log-buffer.ts'
import type { Metrics } from '../../src/observability/metrics.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createMemoryBudget } from '../../src/store/memory/memory-budget.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import { createVersionCounters, type VersionCounters } from '../../src/upstream/cache/versions.ts'
import { createSourceStatistics } from '../../src/upstream/stats/source-statistics.ts'
import { monotonicMs } from './clocks.ts'
import { createTestBans } from './disk.ts'

/** Options of which a test gives some. */
export type SomeAppOptions = Partial<Omit<AppOptions, 'access' | 'search' | 'hotLists'>> & {
  readonly access?: Partial<AppOptions['access']>
  readonly search?: Partial<AppOptions['search']>
  readonly hotLists?: Partial<AppOptions['hotLists']>
}

/** Builds an app of these options; the others are empty. */
export function appOf({ access, search, hotLists, ...own }: SomeAppOptions = {}): FastifyInstance {
  const { epochMs = Date.now } = own
  const { bans = createTestBans(), statistics = createSourceStatistics(epochMs) } = own
  const { switches = createSourceSwitches(new Map(), () => undefined) } = own
  return createApp({
    version: 'test',
    epochMs,
    monotonicMs,
    newRequestId: () => 'test',
    log: pino({ level: 'silent' }),
    logBuffer: createLogBuffer(),
    metrics: createMetrics(),
    traffic: createTrafficStats(monotonicMs),
    statistics,
    bans,
    processHealth: () => idleProcess,
    responseCache: createTestResponseCache(epochMs),
    switches,
    settings: { stored: storedSwitches(switches), trials: noTrials },
    access: { ...noAccess(epochMs), ...access },
    search: { answer: notAsked, events: notAsked, work: notAsked, requestCount: () => 1, ...search },
    suggest: async () => [],
    searchSources: [],
    recentYields: async () => new Map(),
    checkLinks: notAsked,
    checkDeadlineMs: 10_000,
    health: notAsked,
    hotLists: { ...noLists(bans, epochMs), ...hotLists },
    watches: noWatches,
    digest: { digestOf: notAsked },
    ...own,
  })
}

/** What is read of a process without load and problems. */
export const idleProcess = {
  uptimeMs: 65_432,
  nodeVersion: 'v24.0.0',
  memory: { heapUsed: 1, heapTotal: 2, rss: 3 },
  isBlocked: false,
  problems: [],
  notices: [],
}

function notAsked(): never {
  throw new Error('not asked here')
}

function storedSwitches(switches: AppOptions['switches']) {
  const log = { info: () => undefined, warn: () => undefined }
  return createStoredSettings({ settings: [switchSetting(switches)], records: noRecordStore, log })
}

const noTrials: AppOptions['settings']['trials'] = {
  tryProxy: notAsked,
  tryNotifier: notAsked,
  lookAtChannel: notAsked,
  lookAtFeed: notAsked,
}

function noAccess(epochMs: () => number): AppOptions['access'] {
  const randomKey = () => new Uint8Array(keyBytes)
  return {
    allowList: createAllowList(noRecordStore),
    apiKeys: createApiKeys({
      ...{ configured: [], isRequired: () => false, records: noRecordStore, randomKey },
      epochMs: () => 0,
    }),
    users: createStoredUsers({ configured: undefined, owner: undefined, randomSalt: randomKey }),
    userSettings: createUserSettings({ records: noRecordStore, epochMs }),
  }
}

function noLists(bans: AppOptions['bans'], epochMs: () => number): AppOptions['hotLists'] {
  const upstream = { ask: notAsked, cached: notAsked, versions: createVersionCounters() }
  const metrics = { recordCacheOutcome: () => undefined, gauge: () => undefined }
  const log = { error: () => undefined }
  const schedule = createRefreshSchedule(epochMs, () => 0)
  return createHotLists({ all: new Map(), upstream, schedule, bans, metrics, log, epochMs })
}

const noWatches: AppOptions['watches'] = {
  all: () => [],
  stateOf: notAsked,
  eventsOf: async () => [],
  add: notAsked,
  put: notAsked,
  remove: notAsked,
  visible: () => [],
  notifiersFor: () => [],
  find: notAsked,
  requireChange: notAsked,
  feeds: { hasToken: async () => undefined, renew: notAsked, revoke: notAsked, find: notAsked },
}

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
