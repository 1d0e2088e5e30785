// The composition root: reads the settings, makes the parts, listens, says what is on, and shuts down.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { countBySource, tellAll } from './heard.ts'
import { printedFor } from './help-printed.ts'
import { createHotLists, paceListener } from './hotlist/hot-lists.ts'
import { createPace } from './hotlist/pace.ts'
import { createIds } from './http/access.ts'
import { openAllowList } from './http/allow-list.ts'
import { type Page, readPage } from './http/assets.ts'
import { createClients } from './http/client.ts'
import { createLoad } from './http/load.ts'
import { createReadyAnswers, type KeptReady } from './http/ready-answers.ts'
import { createTraffic } from './http/traffic.ts'
import { keepLearned } from './learned.ts'
import { loadSources, type Sources } from './load-sources.ts'
import { createLog, type Logger } from './log.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import { createMetrics } from './metrics.ts'
import { openAccess } from './open-access.ts'
import { openBans } from './open-bans.ts'
import { openLinks } from './open-links.ts'
import { openPictures } from './open-pictures.ts'
import { openStore, type Store } from './open-store.ts'
import { openTracing } from './open-tracing.ts'
import { type Catalogue, healthOf, sourceIdsOf } from './search/catalogue.ts'
import { checkIdOf } from './search/checks/known-verdicts.ts'
import { createTrackRecord } from './search/track-record.ts'
import { readOrSay, readSettings, type Settings, sentenceOf } from './settings.ts'
import { reachOf, sayWhoIsSilent, wayOut } from './start-words.ts'
import { listenForTheEnd, type Stopping } from './stopping.ts'
import { lastSteps } from './stopping-steps.ts'
import { createStatistics } from './upstream/statistics.ts'
import { createTransport } from './upstream/transport.ts'
import { createUpstream } from './upstream/upstream.ts'
import { watchVitals } from './vitals.ts'
import { cacheSharesOf } from './workers/cache-shares.ts'
import { type Crew, type CrewParts, createCrew } from './workers/crew.ts'

const { version } = manifest

/** Where `npm run build` puts the page. */
const pageFolder = resolve(import.meta.dirname, '../web/dist')

/** Hot lists that are due are looked for this often. */
const refreshEveryMs = 1_000

/** Whether `BANS_FILE` is another is looked at this often; a change counts at the look after it. */
const lookEveryMs = 1_000

/** What was learned is written down this often, and when the service stops. */
const saveEveryMs = 60_000

async function createParts(settings: Settings, store: Store, { catalogue, lists: all, checks }: Sources, log: Logger) {
  const { config, proxyFor, allowance } = settings
  const clock = { now: Date.now, random: Math.random }
  const metrics = createMetrics(store, { version, nodeVersion: process.version })
  const tracing = await readOrSay(() => openTracing(settings.env, { version, log, now: clock.now }))
  const allowList = await readOrSay(() => openAllowList(store.records))
  const pace = createPace(clock.now, clock.random)
  const record = createTrackRecord()
  const listed = [...all.keys(), ...sourceIdsOf(catalogue), ...[...checks.keys()].map(checkIdOf)]
  const statistics = createStatistics(clock.now, listed)
  const learned = await keepLearned(store.records, { 'track-record.json': record, 'statistics.json': statistics })
  const load = createLoad({ ...clock, maxLagMs: config.MAX_LAG_MS, metrics, log })
  const upstream = createUpstream({
    ...clock,
    transport: createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance }),
    answers: store.answers,
    shelf: store.shelf,
    heard: tellAll(
      log,
      record.heard,
      statistics.heard,
      countBySource(metrics, listed),
      load.heard,
      paceListener(all, pace, log),
    ),
    metrics,
    tracing,
    log,
  })
  setInterval(() => void learned.save(), saveEveryMs).unref()
  const known = { config, records: store.records, versions: upstream.versions, log, now: clock.now }
  const { bans, ...banned } = await readOrSay(() => openBans(known))
  setInterval(() => void banned.tick(), lookEveryMs).unref()
  const { refresher, ...hotLists } = createHotLists({ all, upstream, pace, bans, metrics, log, now: clock.now })
  const refreshing = setInterval(refresher.tick, refreshEveryMs).unref()
  const troubles = () => [...load.troubles(), ...store.troubles(), ...banned.troubles()]
  const vitals = watchVitals({ troubles, notices: store.notices }).read
  const kept = { learned, record, allowList, bans, statistics }
  const pictures = openPictures(settings, { budget: store.budget, upstream, load, bans, now: clock.now })
  return { load, metrics, tracing, upstream, pictures, ...kept, vitals, refreshing, ...hotLists }
}

interface Ending {
  readonly log: Logger
  readonly stopping: Stopping
}

