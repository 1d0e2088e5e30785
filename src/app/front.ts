// Opens the front: access control, the response cache, process health, and the HTTP app over all rooms.
import { randomBytes, randomUUID } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import type { HealthResponse } from '../contract/search.ts'
import { keyBytes } from '../http/auth/api-keys.ts'
import { openLogin } from '../http/auth/login.ts'
import { openApiKeys } from '../http/auth/open-api-keys.ts'
import { openUserSettings } from '../http/auth/user-settings.ts'
import { createTrafficStats } from '../http/logging/traffic-stats.ts'
import { createRequestIdSequence } from '../http/request-id.ts'
import { type CacheEntry, createResponseCache } from '../http/response-cache/response-cache.ts'
import { monitorProcess } from '../observability/process-health.ts'
import { catalogueHealth, pluginFacts, sourceIdsOf } from '../search/catalogue.ts'
import type { Access, Runtime } from './app-options.ts'
import type { OpenAsking } from './asking.ts'
import { createApp } from './create-app.ts'
import type { OpenFeatures } from './features.ts'
import type { Platform } from './platform.ts'
import { asSettingError, type Settings } from './settings.ts'
import type { OpenWatching } from './watching.ts'

const { version } = manifest

interface BeforeFront {
  readonly platform: Platform
  readonly asking: OpenAsking
  readonly features: OpenFeatures
  readonly watching: OpenWatching
}

export async function openFront(settings: Settings, runtime: Runtime, before: BeforeFront) {
  const { config, mcpOrigins } = settings
  const { log, logBuffer, page, epochMs, monotonicMs } = runtime
  const { platform, asking, features } = before
  const { bans, switches, hotLists, images, checks, search, suggest, recentYields } = features
  const { load, statistics, upstream } = asking
  const access = await asSettingError(() => openAccess(settings, runtime, platform))
  const responseCache = createResponseCache({
    storage: platform.store.budget.createCache<CacheEntry>(),
    isCurrent: upstream.versions.isCurrent,
    metrics: platform.metrics,
    epochMs,
    monotonicMs,
  })
  return createApp({
    ...{ version, epochMs, monotonicMs, connectionLimits: runtime.connectionLimits },
    newRequestId: createRequestIdSequence(randomUUID().slice(0, 13)),
    log,
    logBuffer,
    metrics: platform.metrics,
    tracing: platform.tracing,
    traffic: createTrafficStats(monotonicMs),
    statistics,
    processHealth: watchProcess(before),
    unloggedLines: config.LOG_LEVEL === 'debug' ? undefined : { write: logBuffer.write, epochMs },
    access,
    load,
    responseCache,
    ...{ search, suggest, recentYields },
    searchSources: sourceIdsOf(platform.sources.catalogue),
    searchFacts: pluginFacts(platform.sources.catalogue),
    checkLinks: checks.check,
    checkDeadlineMs: config.CHECK_DEADLINE_MS,
    health: createHealth(settings, before),
    hotLists,
    dailyHotPrefix: config.DAILYHOT_PREFIX,
    bans,
    switches,
    images,
    watches: before.watching.watches,
    mcpOrigins,
    page,
  })
}

function watchProcess({ platform: { sources, store, replicas }, asking, features, watching }: BeforeFront) {
  const problems = () => [
    ...asking.load.troubles(),
    ...store.problems(),
    ...(replicas?.problems() ?? []),
    ...sources.problems(),
    ...features.bansFile.problems(),
    ...watching.file.problems(),
  ]
  return monitorProcess({ problems, notices: store.warnings }).read
}

function createHealth({ config }: Settings, { platform, asking, features }: BeforeFront): () => HealthResponse {
  return () => ({
    ...asking.searchHealth(),
    ...catalogueHealth(platform.sources.catalogue, features.bans),
    auth_enabled: config.AUTH_ENABLED,
    version,
  })
}

const hourMs = 3_600_000

async function openAccess(settings: Settings, runtime: Runtime, platform: Platform): Promise<Access> {
  const { config, keys, proxies, rates } = settings
  const { log, epochMs, monotonicMs } = runtime
  const { allowList, records, replicas } = platform
  const shareLimits = replicas?.coordination.shareLimits
  const login =
    settings.login &&
    (await openLogin({
      log,
      epochMs,
      monotonicMs,
      users: settings.login.users,
      configuredSecret: settings.login.givenSecret,
      expiryMs: config.AUTH_TOKEN_EXPIRY * hourMs,
      newId: randomUUID,
      newSecret: () => randomBytes(32).toString('base64url'),
      records,
      shareLimits,
    }))
  const apiKeys = await openApiKeys({
    configured: keys,
    isRequired: keys.length > 0 || config.REQUIRE_KEY,
    records,
    randomKey: () => randomBytes(keyBytes),
    epochMs,
  })
  const rules = {
    adminToken: config.ADMIN_TOKEN,
    areReportsPublic: config.REPORTS === 'open',
    proxies,
    keys: apiKeys.verify,
    isKeyRequired: apiKeys.isRequired,
    logins: login?.tokens,
  }
  const userSettings = await openUserSettings({ records, epochMs })
  return { rules, rates, allowList, apiKeys, userSettings, login, shareLimits }
}
