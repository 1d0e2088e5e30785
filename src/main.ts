// The composition root: reads the settings, makes the parts, listens, says what is on, and shuts down.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createLog, type Logger } from './log.ts'
import { createMetrics } from './metrics.ts'
import { channels } from './search/channels.ts'
import { acceptPlugin } from './search/plugin.ts'
import { createSearch } from './search/search.ts'
import { createMemoryAnswers } from './store/memory-answers.ts'
import { type Allowance, readAllowance } from './upstream/addresses.ts'
import { discover } from './upstream/discover.ts'
import { createProxyChoice } from './upstream/proxy.ts'
import { type Unreached, unreachedHosts } from './upstream/reach.ts'
import { createTransport } from './upstream/transport.ts'
import { createUpstream, type Upstream } from './upstream/upstream.ts'

const { version } = manifest

interface Settings {
  readonly config: Config
  readonly proxyFor: ReturnType<typeof createProxyChoice>
  readonly allowance: Allowance
}

function readSettings(): Settings {
  const config = readConfig(process.env)
  const proxyFor = createProxyChoice({
    upstreamProxy: config.UPSTREAM_PROXY,
    httpProxy: config.HTTP_PROXY,
    httpsProxy: config.HTTPS_PROXY,
    allProxy: config.ALL_PROXY,
    noProxy: config.NO_PROXY,
  })
  return { config, proxyFor, allowance: allowanceOf(config.UPSTREAM_PRIVATE ?? '') }
}

function allowanceOf(text: string): Allowance {
  try {
    return readAllowance(text)
  } catch (error) {
    throw new Error(`UPSTREAM_PRIVATE: ${error instanceof Error ? error.message : error}`)
  }
}

function createParts({ config, proxyFor, allowance }: Settings, log: Logger) {
  const metrics = createMetrics()
  const upstream = createUpstream({
    transport: createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance }),
    answers: createMemoryAnswers(config.CACHE_MB * 1024 * 1024, Date.now),
    metrics,
    log,
    now: Date.now,
    random: Math.random,
  })
  return { metrics, upstream }
}

async function start(settings: Settings, log: Logger): Promise<void> {
  const { config } = settings
  const { metrics, upstream } = createParts(settings, log)
  const plugins = await discover(join(import.meta.dirname, 'search/plugins'), acceptPlugin)
  const app = createApp({
    version,
    log,
    metrics,
    now: () => performance.now(),
    newRequestId: randomUUID,
    search: createSearch({ upstream, channels, plugins, deadlineMs: config.SEARCH_DEADLINE_MS, now: Date.now }),
    health: () => ({
      status: 'ok',
      plugins_enabled: plugins.size > 0,
      plugin_count: plugins.size,
      plugins: [...plugins.keys()],
      channels: [...channels],
      channels_count: channels.length,
      auth_enabled: false,
      version,
    }),
  })
  stopOnSignal(log, async () => {
    await app.close()
    await upstream.close()
  })
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  log.info(`Trawl ${version} listens on ${address}${reachOf(config.HOST)}; try ${address}/api/search?kw=linux`)
  log.info(`it searches ${channels.length} Telegram channels and ${plugins.size} plugins, ${wayOut(config)}`)
  await sayWhoIsSilent(upstream, log)
}

function reachOf(host: string): string {
  return host === '0.0.0.0' || host === '::' ? ' and on every other address of this machine' : ''
}

function wayOut(config: Config): string {
  if (config.UPSTREAM_GATEWAY) return `all by the gateway ${config.UPSTREAM_GATEWAY.origin}`
  const proxied = [config.UPSTREAM_PROXY, config.HTTP_PROXY, config.HTTPS_PROXY, config.ALL_PROXY].some(Boolean)
  return proxied ? 'by the proxies of the settings' : 'directly'
}

async function sayWhoIsSilent(upstream: Upstream, log: Logger): Promise<void> {
  const unreached = await unreachedHosts(upstream, ['https://t.me/s/telegram'])
  for (const { host, failure } of unreached) log.warn(silence(host, failure))
}

function silence(host: string, { kind, detail }: Unreached['failure']): string {
  return (
    `${host} ${kind === 'blocked' ? 'does not let us in' : 'cannot be reached'} (${kind}: ${detail}). The service goes on; searches say which sources failed until it answers. ` +
    'Behind a firewall, set HTTPS_PROXY or UPSTREAM_PROXY; without a network, `npm run demo` shows what Trawl does.'
  )
}

/** A terminal and npm both hand on the same Ctrl+C; what follows this soon is not a second one. */
const sameSignalMs = 500

/** The first signal lets running answers finish, the second ends at once. */
function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let since: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (since !== undefined && Date.now() - since > sameSignalMs) process.exit(1)
    if (since !== undefined) return
    since = Date.now()
    log.info(`${signal}: finishing what is running; once more ends at once`)
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error, log),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function fail(error: unknown, log: Logger): never {
  log.fatal({ err: error }, 'cannot go on')
  process.exit(1)
}

/** A person's mistake gets a sentence, not a stack. */
function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `${error.message}: something else listens there; set PORT to a free one`
  if (code === 'EACCES') return `${error.message}: set PORT to one above 1023`
  return undefined
}

function settingsOrExit(): Settings {
  try {
    return readSettings()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function main(): Promise<void> {
  const settings = settingsOrExit()
  const log = createLog(settings.config.LOG_LEVEL, process.stdout.isTTY)
  process.on('unhandledRejection', (error) => fail(error, log))
  try {
    await start(settings, log)
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === undefined) fail(error, log)
    log.fatal(sentence)
    process.exit(1)
  }
}

await main()
