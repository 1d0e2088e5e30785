// The settings schema: parses the environment into one validated, frozen object.
import { z } from 'zod'
import {
  booleanFlag,
  booleanWithDefault,
  type DocumentedSetting,
  directory,
  documentSetting,
  headerSecret,
  httpUrl,
  inGroup,
  integer,
  oneOf,
  optionalText,
  serverUrl,
} from './fields.ts'
import { hotListSettings } from './hotlist-settings.ts'
import { searchSettings } from './search-settings.ts'

const listen = inGroup('Listening')
const upstreams = inGroup('Upstream requests')
const storage = inGroup('Storage')
const instances = inGroup('Several instances')
const access = inGroup('Access')
const load = inGroup('Load')
const observability = inGroup('Observability')

/** All settings, by environment variable. */
const environment = z.object({
  PORT: listen(integer(0, 65_535, 8888), {
    defaultValue: '8888',
    example: '80',
    description: 'port to listen on; 0: any free port',
  }),
  HOST: listen(optionalText.pipe(z.string().default('0.0.0.0')).transform(asSingleAddress), {
    defaultValue: '0.0.0.0',
    example: '127.0.0.1',
    description: 'address to listen on; `127.0.0.1`: this machine only, `::`: IPv6 too',
  }),
  ...searchSettings,
  ...hotListSettings,
  BANS_FILE: inGroup('Banned content')(optionalText, {
    example: '/etc/trawl/bans.txt',
    description:
      'a file with banned shares, words, channels and hosts, one per line; they are never shown ([how](taking-down.md))',
  }),
  HTTPS_PROXY: upstreams(optionalText, {
    example: 'http://127.0.0.1:7890',
    description: 'proxy for https URLs: `http://`, `https://` or `socks5://`; lower-case names work too',
  }),
  HTTP_PROXY: upstreams(optionalText, { example: 'http://127.0.0.1:7890', description: 'proxy for http URLs' }),
  ALL_PROXY: upstreams(optionalText, {
    example: 'socks5://127.0.0.1:1080',
    description: 'proxy for both, unless the variables above are set',
  }),
  NO_PROXY: upstreams(optionalText, {
    example: 'localhost,.example.org',
    description: 'hosts to connect to without a proxy',
  }),
  UPSTREAM_PROXY: upstreams(optionalText, {
    example: 't.me=socks5://127.0.0.1:1080,*.example.org=direct',
    description: 'proxies for upstream sites, for all or per host; takes precedence over the variables above',
  }),
  UPSTREAM_PRIVATE: upstreams(optionalText, {
    example: '198.18.0.0/15',
    description:
      'hosts, addresses or ranges that may be requested although they are not public: your own network, or a resolver with fake addresses (Clash, Surge)',
  }),
  UPSTREAM_GATEWAY: upstreams(httpUrl, {
    example: 'http://127.0.0.1:8899',
    description: 'send every upstream request to this URL, with the real one in the header `x-upstream-url`',
  }),
  DATA_DIR: storage(directory('data'), {
    defaultValue: 'data',
    example: '/var/lib/trawl',
    description: 'folder for data that survives restarts; set but empty (`DATA_DIR=`): data is kept in memory only',
  }),
  DISK_MB: storage(integer(16, 1_048_576, 1024), {
    defaultValue: '1024',
    example: '256',
    description: 'maximum size of the databases in it together (the archive, if enabled, gets half), in megabytes',
  }),
  ARCHIVE: storage(booleanWithDefault(true), {
    defaultValue: 'true',
    example: 'false',
    description: 'store every link found, and include the stored ones in searches; disabling it keeps the stored links',
  }),
  CACHE_MB: storage(integer(1, 65_536, 128), {
    defaultValue: '128',
    example: '512',
    description: 'memory for cached upstream answers and responses, in megabytes',
  }),
  REDIS_URL: instances(serverUrl(['redis:', 'rediss:'], 'redis://host:6379'), {
    example: 'redis://10.0.0.5:6379',
    description:
      'a Redis or Valkey server that makes several instances one service: they share answers, locks, rate limits and request spacing ([how](scale.md))',
  }),
  DATABASE_URL: instances(serverUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/trawl'), {
    example: 'postgres://trawl:secret@10.0.0.6:5432/trawl',
    description:
      'a PostgreSQL database shared by several instances: archive, latest hot lists, allow list, bans, logins, statistics',
  }),
  DATABASE_MB: instances(integer(64, 16_777_216, 10_240), {
    defaultValue: '10240',
    example: '102400',
    description: 'approximate maximum size of that database, in megabytes; the oldest and dead links are deleted first',
  }),
  ADMIN_TOKEN: access(headerSecret(16), {
    example: '(openssl rand -hex 24)',
    description:
      'at least 16 characters; requests that send it as `Authorization: Bearer` may read metrics, errors and logs from other machines, and change the allow list and the bans',
  }),
  REPORTS: access(oneOf(['closed', 'open'], 'closed'), {
    defaultValue: 'closed',
    example: 'open',
    description:
      'who may read metrics, errors, logs and the allow list without `ADMIN_TOKEN`: `closed`, only programs on this machine; `open`, everybody, browsers and containers too. Changes still need the token, and client addresses stay anonymised',
  }),
  TRUST_PROXY: access(optionalText, {
    example: '127.0.0.1,10.0.0.0/8',
    description:
      'addresses and blocks of your own reverse proxies: only their `X-Forwarded-For` is trusted. `loopback` and `private` stand for the usual ranges; any client with such an address can claim to be any other',
  }),
  API_KEYS: access(optionalText, {
    example: 'bot:sha256-…@600/min',
    description:
      'API keys, each optionally with its own rate limit; `npm run key -- NAME` prints an entry. If any are set, requests need a key',
  }),
  AUTH_ENABLED: access(booleanFlag, {
    defaultValue: 'false',
    example: 'true',
    description: 'requests need a login: `POST /api/auth/login`, as in PanSou',
  }),
  AUTH_USERS: access(optionalText, {
    example: 'me:scrypt.…',
    description:
      'users that may log in; `npm run password -- NAME` prints an entry. `name:password` in plain text, as in PanSou, works too, with a warning',
  }),
  AUTH_TOKEN_EXPIRY: access(integer(1, 8_760, 24), {
    defaultValue: '24',
    example: '168',
    description: 'lifetime of a login, in hours',
  }),
  AUTH_JWT_SECRET: access(headerSecret(32), {
    defaultValue: 'generated once, stored in `DATA_DIR`',
    example: '(openssl rand -hex 32)',
    description:
      'at least 32 characters; signs login tokens; several instances need the same one to accept each other’s',
  }),
  RATE_LIMITS: access(optionalText.pipe(z.string().default(defaultRateLimits())), {
    defaultValue: defaultRateLimits(),
    example: '*=300/min,/api/search=60/min',
    description:
      'requests per client: `*` for all together, a route in the notation of `/api/v1/metrics`, or `force` for `force=1` and `refresh=true`. `off`: no limits. A search counts as one more request for every ten channels that are not in `CHANNELS`. The value replaces the whole default. Programs on this machine are not limited',
  }),
  MCP_ORIGINS: access(optionalText, {
    defaultValue: 'pages of this machine',
    example: 'https://agents.example.org',
    description:
      'origins of web pages that may send requests to `/mcp`; `*`: all. Programs send no origin and are always allowed ([how](agents.md))',
  }),
  MAX_LAG_MS: load(integer(0, 60_000, 500), {
    defaultValue: '500',
    example: '200',
    description:
      'event-loop lag in ms above which requests that need upstream calls get 503 (cached responses are still served), as they do when too many searches run; 0 disables',
  }),
  LOG_LEVEL: observability(oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'), {
    defaultValue: 'info',
    example: 'warn',
    description: '`debug`, `info`, `warn`, `error` or `silent`',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: observability(httpUrl, {
    example: 'http://127.0.0.1:4318',
    description: 'send OpenTelemetry traces to this URL; the other `OTEL_…` variables work as standardised',
  }),
})

function defaultRateLimits(): string {
  return '*=1200/min,/api/search=300/min,/api/search/stream=300/min,/api/check/links=120/min,/api/v1/picture=600/min,/mcp=300/min,force=120/min'
}

/** `localhost` can resolve to 127.0.0.1 and ::1; that would start two servers with separate limits. */
function asSingleAddress(host: string): string {
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
}

/** The settings the service runs with. */
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

/** Documentation of all settings, in order. */
export function documentedSettings(): DocumentedSetting[] {
  return Object.entries(environment.shape).map(([name, schema]) => documentSetting(name, schema))
}
