// Detects settings of PanSou, DailyHotApi and NewsNow that Trawl does not read, and names their replacements at startup.
import type { Environment } from './env.ts'

/** Has no replacement; `docs/coming-from.md` says why. */
const notNeeded = 'not needed'

const proxies = 'HTTPS_PROXY or UPSTREAM_PROXY'

/** Replacements by program and name; a test compares them with `docs/coming-from.md`. */
export const peerSettings = {
  PanSou: {
    PANSOU_PORT: 'PORT',
    PANSOU_HOST: 'HOST',
    ASYNC_PLUGIN_ENABLED: 'ENABLED_PLUGINS',
    PLUGIN_TIMEOUT: 'SEARCH_DEADLINE_MS',
    PLUGIN_BATCH_TIMEOUT_SECONDS: 'SEARCH_DEADLINE_MS',
    TG_CHANNEL_TIMEOUT_SECONDS: 'SEARCH_DEADLINE_MS',
    ASYNC_RESPONSE_TIMEOUT: 'SEARCH_EARLY_MS',
    TG_CHANNEL_REQUEST_TIMEOUT_SECONDS: notNeeded,
    TG_RESPONSE_MAX_BYTES: notNeeded,
    TG_BACKFILL_ENABLED: notNeeded,
    PLUGIN_BACKFILL_ENABLED: notNeeded,
    CONCURRENCY: 'DEFAULT_CONC',
    DEFAULT_CONCURRENCY: 'DEFAULT_CONC',
    PLUGIN_COUNT: notNeeded,
    ASYNC_MAX_BACKGROUND_WORKERS: notNeeded,
    ASYNC_MAX_BACKGROUND_TASKS: notNeeded,
    HTTP_MAX_CONNS: notNeeded,
    HTTP_READ_TIMEOUT: notNeeded,
    HTTP_WRITE_TIMEOUT: notNeeded,
    HTTP_IDLE_TIMEOUT: notNeeded,
    UPSTREAM_IDLE_CONN_TIMEOUT_SECONDS: notNeeded,
    UPSTREAM_MAX_IDLE_CONNS_PER_HOST: notNeeded,
    CACHE_PATH: 'DATA_DIR',
    CACHE_MAX_SIZE: 'DISK_MB and CACHE_MB',
    CACHE_ENABLED: notNeeded,
    CACHE_TTL: notNeeded,
    CACHE_PARTIAL_TTL_MINUTES: notNeeded,
    ASYNC_CACHE_TTL_HOURS: notNeeded,
    SHARD_COUNT: notNeeded,
    PROXY: proxies,
    INSECURE_SKIP_TLS_VERIFY: notNeeded,
    ASYNC_LOG_ENABLED: 'LOG_LEVEL',
    PLUGIN_SEARCH_DETAIL_LOG: 'LOG_LEVEL',
    ENABLE_COMPRESSION: notNeeded,
    MIN_SIZE_TO_COMPRESS: notNeeded,
    GC_PERCENT: notNeeded,
    OPTIMIZE_MEMORY: notNeeded,
  },
  NewsNow: {
    G_CLIENT_ID: notNeeded,
    G_CLIENT_SECRET: notNeeded,
    JWT_SECRET: notNeeded,
    INIT_TABLE: notNeeded,
    ENABLE_CACHE: notNeeded,
  },
  DailyHotApi: {
    ALLOWED_DOMAIN: notNeeded,
    ALLOWED_HOST: notNeeded,
    CACHE_TTL: notNeeded,
    REQUEST_TIMEOUT: notNeeded,
    REDIS_HOST: 'REDIS_URL',
    REDIS_PORT: 'REDIS_URL',
    REDIS_PASSWORD: 'REDIS_URL',
    REDIS_DB: 'REDIS_URL',
    RSS_MODE: notNeeded,
    USE_LOG_FILE: notNeeded,
    DISALLOW_ROBOT: notNeeded,
    FILTER_WEIBO_ADVERTISEMENT: notNeeded,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** Other programs, such as container engines, set these too: alone they mean nothing, unless they are in `.env`. */
const ambiguousSettings: ReadonlySet<string> = new Set([
  'JWT_SECRET',
  'REDIS_HOST',
  'REDIS_PORT',
  'REDIS_PASSWORD',
  'REDIS_DB',
])

/** Returns one message if there are any: the settings and their replacements. `inFile` are the names set in `.env`. */
export function findPeerSettings(env: Environment, inFile: readonly string[]): string[] {
  const isUnambiguous = ([name]: readonly [string, string]) => !ambiguousSettings.has(name) || inFile.includes(name)
  const foundSettings = Object.values(peerSettings).flatMap((settings) => {
    const present = Object.entries(settings).filter(([name]) => env[name]?.trim())
    return present.some(isUnambiguous) ? present : []
  })
  if (foundSettings.length === 0) return []
  const replacements = [...new Map(foundSettings)].map(
    ([name, ours]) => `${name} (${ours === notNeeded ? ours : `set ${ours}`})`,
  )
  return [
    `settings of PanSou, NewsNow or DailyHotApi that Trawl does not read: ${replacements.join(', ')}; see docs/coming-from.md`,
  ]
}
