// The composition root: reads the settings, makes the parts, listens, says what is on, and shuts down.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { printedFor } from './help-printed.ts'
import { createIds } from './http/access.ts'
import { type Page, readPage } from './http/assets.ts'
import { createClients } from './http/client.ts'
import { createReadyAnswers, type KeptReady } from './http/ready-answers.ts'
import { createTraffic } from './http/traffic.ts'
import { loadSources } from './load-sources.ts'
import { createLog, type Logger } from './log.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import { openAccess } from './open-access.ts'
import { type Fleet, openFleet } from './open-fleet.ts'
import { openLinks } from './open-links.ts'
import { openParts } from './open-parts.ts'
import { openStore, type Store } from './open-store.ts'
import { type Catalogue, healthOf, sourceIdsOf } from './search/catalogue.ts'
import { readOrSay, readSettings, type Settings, sentenceOf } from './settings.ts'
import { reachOf, sayWhoIsSilent, wayOut } from './start-words.ts'
import { listenForTheEnd, type Stopping } from './stopping.ts'
import { lastSteps } from './stopping-steps.ts'
import { cacheSharesOf } from './workers/cache-shares.ts'
import { type Crew, type CrewParts, createCrew } from './workers/crew.ts'

const { version } = manifest

/** Where `npm run build` puts the page. */
const pageFolder = resolve(import.meta.dirname, '../web/dist')

interface Ending {
  readonly log: Logger
  readonly stopping: Stopping
}

async function start(settings: Settings, { log, stopping }: Ending, logRing: LogRing): Promise<void> {
  const { config } = settings
  const loading = readOrSay(() => loadSources(settings, log))
  const [store, fleet, sources] = await Promise.all([openStoreBy(config, log), openFleetBy(config, log), loading])
  const { catalogue } = sources
  const opened = await openParts(settings, { store, fleet, sources, log, now: Date.now, random: Math.random })
  const { upstream, learned, record, refreshing, ...parts } = opened
  const linkParts = { ...parts, ...catalogue, checks: sources.checks, shelf: store.archive, upstream, record, log }
  const { rechecking, links } = await openLinks(config, { ...linkParts, now: Date.now })
  const clock = { now: () => performance.now(), time: Date.now }
  const { toldAccess, ...access } = await readOrSay(() =>
    openAccess(settings, { records: parts.records, log, loginNews: parts.loginNews, ...clock }),
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
  stopping.setSteps(lastSteps({ ...parts, app, crew, refreshing, rechecking, learned, upstream, store, fleet }))
  const address = await (crew?.listen(app) ?? app.listen({ host: config.HOST, port: config.PORT }))
  log.info(`Trawl ${version} listens on ${address}${reachOf(config.HOST)}; open it, or try /api/search?kw=linux`)
  log.info(`it searches ${sizeOf(catalogue)} and has ${countOn(parts.lists)} hot lists on, ${wayOut(config)}`)
  await sayWhoIsSilent(upstream, log, stopping.isEnding)
}

function openFleetBy(config: Config, log: Logger): Promise<Fleet | undefined> {
  return openFleet(config, { log, newId: randomUUID, now: Date.now, random: Math.random })
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
