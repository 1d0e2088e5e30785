// Opens the front: access control, worker processes, the response cache, process health, and the routes over all rooms.
import { randomUUID } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import type { HealthResponse } from '../contract/search.ts'
import type { AllowList } from '../http/allow-list.ts'
import { createClients } from '../http/client.ts'
import type { ToldAccess } from '../http/entrance.ts'
import { createReadyAnswers, type KeptReady } from '../http/ready-answers.ts'
import { createIds } from '../http/request-id.ts'
import { createTraffic } from '../http/traffic.ts'
import type { Metrics } from '../metrics.ts'
import { healthOf, sourceIdsOf } from '../search/catalogue.ts'
import { searchStatus } from '../search/search-status.ts'
import type { Tracing } from '../tracing.ts'
import { watchVitals } from '../vitals.ts'
import { cacheSharesOf } from '../workers/cache-shares.ts'
import { type Crew, createCrew } from '../workers/crew.ts'
import { createAccess } from './access.ts'
import type { AccessRoom, Observability } from './app-options.ts'
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
    newRequestId: createIds(randomUUID().slice(0, 13)),
    observability: createObservability(settings, runtime, before),
    access,
    load: asking.load,
    responseCache: createResponseCache(runtime, before, workerPool?.key),
    search: {
      answer: search.answer,
      events: search.events,
      roomFor: search.roomFor,
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
  readonly room: AccessRoom
  readonly forWorkers: ToldAccess
}

async function openAccess(settings: Settings, runtime: Runtime, before: BeforeFront): Promise<OpenAccess> {
  const { log, epochMs, monotonicMs } = runtime
  const { storage, allowList } = before
  const { records, replicas } = storage
  const loginChannel = replicas?.coordination.loginNews
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
  const troubles = () => [
    ...load.troubles(),
    ...store.troubles(),
    ...(replicas?.troubles() ?? []),
    ...features.bansFile.troubles(),
  ]
  const isDebugLogged = settings.config.LOG_LEVEL === 'debug'
  return {
    log,
    logBuffer,
    metrics,
    traffic: createTraffic(monotonicMs),
    statistics,
    processHealth: watchVitals({ troubles, notices: store.notices }).read,
    tracing,
    unloggedLines: isDebugLogged ? undefined : { writeLater: logBuffer.writeLater, epochMs: epochMs },
  }
}

function createResponseCache(runtime: Runtime, { storage, metrics, asking }: BeforeFront, workersKey?: string) {
  return createReadyAnswers({
    shelf: storage.store.budget.hold<KeptReady>(),
    isCurrent: asking.upstream.versions.isCurrent,
    metrics,
    isHandedOn: createClients({ key: workersKey }).isHandedOn,
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
    ...healthOf(catalogue, features.bans),
    auth_enabled: config.AUTH_ENABLED,
    version,
  })
}

function createWorkers(
  { config }: Settings,
  { log, epochMs }: Runtime,
  { allowList, asking, features }: BeforeFront,
  access: ToldAccess,
): Crew {
  return createCrew({
    count: config.WORKERS,
    entry: new URL('./worker-main.ts', import.meta.url),
    host: config.HOST,
    port: config.PORT,
    cacheBytes: cacheSharesOf(config.CACHE_MB, config.WORKERS).workersBytes,
    newSecret: randomUUID,
    versions: asking.upstream.versions,
    allowList,
    bans: features.bans,
    access,
    log,
    epochMs: epochMs,
  })
}
