// Opens the front: access control, worker processes, the response cache, process health, and the routes over all rooms.
import { randomUUID } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import type { HealthResponse } from '../contract/search.ts'
import type { WorkerAccess } from '../http/access/access-control.ts'
import { createClientResolver } from '../http/access/client-address.ts'
import type { AllowList } from '../http/access/ip-allow-list.ts'
import { createTrafficStats } from '../http/logging/traffic-stats.ts'
import { createRequestIdSequence } from '../http/request-id.ts'
import { type CacheEntry, createResponseCache } from '../http/response-cache/response-cache.ts'
import type { Metrics } from '../observability/metrics.ts'
import { monitorProcess } from '../observability/process-health.ts'
import type { Tracing } from '../observability/tracing.ts'
import { catalogueHealth, sourceIdsOf } from '../search/catalogue.ts'
import { searchStatus } from '../search/search-health.ts'
import { splitCacheBudget } from '../workers/memory-split.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
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
  const { room: access, forWorkers } = await openAccess(settings, runtime, before)
  const workerPool = config.WORKERS > 1 ? createWorkers(settings, runtime, before, forWorkers) : undefined
  const sourceIds = sourceIdsOf(storage.sources.catalogue)
  const app = createApp({
    version,
    clock: { epochMs, monotonicMs },
    newRequestId: createRequestIdSequence(randomUUID().slice(0, 13)),
    observability: createObservability(settings, runtime, before),
    access,
    load: asking.load,
    responseCache: openResponseCache(runtime, before, workerPool?.key),
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
    workers: workerPool,
    page,
  })
  return { app, workerPool }
}

interface OpenAccess {
  readonly room: AccessDeps
  readonly forWorkers: WorkerAccess
}

async function openAccess(settings: Settings, runtime: Runtime, before: BeforeFront): Promise<OpenAccess> {
  const { log, epochMs, monotonicMs } = runtime
  const { storage, allowList } = before
  const { records, replicas } = storage
  const loginChannel = replicas?.coordination.loginChannel
  const { rules, rates, login, workerAccess } = await asSettingError(() =>
    createAccess(settings, { records, log, loginChannel, epochMs, monotonicMs }),
  )
  const shareLimits = replicas?.coordination.shareLimits
  return { room: { rules, rates, allowList, login, shareLimits }, forWorkers: workerAccess }
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

function openResponseCache(runtime: Runtime, { storage, metrics, asking }: BeforeFront, workersKey?: string) {
  return createResponseCache({
    storage: storage.store.budget.createCache<CacheEntry>(),
    isCurrent: asking.upstream.versions.isCurrent,
    metrics,
    isFromWorker: createClientResolver({ key: workersKey }).isFromWorker,
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

function createWorkers(
  { config }: Settings,
  { log, epochMs }: Runtime,
  { allowList, asking, features }: BeforeFront,
  access: WorkerAccess,
): WorkerPool {
  return createWorkerPool({
    count: config.WORKERS,
    entry: new URL('./worker-main.ts', import.meta.url),
    host: config.HOST,
    port: config.PORT,
    cacheBytes: splitCacheBudget(config.CACHE_MB, config.WORKERS).workersBytes,
    newSecret: randomUUID,
    versions: asking.upstream.versions,
    allowList,
    bans: features.bans,
    access,
    log,
    epochMs: epochMs,
  })
}
