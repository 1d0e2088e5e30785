// The environment as one validated, frozen object; a wrong value stops the start with a sentence naming it.
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
const banned = under('What is never shown')
const upstreams = under('Reaching sites')
const keeping = under('What is kept')
const several = under('More machines')
const access = under('Who may ask')
const load = under('Load')
const watching = under('Watching')

/** Every setting there is. Names are those of the environment. */
const environment = z.object({
  PORT: listen(wholeNumber(0, 65_535, 8888), {
    otherwise: '8888',
    example: '80',
    meaning: 'the port to listen on; 0 takes any that is free',
  }),
  HOST: listen(setting.pipe(z.string().default('0.0.0.0')).transform(asOneAddress), {
    otherwise: '0.0.0.0',
    example: '127.0.0.1',
    meaning: 'the address to listen on; `127.0.0.1` is for this machine only, `::` for IPv6 too',
  }),
  WORKERS: listen(wholeNumber(1, 64, 1), {
    otherwise: '1',
    example: '4',
    meaning: 'processes that answer what is ready, behind one port; with more than one another process asks the sites',
  }),
  ...searchSettings,
  ...listSettings,
  BANS_FILE: banned(setting, {
    example: '/etc/trawl/bans.txt',
    meaning: 'a file with what is never shown: shares, words, channels and hosts, a line each ([how](taking-down.md))',
  }),
  HTTPS_PROXY: upstreams(setting, {
    example: 'http://127.0.0.1:7890',
    meaning: 'proxy for https addresses: `http://`, `https://` or `socks5://`; small letters are read too',
  }),
  HTTP_PROXY: upstreams(setting, { example: 'http://127.0.0.1:7890', meaning: 'proxy for http addresses' }),
  ALL_PROXY: upstreams(setting, {
    example: 'socks5://127.0.0.1:1080',
    meaning: 'proxy for both, where the two above are not set',
  }),
  NO_PROXY: upstreams(setting, { example: 'localhost,.example.org', meaning: 'hosts that are asked without a proxy' }),
  UPSTREAM_PROXY: upstreams(setting, {
    example: 't.me=socks5://127.0.0.1:1080,*.example.org=direct',
    meaning: 'proxies for the sites we ask, overall or per host; goes before the others',
  }),
  UPSTREAM_PRIVATE: upstreams(setting, {
    example: '198.18.0.0/15',
    meaning:
      'hosts, addresses or ranges that may be asked although they are not public: your own network, or a resolver with made-up addresses (Clash, Surge)',
  }),
  UPSTREAM_GATEWAY: upstreams(webAddress, {
    example: 'http://127.0.0.1:8899',
    meaning: 'send every exchange to this address, the real one in the header `x-upstream-url`',
  }),
  DATA_DIR: keeping(folder('data'), {
    otherwise: 'data',
    example: '/var/lib/trawl',
    meaning: 'the folder of what is kept over restarts; set and empty (`DATA_DIR=`): nothing is, all stays in memory',
  }),
  DISK_MB: keeping(wholeNumber(16, 1_048_576, 1024), {
    otherwise: '1024',
    example: '256',
    meaning: 'how large the databases in it may get together (half is for the archive, if that is on), in megabytes',
  }),
  ARCHIVE: keeping(flagOr(true), {
    otherwise: 'true',
    example: 'false',
    meaning: 'keep every link that was found, and search among these too; off leaves what is kept as it is',
  }),
  CACHE_MB: keeping(wholeNumber(1, 65_536, 128), {
    otherwise: '128',
    example: '512',
    meaning: 'memory for answers, as they came and as they are sent, in megabytes',
  }),
  REDIS_URL: several(serverAddress(['redis:', 'rediss:'], 'redis://host:6379'), {
    example: 'redis://10.0.0.5:6379',
    meaning:
      'a Redis or Valkey through which several Trawls are one service: answers, locks, rates, politeness towards sites ([how](scale.md))',
  }),
  DATABASE_URL: several(serverAddress(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/trawl'), {
    example: 'postgres://trawl:secret@10.0.0.6:5432/trawl',
    meaning:
      'a PostgreSQL for what several Trawls keep together: the archive, lists as they were last, the allow list, bans, logins, statistics',
  }),
  DATABASE_MB: several(wholeNumber(64, 16_777_216, 10_240), {
    otherwise: '10240',
    example: '102400',
    meaning: 'about how large that may get, in megabytes; the oldest and dead links go first',
  }),
  ADMIN_TOKEN: access(secret(16), {
    example: '(openssl rand -hex 24)',
    meaning:
      'at least 16 characters; who sends it as `Authorization: Bearer` reads figures, errors and logs from elsewhere, and changes the allow list and the bans',
  }),
  REPORTS: access(oneOf(['closed', 'open'], 'closed'), {
    otherwise: 'closed',
    example: 'open',
    meaning:
      'who may read figures, errors, logs and the allow list without `ADMIN_TOKEN`: `closed`, only programs on this machine; `open`, everybody, browsers and containers too. Changing stays closed, addresses of visitors stay cut to their network',
  }),
  TRUST_PROXY: access(setting, {
    example: '127.0.0.1,10.0.0.0/8',
    meaning:
      'addresses and blocks of your own reverse proxies: only these are believed when they say in `X-Forwarded-For` who asks. `loopback` and `private` stand for the usual ones; whoever has such an address can then say to be anybody',
  }),
  API_KEYS: access(setting, {
    example: 'bot:sha256-…@600/min',
    meaning:
      'who may ask, by key, each with a rate of its own if you like; `npm run key -- NAME` makes an entry. With one or more of them nobody asks without',
  }),
  AUTH_ENABLED: access(flag, {
    otherwise: 'false',
    example: 'true',
    meaning: 'only who has logged in may ask: `POST /api/auth/login`, as clients of PanSou do it',
  }),
  AUTH_USERS: access(setting, {
    example: 'me:scrypt.…',
    meaning:
      'who may log in; `npm run password -- NAME` makes an entry. `name:password` in plain text, as PanSou has it, is understood too, with a warning',
  }),
  AUTH_TOKEN_EXPIRY: access(wholeNumber(1, 8_760, 24), {
    otherwise: '24',
    example: '168',
    meaning: 'how many hours a login lasts',
  }),
  AUTH_JWT_SECRET: access(secret(32), {
    otherwise: 'made once, kept in `DATA_DIR`',
    example: '(openssl rand -hex 32)',
    meaning: 'at least 32 characters; signs logins, for several instances that are to accept each other’s',
  }),
  RATE_LIMITS: access(setting.pipe(z.string().default(defaultRateLimits())), {
    otherwise: defaultRateLimits(),
    example: '*=300/min,/api/search=60/min',
    meaning:
      'how often one client may ask: `*` all in all, a path that path; a route in the words of `/api/v1/metrics`, and `force` for `force=1` and `refresh=true`. `off`: as often as it likes. A search counts as one more for each ten channels it names that `CHANNELS` does not have. What is set takes the place of all of this. Programs on this machine are not counted',
  }),
  MCP_ORIGINS: access(setting, {
    otherwise: 'pages of this machine',
    example: 'https://agents.example.org',
    meaning:
      'which pages in browsers may ask at `/mcp`, by their origins; `*`: all. Programs send no origin and always may ([how](agents.md))',
  }),
  MAX_LAG_MS: load(wholeNumber(0, 60_000, 500), {
    otherwise: '500',
    example: '200',
    meaning:
      'when the process comes this late to what is due, in milliseconds, or too many searches run, what would have to ask sites is turned away with 503, and all else is answered; 0: never',
  }),
  LOG_LEVEL: watching(oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'), {
    otherwise: 'info',
    example: 'warn',
    meaning: '`debug`, `info`, `warn`, `error` or `silent`',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: watching(webAddress, {
    example: 'http://127.0.0.1:4318',
    meaning: 'send OpenTelemetry traces there; the other `OTEL_…` variables are read as the standard says',
  }),
})

function defaultRateLimits(): string {
  return '*=1200/min,/api/search=300/min,/api/search/stream=300/min,/api/check/links=120/min,/api/v1/picture=600/min,/mcp=300/min,force=120/min'
}

/** It may stand for two addresses, and a server for each would have limits of its own. */
function asOneAddress(host: string): string {
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
}

/** The settings the service runs with. */
export type Config = Readonly<z.output<typeof environment>>

/** Programs disagree whether these are written large or small; both are read, small wins, as in curl. */
const eitherCase = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const

/**
 * Reads the settings from an environment. A sentence is put into `mistakes` for each that is wrong, naming it and what is allowed, and its default
 * is taken; values are not repeated, they may be secret.
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

/** What is told of each setting, in the order in which people read of them. */
export function toldSettings(): ToldSetting[] {
  return Object.entries(environment.shape).map(([name, schema]) => toldSetting(name, schema))
}
