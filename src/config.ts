// The settings schema: parses the environment into one validated, frozen object.
import { z } from 'zod'
import {
  flag,
  flagOr,
  folder,
  oneOf,
  secret,
  serverAddress,
  setting,
  type ToldSetting,
  toldSetting,
  under,
  webAddress,
  wholeNumber,
} from './config-fields.ts'
import { listSettings } from './config-lists.ts'
import { searchSettings } from './config-search.ts'

const listen = under('Listening')
const banned = under('Banned content')
const upstreams = under('Upstream requests')
const keeping = under('Storage')
const several = under('Several instances')
const access = under('Access')
const load = under('Load')
const watching = under('Observability')

/** All settings, by environment variable. */
const environment = z.object({
  PORT: listen(wholeNumber(0, 65_535, 8888), {
    otherwise: '8888',
    example: '80',
    meaning: 'port to listen on; 0: any free port',
  }),
  HOST: listen(setting.pipe(z.string().default('0.0.0.0')).transform(asOneAddress), {
    otherwise: '0.0.0.0',
    example: '127.0.0.1',
    meaning: 'address to listen on; `127.0.0.1`: this machine only, `::`: IPv6 too',
  }),
  WORKERS: listen(wholeNumber(1, 64, 1), {
    otherwise: '1',
    example: '4',
    meaning:
      'number of worker processes that serve cached responses; with more than one, a separate primary process makes all upstream requests',
  }),
  ...searchSettings,
  ...listSettings,
  BANS_FILE: banned(setting, {
    example: '/etc/trawl/bans.txt',
    meaning:
      'a file with banned shares, words, channels and hosts, one per line; they are never shown ([how](taking-down.md))',
  }),
  HTTPS_PROXY: upstreams(setting, {
    example: 'http://127.0.0.1:7890',
    meaning: 'proxy for https URLs: `http://`, `https://` or `socks5://`; lower-case names work too',
  }),
  HTTP_PROXY: upstreams(setting, { example: 'http://127.0.0.1:7890', meaning: 'proxy for http URLs' }),
  ALL_PROXY: upstreams(setting, {
    example: 'socks5://127.0.0.1:1080',
    meaning: 'proxy for both, unless the variables above are set',
  }),
  NO_PROXY: upstreams(setting, { example: 'localhost,.example.org', meaning: 'hosts to connect to without a proxy' }),
  UPSTREAM_PROXY: upstreams(setting, {
    example: 't.me=socks5://127.0.0.1:1080,*.example.org=direct',
    meaning: 'proxies for upstream sites, for all or per host; takes precedence over the variables above',
  }),
  UPSTREAM_PRIVATE: upstreams(setting, {
    example: '198.18.0.0/15',
    meaning:
      'hosts, addresses or ranges that may be requested although they are not public: your own network, or a resolver with fake addresses (Clash, Surge)',
  }),
  UPSTREAM_GATEWAY: upstreams(webAddress, {
    example: 'http://127.0.0.1:8899',
    meaning: 'send every upstream request to this URL, with the real one in the header `x-upstream-url`',
  }),
  DATA_DIR: keeping(folder('data'), {
    otherwise: 'data',
    example: '/var/lib/trawl',
    meaning: 'folder for data that survives restarts; set but empty (`DATA_DIR=`): data is kept in memory only',
  }),
  DISK_MB: keeping(wholeNumber(16, 1_048_576, 1024), {
    otherwise: '1024',
    example: '256',
    meaning: 'maximum size of the databases in it together (the archive, if enabled, gets half), in megabytes',
  }),
  ARCHIVE: keeping(flagOr(true), {
    otherwise: 'true',
    example: 'false',
    meaning: 'store every link found, and include the stored ones in searches; disabling it keeps the stored links',
  }),
  CACHE_MB: keeping(wholeNumber(1, 65_536, 128), {
    otherwise: '128',
    example: '512',
    meaning: 'memory for cached upstream answers and responses, in megabytes',
  }),
  REDIS_URL: several(serverAddress(['redis:', 'rediss:'], 'redis://host:6379'), {
    example: 'redis://10.0.0.5:6379',
    meaning:
      'a Redis or Valkey server that makes several instances one service: they share answers, locks, rate limits and request spacing ([how](scale.md))',
  }),
  DATABASE_URL: several(serverAddress(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/trawl'), {
    example: 'postgres://trawl:secret@10.0.0.6:5432/trawl',
    meaning:
      'a PostgreSQL database shared by several instances: archive, latest hot lists, allow list, bans, logins, statistics',
  }),
  DATABASE_MB: several(wholeNumber(64, 16_777_216, 10_240), {
    otherwise: '10240',
    example: '102400',
    meaning: 'approximate maximum size of that database, in megabytes; the oldest and dead links are deleted first',
  }),
  ADMIN_TOKEN: access(secret(16), {
    example: '(openssl rand -hex 24)',
    meaning:
      'at least 16 characters; requests that send it as `Authorization: Bearer` may read metrics, errors and logs from other machines, and change the allow list and the bans',
  }),
  REPORTS: access(oneOf(['closed', 'open'], 'closed'), {
    otherwise: 'closed',
    example: 'open',
    meaning:
      'who may read metrics, errors, logs and the allow list without `ADMIN_TOKEN`: `closed`, only programs on this machine; `open`, everybody, browsers and containers too. Changes still need the token, and client addresses stay anonymised',
  }),
  TRUST_PROXY: access(setting, {
    example: '127.0.0.1,10.0.0.0/8',
    meaning:
      'addresses and blocks of your own reverse proxies: only their `X-Forwarded-For` is trusted. `loopback` and `private` stand for the usual ranges; any client with such an address can claim to be any other',
  }),
  API_KEYS: access(setting, {
    example: 'bot:sha256-…@600/min',
    meaning:
      'API keys, each optionally with its own rate limit; `npm run key -- NAME` prints an entry. If any are set, requests need a key',
  }),
  AUTH_ENABLED: access(flag, {
    otherwise: 'false',
    example: 'true',
    meaning: 'requests need a login: `POST /api/auth/login`, as in PanSou',
  }),
  AUTH_USERS: access(setting, {
    example: 'me:scrypt.…',
    meaning:
      'users that may log in; `npm run password -- NAME` prints an entry. `name:password` in plain text, as in PanSou, works too, with a warning',
  }),
  AUTH_TOKEN_EXPIRY: access(wholeNumber(1, 8_760, 24), {
    otherwise: '24',
    example: '168',
    meaning: 'lifetime of a login, in hours',
  }),
  AUTH_JWT_SECRET: access(secret(32), {
    otherwise: 'generated once, stored in `DATA_DIR`',
    example: '(openssl rand -hex 32)',
    meaning: 'at least 32 characters; signs login tokens; several instances need the same one to accept each other’s',
  }),
  RATE_LIMITS: access(setting.pipe(z.string().default(defaultRateLimits())), {
    otherwise: defaultRateLimits(),
    example: '*=300/min,/api/search=60/min',
    meaning:
      'requests per client: `*` for all together, a route in the notation of `/api/v1/metrics`, or `force` for `force=1` and `refresh=true`. `off`: no limits. A search counts as one more request for every ten channels that are not in `CHANNELS`. The value replaces the whole default. Programs on this machine are not limited',
  }),
  MCP_ORIGINS: access(setting, {
    otherwise: 'pages of this machine',
    example: 'https://agents.example.org',
    meaning:
      'origins of web pages that may send requests to `/mcp`; `*`: all. Programs send no origin and are always allowed ([how](agents.md))',
  }),
  MAX_LAG_MS: load(wholeNumber(0, 60_000, 500), {
    otherwise: '500',
    example: '200',
    meaning:
      'event-loop lag in ms above which requests that need upstream calls get 503 (cached responses are still served), as they do when too many searches run; 0 disables',
  }),
  LOG_LEVEL: watching(oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'), {
    otherwise: 'info',
    example: 'warn',
    meaning: '`debug`, `info`, `warn`, `error` or `silent`',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: watching(webAddress, {
    example: 'http://127.0.0.1:4318',
    meaning: 'send OpenTelemetry traces to this URL; the other `OTEL_…` variables work as standardised',
  }),
})

function defaultRateLimits(): string {
  return '*=1200/min,/api/search=300/min,/api/search/stream=300/min,/api/check/links=120/min,/api/v1/picture=600/min,/mcp=300/min,force=120/min'
}

/** `localhost` can resolve to 127.0.0.1 and ::1; that would start two servers with separate limits. */
function asOneAddress(host: string): string {
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
}

/** The settings the service runs with. */
export type Config = Readonly<z.output<typeof environment>>

/** Programs disagree on the case of these names; both are read, lower case wins, as in curl. */
const eitherCase = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const

/**
 * Parses the settings. For each invalid one, adds a message with its name and what is allowed to `mistakes` and uses the default; values are
 * not repeated, because they may be secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, mistakes: string[]): Config {
  const both = Object.fromEntries(eitherCase.map((name) => [name, env[name.toLowerCase()] ?? env[name]]))
  const read = environment.safeParse({ ...env, ...both })
  if (read.success) return Object.freeze(read.data)
  const issues = read.error.issues.map(({ path, message }) => ({ name: path.join('.'), message }))
  mistakes.push(...issues.map(({ name, message }) => `${name}: ${message}`))
  const without = Object.fromEntries(issues.map(({ name }) => [name, undefined]))
  return Object.freeze(environment.parse({ ...env, ...both, ...without }))
}

/** Documentation of all settings, in order. */
export function toldSettings(): ToldSetting[] {
  return Object.entries(environment.shape).map(([name, schema]) => toldSetting(name, schema))
}
