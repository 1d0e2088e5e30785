// Opens access control, the response cache, process health, and the HTTP app over all rooms.
import { randomBytes, randomUUID } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import { keyBytes, openApiKeys } from '../http/auth/api-keys.ts'
import { openLogin } from '../http/auth/login.ts'
import { openUserSettings } from '../http/auth/user-settings.ts'
import { createTrafficStats } from '../http/logging/traffic-stats.ts'
import { createRequestIdSequence } from '../http/request-id.ts'
import { type CacheEntry, createResponseCache } from '../http/response-cache/response-cache.ts'
import { monitorProcess } from '../observability/process-health.ts'
import { catalogueHealth, pluginFacts, sourceIdsOf } from '../search/catalogue.ts'
import type { Composed, Context } from './compose.ts'
import { createApp } from './create-app.ts'
import type { Access } from './routes.ts'
import { asSettingError } from './settings.ts'

const { version } = manifest

export async function openHttpApp(context: Context, composed: Composed) {
  const { asking, features, watching } = composed
  const { config, mcpOrigins } = context.settings
  const { log, logBuffer, page, connectionLimits, epochMs, monotonicMs } = context.runtime
  const { sources, store, metrics, tracing } = context.platform
  const { bans, hotLists, images } = features
  const { load, statistics, upstream } = asking
  const storage = store.budget.createCache<CacheEntry>()
  const { isCurrent } = upstream.versions
  return createApp({
    version,
    epochMs,
    monotonicMs,
    connectionLimits,
    newRequestId: createRequestIdSequence(randomUUID().slice(0, 13)),
    log,
    logBuffer,
    metrics,
    tracing,
    traffic: createTrafficStats(monotonicMs),
    statistics,
    processHealth: watchProcess(context, composed),
    unloggedLines: config.LOG_LEVEL === 'debug' ? undefined : { write: logBuffer.write, epochMs },
    access: await asSettingError(() => openAccess(context)),
    load,
    responseCache: createResponseCache({ storage, isCurrent, metrics, epochMs, monotonicMs }),
    ...searchOptions(context, composed),
    hotLists,
    dailyHotPrefix: config.DAILYHOT_PREFIX,
    bans,
    switches: sources.switches,
    images,
    watches: watching.watches,
    mcpOrigins,
    page,
  })
}

function watchProcess({ platform }: Context, { asking, features, watching }: Composed) {
  const { sources, store, replicas } = platform
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

function searchOptions({ settings, platform }: Context, { asking, features }: Composed) {
  const { config } = settings
  const { catalogue } = platform.sources
  const { bans, search, suggest, recentYields, checks } = features
  return {
    search,
    suggest,
    recentYields,
    searchSources: sourceIdsOf(catalogue),
    searchFacts: pluginFacts(catalogue),
    checkLinks: checks.check,
    checkDeadlineMs: config.CHECK_DEADLINE_MS,
    health: () => ({
      ...asking.searchHealth(),
      ...catalogueHealth(catalogue, bans),
      auth_enabled: config.AUTH_ENABLED,
      version,
    }),
  }
}

const hourMs = 3_600_000

async function openAccess({ settings, runtime, platform }: Context): Promise<Access> {
  const { config, keys, proxies, rates } = settings
  const { log, epochMs, monotonicMs } = runtime
  const { allowList, records, replicas } = platform
  const shareLimits = replicas?.shareLimits
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
  const isRequired = keys.length > 0 || config.REQUIRE_KEY
  const randomKey = () => randomBytes(keyBytes)
  const apiKeys = await openApiKeys({ configured: keys, isRequired, records, randomKey, epochMs })
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
