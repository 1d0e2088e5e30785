// Opens what asks upstreams, and what learns from how each ask ends: load, statistics, track record, refresh schedule.
import { onAskEnd, onRemoteAskEnd } from '../hotlist/create-hot-lists.ts'
import { recordRefreshes } from '../hotlist/history/record-refreshes.ts'
import { createRefreshSchedule } from '../hotlist/refresh/schedule.ts'
import { createStoryMemory } from '../hotlist/stories/story-memory.ts'
import { createLoadShedder } from '../http/load-shedding.ts'
import { shareAnswers } from '../replicas/open-replicas.ts'
import { type Catalogue, searchStatus, sourceIdsOf } from '../search/catalogue.ts'
import { checkIdOf } from '../search/checks/verdict-cache.ts'
import { createTrackRecord } from '../search/source-track-record.ts'
import { syncState } from '../store/state-sync.ts'
import { createReachability } from '../upstream/net/reachability.ts'
import { createTransport } from '../upstream/net/transport.ts'
import { createSourceStatistics, type SourceStatistics } from '../upstream/stats/source-statistics.ts'
import { createUpstream, type Upstream } from '../upstream/upstream.ts'
import { createRefreshCollector } from '../watches/list-watch.ts'
import type { Runtime } from './app-options.ts'
import { combineListeners, sourceMetricsListener } from './ask-listeners.ts'
import type { Platform } from './platform.ts'
import type { Settings } from './settings.ts'
import { createParserStarter } from './start-parser.ts'

export type OpenAsking = Awaited<ReturnType<typeof openAsking>>

export async function openAsking(settings: Settings, runtime: Runtime, platform: Platform) {
  const { config, proxyFor, allowance, isContainer } = settings
  const { log, epochMs, monotonicMs, random } = runtime
  const { sources, replicas, store, records, metrics, tracing } = platform
  const sourceIds = askedIds(sources)
  const listed = new Set(sourceIds)
  const refreshSchedule = createRefreshSchedule(epochMs, random)
  const trackRecord = createTrackRecord(listed, sources.catalogue.plugins.values())
  const storyMemory = createStoryMemory()
  const statistics = createSourceStatistics(epochMs, sourceIds)
  const learned = { 'track-record.json': trackRecord, 'statistics.json': statistics, 'stories.json': storyMemory }
  const state = await syncState(records, learned)
  const refreshes = createRefreshCollector(sources.lists)
  const load = createLoadShedder({ maxLagMs: config.MAX_LAG_MS, metrics, log, epochMs, random })
  const { answers, others: coordinator } = shareAnswers(replicas, { own: store.answers, metrics, log, epochMs })
  const upstream = createUpstream({
    transport: createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance, isContainer }),
    answers,
    coordinator,
    nextSlice: platform.nextSlice,
    fileStorage: store.files,
    hostCoordination: replicas?.coordination.sharedHosts,
    startParser: createParserStarter(config, settings.env),
    onAskEnd: combineListeners(
      log,
      trackRecord.recordAsk,
      statistics.record,
      sourceMetricsListener(metrics, { has: (id) => listed.has(id) || sources.lists.has(id) }),
      load.recordAskEnd,
      onAskEnd(sources.lists, refreshSchedule, log),
      refreshes.listener,
      ...(store.history ? [recordRefreshes(sources.lists, store.history)] : []),
    ),
    onRemoteAskEnd: onRemoteAskEnd(sources.lists, refreshSchedule),
    metrics,
    tracing,
    log,
    ...{ epochMs, monotonicMs },
    random,
  })
  const health = watchSearch(sources.catalogue, { upstream, statistics }, runtime)
  return { upstream, ...health, load, refreshSchedule, refreshes, trackRecord, statistics, storyMemory, state }
}

/** Watches how searches end, and whether Telegram can be reached. */
function watchSearch(
  catalogue: Catalogue,
  { upstream, statistics }: { readonly upstream: Upstream; readonly statistics: SourceStatistics },
  { epochMs, monotonicMs }: Runtime,
) {
  const reachability = createReachability({ upstream, page: 'https://t.me/s/telegram', epochMs, monotonicMs })
  const searchHealth = () => searchStatus(catalogue, { statistics, telegram: reachability.state() }, epochMs())
  return { reachability, searchHealth }
}

/** The ids of everything that is asked: lists, sources of searches, checks of links. */
function askedIds({ lists, catalogue, checks }: Platform['sources']): string[] {
  return [...lists.keys(), ...sourceIdsOf(catalogue), ...[...checks.keys()].map(checkIdOf)]
}