async function start(settings: Settings, { log, stopping }: Ending, logRing: LogRing): Promise<void> {
  const { config } = settings
  const loading = readOrSay(() => loadSources(settings, log))
  const [store, sources] = await Promise.all([openStoreBy(config, log), loading])
  const { catalogue } = sources
  const { upstream, learned, record, refreshing, ...parts } = await createParts(settings, store, sources, log)
  const linkParts = { ...parts, ...catalogue, checks: sources.checks, shelf: store.archive, upstream, record, log }
  const { rechecking, links } = await openLinks(config, { ...linkParts, now: Date.now })
  const clock = { now: () => performance.now(), time: Date.now }
  const { toldAccess, ...access } = await readOrSay(() =>
    openAccess(settings, { records: store.records, log, ...clock }),
  )
  const crewParts = { versions: upstream.versions, access: toldAccess, ...parts }
  const crew = config.WORKERS > 1 ? crewOf(config, crewParts, log) : undefined
  const app = createApp({
    workers: crew,
    page: pageOrSay(log),
    version,
    log,
    logRing,
    ...parts,
    ...access,
    ready: createReadyAnswers({
      ...clock,
      shelf: store.budget.hold<KeptReady>(),
      isCurrent: upstream.versions.isCurrent,
      metrics: parts.metrics,
      isHandedOn: createClients({ key: crew?.key }).isHandedOn,
    }),
    searchSources: sourceIdsOf(catalogue),
    traffic: createTraffic(clock.now),
    ...(config.LOG_LEVEL === 'debug' ? {} : { unseen: { writeLater: logRing.writeLater, time: clock.time } }),
    ...clock,
    newRequestId: createIds(randomUUID().slice(0, 13)),
    ...links,
    health: () => ({ ...healthOf(catalogue, version, parts.bans), auth_enabled: config.AUTH_ENABLED }),
  })
  stopping.setSteps(lastSteps({ ...parts, app, crew, refreshing, rechecking, learned, upstream, store }))
  const address = await (crew?.listen(app) ?? app.listen({ host: config.HOST, port: config.PORT }))
  log.info(`Trawl ${version} listens on ${address}${reachOf(config.HOST)}; open it, or try /api/search?kw=linux`)
  log.info(`it searches ${sizeOf(catalogue)} and has ${countOn(parts.lists)} hot lists on, ${wayOut(config)}`)
  await sayWhoIsSilent(upstream, log, stopping.isEnding)
}

function pageOrSay(log: Logger): Page | undefined {
  const page = readPage(pageFolder)
  if (!page) log.warn('the page is not built, so there is only the API; npm run build makes it')
  return page
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

function crewOf(
  config: Config,
  parts: Pick<CrewParts, 'versions' | 'allowList' | 'bans' | 'access'>,
  log: Logger,
): Crew {
  const { HOST: host, PORT: port, WORKERS: count, CACHE_MB } = config
  const cacheBytes = cacheSharesOf(CACHE_MB, count).workersBytes
  return createCrew({ ...parts, count, host, port, cacheBytes, log, now: Date.now, newSecret: randomUUID })
}

async function settingsOrExit(): Promise<Settings> {
  try {
    return await readSettings(process.env, readFileSync)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** The folder of own sources, as it is named and where it really is. */
function foldersOf({ SOURCES_DIR: folder }: Config): readonly string[] {
  if (folder === undefined) return []
  return [resolve(folder), ...(existsSync(folder) ? [realpathSync(folder)] : [])]
}

async function main(): Promise<void> {
  // What is written down is for nobody else on this machine: it holds what logins are signed with.
  process.umask(0o077)
  const printed = await printedFor(process.argv.slice(2), version, process.stdout.columns ?? 80)
  if (printed) {
    process.exitCode = printed.exitCode
    return console[printed.exitCode === 0 ? 'info' : 'error'](printed.text)
  }
  const settings = await settingsOrExit()
  // What others read there themselves: the packages for tracing, Node its time zone.
  Object.assign(process.env, settings.added)
  const ring = createLogRing()
  const { log, end } = createLog(settings.config.LOG_LEVEL, process.stdout.isTTY, ring)
  const stopping = listenForTheEnd({
    ...{ log, end, process, now: Date.now },
    sourcesFolders: foldersOf(settings.config),
    shellPid: process.env.npm_lifecycle_event === undefined ? undefined : () => process.ppid,
  })
  for (const slip of settings.slips) log.warn(slip)
  try {
    await start(settings, { log, stopping }, ring)
  } catch (error) {
    const sentence = sentenceOf(error)
    await (sentence === undefined ? stopping.fail(error) : stopping.refuse(sentence))
  }
}

await main()
