// The parts that outlast requests, put together by the settings: what asks sites, what is learned of them, the hot lists, the bans.
import manifest from '../../package.json' with { type: 'json' }
import { openBans } from '../bans/open-bans.ts'
import { type Fleet, shareAsking, shareRecords } from '../fleet/open-replicas.ts'
import { createHotLists, paceLearner, paceListener } from '../hotlist/hot-lists.ts'
import { createPace } from '../hotlist/pace.ts'
import { openAllowList } from '../http/allow-list.ts'
import { createLoad } from '../http/load.ts'
import { keepLearned } from '../learned.ts'
import type { Logger } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { openTracing } from '../open-tracing.ts'
import { sourceIdsOf } from '../search/catalogue.ts'
import { checkIdOf } from '../search/checks/known-verdicts.ts'
import { createTrackRecord } from '../search/track-record.ts'
import type { Store } from '../store/open-store.ts'
import { createStatistics } from '../upstream/statistics.ts'
import { createTransport } from '../upstream/transport.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { watchVitals } from '../vitals.ts'
import { countBySource, tellAll } from './ask-listeners.ts'
import { openPictures } from './open-pictures.ts'
import { readOrSay, type Settings } from './settings.ts'
import type { Sources } from './sources.ts'
import { parserStarter } from './start-parser.ts'

const { version } = manifest

/** Hot lists that are due are looked for this often. */
const refreshEveryMs = 1_000

/** Whether `BANS_FILE` is another is looked at this often; a change counts at the look after it. */
const lookEveryMs = 1_000

/** What was learned is written down this often, and when the service stops. */
const saveEveryMs = 60_000

/** What they are made of. */
interface PartsParts {
  readonly store: Store
  readonly fleet: Fleet | undefined
  readonly sources: Sources
  readonly log: Logger
  /** Epoch milliseconds. */
  readonly now: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** Puts them together. */
export async function openParts(settings: Settings, { store: own, fleet, sources, log, ...clock }: PartsParts) {
  const store = { ...own, records: shareRecords(fleet, own.records) }
  const { config, proxyFor, allowance } = settings
  const { catalogue, lists: all, checks } = sources
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
    ...shareAsking(fleet, { own: store.answers, metrics, log, now: clock.now }),
    ...{ learned: paceLearner(all, pace), sharedHosts: fleet?.politeness.sharedHosts, shelf: store.shelf },
    heard: tellAll(
      log,
      record.heard,
      statistics.heard,
      countBySource(metrics, listed),
      load.heard,
      paceListener(all, pace, log),
    ),
    ...{ startParser: parserStarter(settings), metrics, tracing, log },
  })
  const known = { config, records: store.records, versions: upstream.versions, log, now: clock.now }
  const { bans, ...banned } = await readOrSay(() => openBans(known))
  setInterval(() => void learned.save(), saveEveryMs).unref()
  setInterval(() => void banned.tick(), lookEveryMs).unref()
  const listParts = { all, upstream, pace, bans, jobs: fleet?.politeness.jobs, metrics, log, now: clock.now }
  const { refresher, ...hotLists } = createHotLists(listParts)
  fleet?.politeness.gauge(metrics)
  const refreshing = setInterval(refresher.tick, refreshEveryMs).unref()
  const troubles = () => [...load.troubles(), ...store.troubles(), ...(fleet?.troubles() ?? []), ...banned.troubles()]
  const vitals = watchVitals({ troubles, notices: store.notices }).read
  const kept = { records: store.records, learned, record, allowList, bans, statistics }
  const pictures = openPictures(settings, { budget: store.budget, upstream, load, bans, now: clock.now })
  return { load, metrics, tracing, upstream, pictures, ...kept, ...sharedBy(fleet), vitals, refreshing, ...hotLists }
}

/** What others make of it where there are other replicas. */
function sharedBy(fleet: Fleet | undefined) {
  const { sharedLines, shareLimits, loginNews }: Partial<Fleet['politeness']> = fleet?.politeness ?? {}
  return { events: fleet?.events, sharedLines, shareLimits, loginNews }
}
