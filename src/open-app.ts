// The app by the settings: all parts that outlast requests, opened, and the routes over them; with what closes them again.
import { randomUUID } from 'node:crypto'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Page } from './http/assets.ts'
import { createClients } from './http/client.ts'
import { createReadyAnswers, type KeptReady } from './http/ready-answers.ts'
import { createIds } from './http/request-id.ts'
import { createTraffic } from './http/traffic.ts'
import { loadSources } from './load-sources.ts'
import type { Logger } from './log.ts'
import type { LogRing } from './log-ring.ts'
import { openAccess } from './open-access.ts'
import { openFleet } from './open-fleet.ts'
import { openLinks } from './open-links.ts'
import { openParts } from './open-parts.ts'
import { openStore, type Store } from './open-store.ts'
import { type Catalogue, healthOf, sourceIdsOf } from './search/catalogue.ts'
import { searchStatus } from './search/search-status.ts'
import { readOrSay, type Settings } from './settings.ts'
import type { LastStep } from './stopping.ts'
import { lastSteps } from './stopping-steps.ts'
import { cacheSharesOf } from './workers/cache-shares.ts'
import { type Crew, type CrewParts, createCrew } from './workers/crew.ts'

const { version } = manifest

/** What the process gives it. */
export interface Surroundings {
  readonly log: Logger
  readonly logRing: LogRing
  /** What a browser is shown; without it there is only the API. */
  readonly page: Page | undefined
  /** Epoch milliseconds. */
  readonly time: () => number
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** The app, ready to listen. */
export interface OpenApp {
  readonly app: ReturnType<typeof createApp>
  /** The processes that listen in its place, where there are any. */
  readonly crew: Crew | undefined
  readonly catalogue: Catalogue
  readonly lists: { readonly all: readonly { readonly isEnabled: boolean }[] }
  readonly upstream: Awaited<ReturnType<typeof openParts>>['upstream']
  /** What is to be done before the process ends, in this order. */
  readonly lastSteps: readonly LastStep[]
}

/** Opens it. Rejects with a sentence for the operator where something he set cannot be. */
export async function openApp(
  settings: Settings,
  { log, logRing, page, random, ...clock }: Surroundings,
): Promise<OpenApp> {
  const { config } = settings
  const wall = { now: clock.time, random }
  const loading = readOrSay(() => loadSources(settings, log))
  const opening = openFleet(config, { log, newId: randomUUID, ...wall })
  const [store, fleet, sources] = await Promise.all([openStoreBy(config, log, clock.time), opening, loading])
  const { catalogue } = sources
  const opened = await openParts(settings, { store, fleet, sources, log, ...wall })
  const { upstream, learned, record, refreshing, ...parts } = opened
  const linkParts = { ...parts, ...catalogue, checks: sources.checks, shelf: store.archive, upstream, record, log }
  const { rechecking, links } = await openLinks(config, { ...linkParts, now: clock.time })
  const { toldAccess, ...access } = await readOrSay(() =>
    openAccess(settings, { records: parts.records, log, loginNews: parts.loginNews, ...clock }),
  )
  const crewParts = { versions: upstream.versions, access: toldAccess, log, now: clock.time, ...parts }
  const crew = config.WORKERS > 1 ? crewOf(config, crewParts) : undefined
  const searchSources = sourceIdsOf(catalogue)
  const app = createApp({
    ...{ workers: crew, page, version, log, logRing, ...parts, ...access, ...links, ...clock },
    ready: createReadyAnswers({
      ...clock,
      shelf: store.budget.hold<KeptReady>(),
      isCurrent: upstream.versions.isCurrent,
      metrics: parts.metrics,
      isHandedOn: createClients({ key: crew?.key }).isHandedOn,
    }),
    searchSources,
    dailyHotPrefix: config.DAILYHOT_PREFIX,
    ...{ mcpOrigins: settings.mcpOrigins, newMcpSession: randomUUID },
    traffic: createTraffic(clock.now),
    ...(config.LOG_LEVEL === 'debug' ? {} : { unseen: { writeLater: logRing.writeLater, time: clock.time } }),
    newRequestId: createIds(randomUUID().slice(0, 13)),
    health: () => ({
      status: searchStatus(searchSources, parts.statistics, clock.time()),
      ...healthOf(catalogue, parts.bans),
      auth_enabled: config.AUTH_ENABLED,
      version,
    }),
  })
  const last = lastSteps({ ...parts, app, crew, refreshing, rechecking, learned, upstream, store, fleet })
  return { app, crew, catalogue, lists: parts.lists, upstream, lastSteps: last }
}

function openStoreBy(config: Config, log: Logger, now: () => number): Promise<Store> {
  const { ownMb } = cacheSharesOf(config.CACHE_MB, config.WORKERS)
  return readOrSay(() => openStore({ config: { ...config, CACHE_MB: ownMb }, log, now }))
}

function crewOf(
  { HOST: host, PORT: port, WORKERS: count, CACHE_MB }: Config,
  parts: Pick<CrewParts, 'versions' | 'allowList' | 'bans' | 'access' | 'log' | 'now'>,
): Crew {
  const cacheBytes = cacheSharesOf(CACHE_MB, count).workersBytes
  return createCrew({ ...parts, count, host, port, cacheBytes, newSecret: randomUUID })
}
