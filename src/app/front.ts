// Opens the front: access control, the response cache, process health, and the routes over all rooms.
import { randomUUID } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import type { HealthResponse } from '../contract/search.ts'
import type { AllowList } from '../http/access/ip-allow-list.ts'
import { createTrafficStats } from '../http/logging/traffic-stats.ts'
import { createRequestIdSequence } from '../http/request-id.ts'
import { type CacheEntry, createResponseCache } from '../http/response-cache/response-cache.ts'
import type { Metrics } from '../observability/metrics.ts'
import { monitorProcess } from '../observability/process-health.ts'
import type { Tracing } from '../observability/tracing.ts'
import { catalogueHealth, sourceIdsOf } from '../search/catalogue.ts'
import { searchStatus } from '../search/search-health.ts'
import { createAccess } from './access.ts'
import type { AccessDeps, Observability } from './app-options.ts'
import type { OpenAsking } from './asking.ts'
import { createApp } from './create-app.ts'
import type { OpenFeatures } from './features.ts'
import type { Runtime } from './runtime.ts'
import { asSettingError, type Settings } from './settings.ts'
import type { OpenStorage } from './storage.ts'

const { version } = manifest

interface BeforeFront {
  readonly storage: OpenStorage
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
  readonly allowList: AllowList
  readonly asking: OpenAsking
  readonly features: OpenFeatures
}

export async function openFront(settings: Settings, runtime: Runtime, before: BeforeFront) {
  const { config, mcpOrigins } = settings
  const { page, epochMs, monotonicMs } = runtime
  const { storage, asking, features } = before
  const { bans, hotLists, images, checks, search } = features
  const access = await openAccess(settings, runtime, before)
  const sourceIds = sourceIdsOf(storage.sources.catalogue)
  return createApp({
    version,
    clock: { epochMs, monotonicMs },
    newRequestId: createRequestIdSequence(randomUUID().slice(0, 13)),
    observability: createObservability(settings, runtime, before),
    access,
    load: asking.load,
    responseCache: openResponseCache(runtime, before),
    search: {
      answer: search.answer,
      events: search.events,
      roomFor: search.reserveFor,
      requestCount: search.requestCount,
      sourceIds,
    },
    checks: { check: checks.check, deadlineMs: config.CHECK_DEADLINE_MS },
    health: createHealth(settings, runtime, before),
    hotLists: {
      lists: hotLists.lists,
      batches: hotLists.batches,
      following: hotLists.following,
      dailyHotPrefix: config.DAILYHOT_PREFIX,
    },
    bans,
    images,
    mcp: { origins: mcpOrigins, newSessionId: randomUUID },
    page,
  })
}

async function openAccess(settings: Settings, runtime: Runtime, before: BeforeFront): Promise<AccessDeps> {
  const { log, epochMs, monotonicMs } = runtime
  const { storage, allowList } = before
  const { records, replicas } = storage
  const shareLimits = replicas?.coordination.shareLimits
  const { rules, rates, login } = await asSettingError(() =>
    createAccess(settings, { records, log, shareLimits, epochMs, monotonicMs }),
  )
  return { rules, rates, allowList, login, shareLimits }
}

function createObservability(settings: Settings, runtime: Runtime, before: BeforeFront): Observability {
  const { log, logBuffer, epochMs, monotonicMs } = runtime
  const { storage, metrics, tracing, asking, features } = before
  const { store, replicas } = storage
  const { load, statistics } = asking
  const problems = () => [
    ...load.troubles(),
    ...store.problems(),
    ...(replicas?.problems() ?? []),
    ...features.bansFile.problems(),
  ]
  const isDebugLogged = settings.config.LOG_LEVEL === 'debug'
  return {
    log,
    logBuffer,
    metrics,
    traffic: createTrafficStats(monotonicMs),
    statistics,
    processHealth: monitorProcess({ problems, notices: store.warnings }).read,
    tracing,
    unloggedLines: isDebugLogged ? undefined : { writeLazy: logBuffer.writeLazy, epochMs: epochMs },
  }
}

function openResponseCache(runtime: Runtime, { storage, metrics, asking }: BeforeFront) {
  return createResponseCache({
    storage: storage.store.budget.createCache<CacheEntry>(),
    isCurrent: asking.upstream.versions.isCurrent,
    metrics,
    epochMs: runtime.epochMs,
    monotonicMs: runtime.monotonicMs,
  })
}

/** The body of `/api/health`. */
function createHealth({ config }: Settings, { epochMs }: Runtime, before: BeforeFront): () => HealthResponse {
  const { storage, asking, features } = before
  const { catalogue } = storage.sources
  const sourceIds = sourceIdsOf(catalogue)
  return () => ({
    status: searchStatus(sourceIds, asking.statistics, epochMs()),
    ...catalogueHealth(catalogue, features.bans),
    auth_enabled: config.AUTH_ENABLED,
    version,
  })
}
