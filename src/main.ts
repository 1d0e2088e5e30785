// The composition root: reads the settings, makes the parts, listens, says what is on, and shuts down.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { tellAll } from './heard.ts'
import { chooseLists } from './hotlist/choose-lists.ts'
import { createHotLists, paceListener } from './hotlist/hot-lists.ts'
import { createPace } from './hotlist/pace.ts'
import { createIds } from './http/access.ts'
import { openAllowList } from './http/allow-list.ts'
import { createClients } from './http/client.ts'
import { createReadyAnswers, type KeptReady } from './http/ready-answers.ts'
import { createTraffic } from './http/traffic.ts'
import { keepLearned } from './learned.ts'
import { withDeclaredLists } from './load-declared-lists.ts'
import { loadHotLists } from './load-hot-lists.ts'
import { loadPlugins } from './load-plugins.ts'
import { createLog, type Log, type Logger } from './log.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import { createMetrics } from './metrics.ts'
import { openStore, type Store } from './open-store.ts'
import { type Catalogue, chooseCatalogue, healthOf, sourceIdsOf } from './search/catalogue.ts'
import { channels } from './search/channels.ts'
import { createSearch } from './search/search.ts'
import { createTrackRecord } from './search/track-record.ts'
import { readOrSay, readSettings, type Settings, sentenceOf } from './settings.ts'
import { reachOf, sayWhoIsSilent, wayOut } from './start-words.ts'
import { createStatistics } from './upstream/statistics.ts'
import { createTransport } from './upstream/transport.ts'
import { createUpstream } from './upstream/upstream.ts'
import { watchVitals } from './vitals.ts'
import { cacheSharesOf } from './workers/cache-shares.ts'
import { type Crew, type CrewParts, createCrew } from './workers/crew.ts'

const { version } = manifest

/** Hot lists that are due are looked for this often. */
const refreshEveryMs = 1_000

/** What was learned is written down this often, and when the service stops. */
const saveEveryMs = 60_000

async function createParts(settings: Settings, store: Store, catalogue: Catalogue, log: Logger) {
  const { config, proxyFor, allowance } = settings
  const clock = { now: Date.now, random: Math.random }
  const metrics = createMetrics(store)
  const allowList = await readOrSay(() => openAllowList(store.records))
  const all = await readOrSay(async () =>
    chooseLists(await withDeclaredLists(await loadHotLists(process.env, log), config.SOURCES_FILE, log), config),
  )
  const pace = createPace(clock.now, clock.random)
  const record = createTrackRecord()
  const statistics = createStatistics(clock.now, [...all.keys(), ...sourceIdsOf(catalogue)])
  const learned = await keepLearned(store.records, { 'track-record.json': record, 'statistics.json': statistics })
  const upstream = createUpstream({
    ...clock,
    transport: createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance }),
    answers: store.answers,
    shelf: store.shelf,
    heard: tellAll(log, record.heard, statistics.heard, paceListener(all, pace, log)),
    metrics,
    log,
  })
  setInterval(() => void learned.save(), saveEveryMs).unref()
  const { refresher, ...hotLists } = createHotLists({ all, upstream, pace, metrics, log, now: clock.now })
  const refreshing = setInterval(refresher.tick, refreshEveryMs).unref()
  const vitals = watchVitals(store).read
  return { metrics, upstream, learned, record, allowList, statistics, vitals, refreshing, ...hotLists }
}

async function start(settings: Settings, { log, end }: Log, logRing: LogRing): Promise<void> {
  const { config } = settings
  const [store, catalogue] = await Promise.all([openStoreBy(config, log), readCatalogue(config, log)])
  const { upstream, learned, record, refreshing, ...parts } = await createParts(settings, store, catalogue, log)
  const search = createSearch({ ...catalogue, ...waitsOf(config), upstream, record, now: Date.now })
  const clock = { now: () => performance.now(), time: Date.now }
  const crew = config.WORKERS > 1 ? crewOf(config, { versions: upstream.versions, ...parts }, log) : undefined
  const app = createApp({
    workers: crew,
    version,
    log,
    logRing,
    ...parts,
    ready: createReadyAnswers({
      ...clock,
      shelf: store.budget.hold<KeptReady>(),
      isCurrent: upstream.versions.isCurrent,
      metrics: parts.metrics,
      isHandedOn: createClients(crew?.key).isHandedOn,
    }),
    searchSources: sourceIdsOf(catalogue),
    traffic: createTraffic(clock.now),
    ...(config.LOG_LEVEL === 'debug' ? {} : { unseen: { writeLater: logRing.writeLater, time: clock.time } }),
    adminToken: config.ADMIN_TOKEN,
    ...clock,
    newRequestId: createIds(randomUUID().slice(0, 13)),
    search: search.answer,
    searchEvents: search.events,
    health: () => healthOf(catalogue, version),
  })
  stopOnSignal(log, async () => {
    clearInterval(refreshing)
    try {
      await crew?.close()
      await app.close()
    } finally {
      await learned.save()
      await upstream.close()
      await store.close()
    }
    await end()
  })
  const address = await (crew?.listen(app) ?? app.listen({ host: config.HOST, port: config.PORT }))
  log.info(`Trawl ${version} listens on ${address}${reachOf(config.HOST)}; try ${address}/api/search?kw=linux`)
  log.info(`it searches ${sizeOf(catalogue)} and has ${countOn(parts.lists)} hot lists on, ${wayOut(config)}`)
  await sayWhoIsSilent(upstream, log)
}

function waitsOf({ SEARCH_DEADLINE_MS: deadlineMs, SEARCH_EARLY_MS: earlyMs }: Config) {
  return { deadlineMs, earlyMs, atOnceBefore: Date.now() }
}

function sizeOf({ channels, plugins }: Catalogue): string {
  return `${channels.length} Telegram channels and ${plugins.size} plugins`
}

function countOn({ all }: { readonly all: readonly { readonly isEnabled: boolean }[] }): number {
  return all.filter(({ isEnabled }) => isEnabled).length
}

function openStoreBy(config: Config, log: Logger): Promise<Store> {
  const { ownMb } = cacheSharesOf(config.CACHE_MB, config.WORKERS)
  return readOrSay(() => openStore({ config: { ...config, CACHE_MB: ownMb }, log, now: Date.now }))
}

function crewOf(config: Config, parts: Pick<CrewParts, 'versions' | 'allowList'>, log: Logger): Crew {
  const { HOST: host, PORT: port, WORKERS: count, CACHE_MB } = config
  const cacheBytes = cacheSharesOf(CACHE_MB, count).workersBytes
  return createCrew({ ...parts, count, host, port, cacheBytes, log, now: Date.now, newSecret: randomUUID })
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

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
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
