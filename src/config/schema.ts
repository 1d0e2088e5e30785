// The settings schema: parses the environment into one validated, frozen object.
import { z } from 'zod'
import {
  booleanWithDefault,
  directory,
  headerSecret,
  httpUrl,
  integer,
  oneOf,
  optionalText,
  pathPrefix,
  serverUrl,
} from './fields.ts'
import settingDocs from './setting-docs.json' with { type: 'json' }

const defaultRateLimits =
  '*=1200/min,/api/search=300/min,/api/search/stream=300/min,/api/check/links=120/min,/api/v1/picture=600/min,/mcp=300/min,force=120/min'

/** All settings, by environment variable; setting-docs.json says what each does. */
const environment = z.object({
  PORT: integer(0, 65_535, 8888),
  HOST: optionalText.pipe(z.string().default('0.0.0.0')).transform(asSingleAddress),
  CHANNELS: optionalText,
  ENABLED_PLUGINS: optionalText,
  DISABLED_PLUGINS: optionalText,
  SOURCES_DIR: optionalText,
  DEFAULT_CONC: integer(1, 256, 10),
  SEARCH_DEADLINE_MS: integer(200, 30_000, 8_000),
  SEARCH_EARLY_MS: integer(200, 30_000, 4_000),
  CHECK_DEADLINE_MS: integer(1_000, 60_000, 8_000),
  RECHECK: booleanWithDefault(true),
  PICTURE_HOSTS: optionalText,
  ENABLED_SOURCES: optionalText,
  DISABLED_SOURCES: optionalText,
  DAILYHOT_PREFIX: pathPrefix('/'),
  SOURCES_FILE: optionalText,
  BANS_FILE: optionalText,
  WATCH_FILE: optionalText,
  HTTPS_PROXY: optionalText,
  HTTP_PROXY: optionalText,
  ALL_PROXY: optionalText,
  NO_PROXY: optionalText,
  UPSTREAM_PROXY: optionalText,
  UPSTREAM_PRIVATE: optionalText,
  UPSTREAM_GATEWAY: httpUrl,
  DATA_DIR: directory('data'),
  DISK_MB: integer(16, 1_048_576, 1024),
  ARCHIVE: booleanWithDefault(true),
  HISTORY: booleanWithDefault(true),
  HISTORY_DAYS: integer(1, 3_650, 365),
  HISTORY_MB: integer(16, 1_048_576, 1024),
  HISTORY_SOURCES: optionalText,
  CACHE_MB: integer(1, 65_536, 32),
  REDIS_URL: serverUrl(['redis:', 'rediss:'], 'redis://host:6379'),
  DATABASE_URL: serverUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/trawl'),
  DATABASE_MB: integer(64, 16_777_216, 10_240),
  ADMIN_TOKEN: headerSecret(16),
  REPORTS: oneOf(['closed', 'open'], 'closed'),
  TRUST_PROXY: optionalText,
  API_KEYS: optionalText,
  REQUIRE_KEY: booleanWithDefault(false),
  AUTH_ENABLED: booleanWithDefault(false),
  AUTH_USERS: optionalText,
  AUTH_TOKEN_EXPIRY: integer(1, 8_760, 24),
  AUTH_JWT_SECRET: headerSecret(32),
  RATE_LIMITS: optionalText.pipe(z.string().default(defaultRateLimits)),
  MCP_ORIGINS: optionalText,
  MAX_LAG_MS: integer(0, 60_000, 500),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
})

/** `localhost` can resolve to 127.0.0.1 and ::1; that would start two servers with separate limits. */
function asSingleAddress(host: string): string {
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
}

export type Config = Readonly<z.output<typeof environment>>

/** Programs disagree on the case of these names; both are read, lower case wins, as in curl. */
const eitherCaseNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const

/**
 * Parses the settings. For each invalid one, adds a message with its name and what is allowed to `mistakes` and uses the default; values are
 * not repeated, because they may be secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, mistakes: string[]): Config {
  const proxySettings = Object.fromEntries(eitherCaseNames.map((name) => [name, env[name.toLowerCase()] ?? env[name]]))
  const read = environment.safeParse({ ...env, ...proxySettings })
  if (read.success) return Object.freeze(read.data)
  const issues = read.error.issues.map(({ path, message }) => ({ name: path.join('.'), message }))
  mistakes.push(...issues.map(({ name, message }) => `${name}: ${message}`))
  const withoutInvalid = Object.fromEntries(issues.map(({ name }) => [name, undefined]))
  return Object.freeze(environment.parse({ ...env, ...proxySettings, ...withoutInvalid }))
}

interface SettingDoc {
  readonly description: string
  readonly example: string
  /** The default, in words if it is not a plain value. */
  readonly defaultValue?: string | undefined
  readonly group: string
}

export type DocumentedSetting = SettingDoc & { readonly name: string }

const docs: Readonly<Record<keyof Config, SettingDoc>> = settingDocs

export function documentedSettings(): DocumentedSetting[] {
  return Object.entries(docs).map(([name, doc]) => ({ name, ...doc }))
}
