// The composition root: reads the settings, makes the parts, listens, says what is on, and shuts down.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { tellAll } from './heard.ts'
import { chooseLists } from './hotlist/choose-lists.ts'
import { createHotLists, paceListener } from './hotlist/hot-lists.ts'
import { createPace } from './hotlist/pace.ts'
import { openAllowList } from './http/allow-list.ts'
import { createTraffic } from './http/traffic.ts'
import { withDeclaredLists } from './load-declared-lists.ts'
import { loadHotLists } from './load-hot-lists.ts'
import { loadPlugins } from './load-plugins.ts'
import { createLog, type Log, type Logger } from './log.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import { createMetrics } from './metrics.ts'
import { type Catalogue, chooseCatalogue, healthOf, sourceIdsOf } from './search/catalogue.ts'
import { channels } from './search/channels.ts'
import { createSearch } from './search/search.ts'
import { openTrackRecord } from './search/track-record.ts'
import { reachOf, sayWhoIsSilent, wayOut } from './start-words.ts'
import { createFileShelf } from './store/file-shelf.ts'
import { createMemoryAnswers } from './store/memory-answers.ts'
import { type Allowance, readAllowance } from './upstream/addresses.ts'
import { createProxyChoice } from './upstream/proxy.ts'
import { createStatistics } from './upstream/statistics.ts'
import { createTransport } from './upstream/transport.ts'
import { createUpstream } from './upstream/upstream.ts'
import { watchVitals } from './vitals.ts'

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

/** Hot lists that are due are looked for this often. */
const refreshEveryMs = 1_000

/** What was learned is written down this often, and when the service stops. */
const saveEveryMs = 60_000

async function createParts({ config, proxyFor, allowance }: Settings, catalogue: Catalogue, log: Logger) {
  const clock = { now: Date.now, random: Math.random }
  const metrics = createMetrics()
  const shelf = createFileShelf(config.DATA_DIR, log)
  const record = await openTrackRecord(shelf)
  const allowList = await readOrSay(() => openAllowList(shelf))
  const all = await readOrSay(async () =>
    chooseLists(await withDeclaredLists(await loadHotLists(process.env, log), config.SOURCES_FILE, log), config),
  )
  const pace = createPace(clock.now, clock.random)
  const statistics = createStatistics(clock.now, [...all.keys(), ...sourceIdsOf(catalogue)])
  const upstream = createUpstream({
    ...clock,
    transport: createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance }),
    answers: createMemoryAnswers(config.CACHE_MB * 1024 * 1024, Date.now),
    shelf,
    heard: tellAll(log, record.heard, statistics.heard, paceListener(all, pace, log)),
    metrics,
    log,
  })
  setInterval(() => void record.save(), saveEveryMs).unref()
  const { refresher, ...hotLists } = createHotLists({ all, upstream, pace, metrics, log, now: clock.now })
  const refreshing = setInterval(refresher.tick, refreshEveryMs).unref()
  const vitals = watchVitals(shelf.troubles).read
  return { metrics, upstream, record, allowList, statistics, vitals, refreshing, ...hotLists }
}

async function start(settings: Settings, { log, end }: Log, logRing: LogRing): Promise<void> {
  const { config } = settings
  const catalogue = await readCatalogue(config, log)
  const { upstream, record, refreshing, ...parts } = await createParts(settings, catalogue, log)
  const waits = { deadlineMs: config.SEARCH_DEADLINE_MS, earlyMs: config.SEARCH_EARLY_MS }
  const search = createSearch({ ...catalogue, ...waits, upstream, record, now: Date.now })
  const app = createApp({
    version,
    log,
    logRing,
    ...parts,
    searchSources: sourceIdsOf(catalogue),
    traffic: createTraffic(() => performance.now()),
    adminToken: config.ADMIN_TOKEN,
    now: () => performance.now(),
    time: Date.now,
    newRequestId: randomUUID,
    search: search.answer,
    searchEvents: search.events,
    health: () => healthOf(catalogue, version),
  })
  stopOnSignal(log, async () => {
    clearInterval(refreshing)
    try {
      await app.close()
    } finally {
      await record.save()
      await upstream.close()
    }
    await end()
  })
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  log.info(`Trawl ${version} listens on ${address}${reachOf(config.HOST)}; try ${address}/api/search?kw=linux`)
  log.info(
    `it searches ${catalogue.channels.length} Telegram channels and ${catalogue.plugins.size} plugins and has ${parts.lists.all.filter(({ isEnabled }) => isEnabled).length} hot lists on, ${wayOut(config)}`,
  )
  await sayWhoIsSilent(upstream, log)
}

/** An operator's mistake in the settings or in a file that only shows once they are read. */
class SettingError extends Error {}

/** What `read` gives; what it throws is for the operator to mend. */
async function readOrSay<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function readCatalogue(config: Config, log: Logger): Promise<Catalogue> {
  return readOrSay(async () => {
    const plugins = await loadPlugins(config.SOURCES_DIR, process.env, log)
    return chooseCatalogue({ channels, plugins }, config)
  })
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
  if (error instanceof SettingError) return error.message
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
  const ring = createLogRing()
  const { log, end } = createLog(settings.config.LOG_LEVEL, process.stdout.isTTY, ring)
  // A source may begin something and not wait for it. That is its fault, and no reason to stop for all others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'something failed that nobody waited for'))
  process.on('uncaughtException', (error) => {
    // A timer that an own source left behind is its fault too; anything else leaves us in a state nobody knows.
    const folder = settings.config.SOURCES_DIR
    if (folder === undefined || !error.stack?.includes(pathToFileURL(resolve(folder)).href)) fail(error, log)
    log.error({ err: error }, 'a source of SOURCES_DIR threw where nobody could catch it')
  })
  try {
    await start(settings, { log, end }, ring)
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === undefined) fail(error, log)
    log.fatal(sentence)
    process.exit(1)
  }
}

await main()
