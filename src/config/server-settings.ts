// The settings of the server itself: listening, storage, access, load and observability, in the groups of the documentation.
import { z } from 'zod'
import {
  booleanWithDefault,
  directory,
  headerSecret,
  httpUrl,
  integer,
  oneOf,
  optionalText,
  serverUrl,
  urlPrefix,
} from './fields.ts'

export const defaultRateLimits =
  '*=1200/min,/api/search=300/min,/api/search/stream=300/min,/api/check/links=120/min,/api/v1/picture=600/min,/mcp=300/min,force=120/min'

/** `localhost` can resolve to 127.0.0.1 and ::1; that would start two servers with separate limits. */
function asSingleAddress(host: string): string {
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
}

export const listening = {
  PORT: integer(0, 65_535, 8888).meta({ description: 'port to listen on; 0: any free port', example: '80' }),
  HOST: optionalText.pipe(z.string().default('0.0.0.0')).transform(asSingleAddress).meta({
    description: 'address to listen on; `127.0.0.1`: this machine only, `::`: IPv6 too',
    defaultValue: '0.0.0.0',
    example: '127.0.0.1',
  }),
  BASE_PATH: urlPrefix.meta({
    description:
      'path below which a reverse proxy passes requests on, without removing it ([how](deploying.md#below-a-path)); every address of the service then begins with it',
    example: '/trawl',
  }),
}

export const storage = {
  DATA_DIR: directory('data').meta({
    description: 'folder for data that survives restarts; set but empty (`DATA_DIR=`): data is kept in memory only',
    example: '/var/lib/trawl',
  }),
  DISK_MB: integer(16, 1_048_576, 1024).meta({
    description:
      'maximum size of the databases in it together (the archive, if enabled, gets half) without the history of hot lists, in megabytes',
    example: '256',
  }),
  ARCHIVE: booleanWithDefault(true).meta({
    description: 'store every link found, and include the stored ones in searches; disabling it keeps the stored links',
    example: 'false',
  }),
  HISTORY: booleanWithDefault(true).meta({
    description:
      'keep the history of hot lists, in DATA_DIR or the database at DATABASE_URL; disabling it keeps what is stored',
    example: 'false',
  }),
  HISTORY_DAYS: integer(1, 3_650, 365).meta({
    description:
      'days for which the history of hot lists is kept (every refresh for a week, one per hour for a quarter, one per day after it)',
    example: '30',
  }),
  HISTORY_MB: integer(16, 1_048_576, 1024).meta({
    description:
      'maximum size of the history of hot lists, beside DISK_MB and DATABASE_MB, in megabytes; the oldest is thinned, then dropped',
    example: '3072',
  }),
  HISTORY_SOURCES: optionalText.meta({
    description:
      'hot lists that are refreshed at their interval for their history, also while nobody looks at them; entries as in ENABLED_SOURCES, `default` means all enabled ones',
    example: 'weibo,column:tech',
  }),
  CACHE_MB: integer(1, 65_536, 32).meta({
    description: 'memory for cached upstream answers and responses, in megabytes',
    example: '512',
  }),
}

export const severalInstances = {
  REDIS_URL: serverUrl(['redis:', 'rediss:'], 'redis://host:6379').meta({
    description:
      'a Redis or Valkey server that makes several instances one service: they share answers, locks, rate limits and request spacing ([how](scale.md))',
    example: 'redis://10.0.0.5:6379',
  }),
  DATABASE_URL: serverUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/trawl').meta({
    description:
      'a PostgreSQL database shared by several instances: archive, latest hot lists, allow list, bans, logins, statistics',
    example: 'postgres://trawl:secret@10.0.0.6:5432/trawl',
  }),
  DATABASE_MB: integer(64, 16_777_216, 10_240).meta({
    description: 'approximate maximum size of that database, in megabytes; the oldest and dead links are deleted first',
    example: '102400',
  }),
}

export const access = {
  ADMIN_TOKEN: headerSecret(16).meta({
    description:
      'at least 16 characters; requests that send it as `Authorization: Bearer` may read metrics, errors and logs from other machines, and change the allow list and the bans',
    example: '(openssl rand -hex 24)',
  }),
  REPORTS: oneOf(['closed', 'open'], 'closed').meta({
    description:
      'who may read metrics, errors, logs and the allow list without `ADMIN_TOKEN`: `closed`, only programs on this machine; `open`, everybody, browsers and containers too. Changes still need the token, and client addresses stay anonymised',
    example: 'open',
  }),
  TRUST_PROXY: optionalText.meta({
    description:
      'addresses and blocks of your own reverse proxies: only their `X-Forwarded-For` is trusted. `loopback` and `private` stand for the usual ranges; any client with such an address can claim to be any other',
    example: '127.0.0.1,10.0.0.0/8',
  }),
  API_KEYS: optionalText.meta({
    description:
      'API keys, each optionally with its own rate limit; `trawl key NAME` prints an entry. If any are set, requests need a key',
    example: 'bot:sha256-…@600/min',
  }),
  REQUIRE_KEY: booleanWithDefault(false).meta({
    description:
      'requests need an API key also if `API_KEYS` is empty: for keys that are made on the page or over the API',
    example: 'true',
  }),
  AUTH_ENABLED: booleanWithDefault(false).meta({
    description: 'requests need a login: `POST /api/auth/login`, as in PanSou',
    example: 'true',
  }),
  AUTH_USERS: optionalText.meta({
    description:
      'users that may log in; `trawl password NAME` prints an entry. `name:password` in plain text, as in PanSou, works too, with a warning',
    example: 'me:scrypt.…',
  }),
  AUTH_TOKEN_EXPIRY: integer(1, 8_760, 24).meta({ description: 'lifetime of a login, in hours', example: '168' }),
  AUTH_JWT_SECRET: headerSecret(32).meta({
    description:
      'at least 32 characters; signs login tokens; several instances need the same one to accept each other’s',
    defaultValue: 'generated once, stored in `DATA_DIR`',
    example: '(openssl rand -hex 32)',
  }),
  RATE_LIMITS: optionalText.pipe(z.string().default(defaultRateLimits)).meta({
    description:
      'requests per client: `*` for all together, a route in the notation of `/api/v1/metrics`, or `force` for `force=1` and `refresh=true`. `off`: no limits. A search counts as one more request for every ten channels that are not in `CHANNELS`. The value replaces the whole default. Programs on this machine are not limited',
    defaultValue: defaultRateLimits,
    example: '*=300/min,/api/search=60/min',
  }),
  MCP_ORIGINS: optionalText.meta({
    description:
      'origins of web pages that may send requests to `/mcp`; `*`: all. Programs send no origin and are always allowed ([how](agents.md))',
    defaultValue: 'pages of this machine',
    example: 'https://agents.example.org',
  }),
}

export const load = {
  MAX_LAG_MS: integer(0, 60_000, 500).meta({
    description:
      'event-loop lag in ms above which requests that need upstream calls get 503 (cached responses are still served), as they do when too many searches run; 0 disables',
    example: '200',
  }),
}

export const observability = {
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info').meta({
    description: '`debug`, `info`, `warn`, `error` or `silent`',
    example: 'warn',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.meta({
    description: 'send OpenTelemetry traces to this URL; the other `OTEL_…` variables work as standardised',
    example: 'http://127.0.0.1:4318',
  }),
}
