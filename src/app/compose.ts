// Composes what the service is made of over its storage, from bottom to top: asking upstreams, bans, hot lists, images, links and search, and watches.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Bans, openBans } from '../bans/ban-list.ts'
import { createHotLists, type HotLists, onAskEnd, onRemoteAskEnd } from '../hotlist/create-hot-lists.ts'
import { recordRefreshes } from '../hotlist/history/list-history.ts'
import { createFreshHolds } from '../hotlist/refresh/refresher.ts'
import { createRefreshSchedule } from '../hotlist/refresh/schedule.ts'
import { createStoryMemory } from '../hotlist/stories/earlier-stories.ts'
import { filmsAndSeriesOf, workTitlesOf } from '../hotlist/trends.ts'
import { createLoadShedder } from '../http/load-shedding.ts'
import { createImageProxy, type ProxiedImage } from '../image-proxy/image-proxy.ts'
import { createPictureScaler } from '../image-proxy/scaling/scaler.ts'
import type { Replicas } from '../replicas/open-replicas.ts'
import { openArchive } from '../search/archive/open-archive.ts'
import { shareIdentity } from '../search/ban-identity.ts'
import { searchStatus } from '../search/catalogue.ts'
import { checkIdOf } from '../search/checks/check.ts'
import { openChecks, type ShareHealth } from '../search/checks/open-checks.ts'
import { openSearch } from '../search/search.ts'
import { createTrackRecord } from '../search/source-track-record.ts'
import { createLateSuggester } from '../search/suggest/load-suggester.ts'
import { lastEpisode } from '../search/works/attributes.ts'
import { createKnownKinds } from '../search/works/known-kinds.ts'
import { syncState } from '../store/state-sync.ts'
import { createReachability } from '../upstream/net/reachability.ts'
import { createTransport } from '../upstream/net/transport.ts'
import { combineListeners, sourceMetricsListener } from '../upstream/stats/ask-listeners.ts'
import { createSourceStatistics } from '../upstream/stats/source-statistics.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { createDailyMessages } from '../watches/daily-message.ts'
import { createDeliveries } from '../watches/deliveries.ts'
import { createRefreshCollector } from '../watches/list-watch.ts'
import { createTitleCollector, createWatchRunner } from '../watches/search-watch.ts'
import { openWatchFile } from '../watches/watch-file.ts'
import { openWatches } from '../watches/watches.ts'
import { createDailyDigest } from './daily-digest.ts'
import { type Context, outgoingOf } from './platform.ts'
import { asSettingError } from './settings.ts'
import { createTrialsOfSettings, createTrialsOfSleepers } from './trials.ts'

/** The page by which it is known whether the host of most results can be reached. */
const reachablePage = 'https://t.me/s/telegram'

type Asking = Awaited<ReturnType<typeof openAsking>>
type Features = Awaited<ReturnType<typeof openFeatures>>

export type Composed = Awaited<ReturnType<typeof compose>>

export async function compose(context: Context) {
  const asking = await openAsking(context)
  const features = await openFeatures(context, asking)
  const watching = await openWatching(context, asking, features)
  return { asking, features, watching, trials: createTrialsOfSleepers(context, asking.upstream, asking.statistics) }
}

/** Opens what learns from how each ask ends: statistics, track record, refresh schedule, stories. */
async function openLearning({ runtime: { epochMs, random }, platform: { sources, records } }: Context) {
  const { lists, catalogue, checks } = sources
  const sourceIds = [...lists.keys(), ...sources.searchIds, ...[...checks.keys()].map(checkIdOf)]
  const checkIds = new Set([...checks.keys()].map(checkIdOf))
  const storyMemory = createStoryMemory()
  const statistics = createSourceStatistics(epochMs, sourceIds)
  const trackRecord = createTrackRecord(statistics, catalogue.plugins.values())
  const learned = {
    'statistics.json': statistics,
    'track-record.json': trackRecord.earlier,
    'stories.json': storyMemory,
  }
  const state = await syncState(records, learned)
  const refreshSchedule = createRefreshSchedule(epochMs, random)
  const refreshes = createRefreshCollector(lists)
  return { checkIds, trackRecord, storyMemory, statistics, state, refreshSchedule, refreshes }
}

/** Opens what asks upstreams. */
async function openAsking(context: Context) {
  const { settings, platform } = context
  const { config, allowance, isContainer } = settings
  const { log, epochMs, monotonicMs, random } = context.runtime
  const { replicas, store, metrics, tracing, nextSlice } = platform
  const { proxyFor } = platform.live
  const { lists, catalogue, searchIds } = platform.sources
  const learning = await openLearning(context)
  const { checkIds, statistics, refreshSchedule, refreshes } = learning
  const load = createLoadShedder({ maxLagMs: config.MAX_LAG_MS, metrics, log, random })
  const shared = replicas?.shareAnswers(store.answers, metrics)
  const upstream = createUpstream({
    transport: createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance, isContainer }),
    answers: shared?.answers ?? store.answers,
    coordinator: shared?.coordinator,
    nextSlice,
    fileStorage: store.files,
    hostCoordination: replicas?.sharedHosts,
    onAskEnd: combineListeners(
      log,
      statistics.record,
      sourceMetricsListener(metrics, { has: (id) => searchIds.has(id) || lists.has(id) || checkIds.has(id) }),
      onAskEnd(lists, refreshSchedule, log),
      refreshes.listener,
      ...(store.history ? [recordRefreshes(lists, store.history)] : []),
    ),
    onRemoteAskEnd: onRemoteAskEnd(lists, refreshSchedule),
    metrics,
    tracing,
    log,
    epochMs,
    monotonicMs,
    random,
  })
  const reachability = createReachability({ upstream, page: reachablePage, epochMs, monotonicMs })
  const searchHealth = () => searchStatus(catalogue, { statistics, telegram: reachability.state() }, epochMs())
  return { ...learning, upstream, load, reachability, searchHealth }
}

/** Opens the features over one upstream: bans, hot lists, images, the archive, link checks, and the search. */
async function openFeatures(context: Context, asking: Asking) {
  const { config, pictureHosts: hosts } = context.settings
  const { log, epochMs } = context.runtime
  const { sources, store, records, access, retention, metrics } = context.platform
  const { upstream, load: capacity, refreshSchedule: schedule, storyMemory, statistics } = asking
  const { download, versions } = upstream
  const bansFile = await asSettingError(() =>
    openBans({ file: config.BANS_FILE, records, spellings: shareIdentity, versions, log, epochMs }),
  )
  const { bans } = bansFile
  const hotLists = createHotLists({
    all: sources.lists,
    upstream,
    schedule,
    bans,
    history: store.history,
    alwaysFresh: store.history && sources.alwaysFresh,
    storyMemory,
    isAsleep: statistics.isAsleep,
    metrics,
    log,
    epochMs,
  })
  sources.onChange((defined) => {
    hotLists.onSetChanged(defined)
    statistics.addPermanent([...sources.lists.keys(), ...sources.searchIds])
    versions.allChanged()
  })
  access.onChange(hotLists.following.endAll)
  retention.onArchiveSwitch(versions.allChanged)
  const cache = store.budget.createCache<ProxiedImage>()
  const scaler = createPictureScaler()
  const images = hosts && createImageProxy({ hosts, download, scaler, cache, bans, capacity, epochMs })
  const sourceIds = sources.searchIds
  const listTitles = () => workTitlesOf(hotLists.lists)
  const storage = () => (retention.isArchiveOn() ? store.archive : undefined)
  const suggest = createLateSuggester({ storage, sourceIds, listTitles, bans, epochMs })
  const trials = createTrialsOfSettings(context, upstream, reachablePage)
  return { bansFile, bans, hotLists, images, suggest, trials, ...(await openLinks(context, asking, bans, hotLists)) }
}

/** Opens what is made of links: the archive, the checks whether they are alive, and the search. */
async function openLinks(
  { settings: { config }, runtime: { log, epochMs }, platform }: Context,
  asking: Asking,
  bans: Bans,
  { lists }: Pick<HotLists, 'lists'>,
) {
  const { sources, replicas, store, retention, metrics } = platform
  const { upstream, load, trackRecord, statistics } = asking
  const { collect: onStored, drain: storedTitles } = createTitleCollector()
  const storage = { storage: store.archive, listed: sources.searchIds }
  const archived = await openArchive({ ...storage, bans, metrics, log, onStored, epochMs })
  const checks = openChecks({
    clouds: sources.checks,
    upstream,
    archived,
    bans,
    load,
    coordination: replicas?.sharedHosts,
    shareHealth: replicas && shareHealthOver(replicas),
    isRecheckEnabled: config.RECHECK,
    metrics,
    log,
    epochMs,
  })
  const searchOptions = {
    // An administrator may change them while the service runs.
    get channels() {
      return sources.catalogue.channels
    },
    plugins: sources.catalogue.plugins,
    upstream,
    record: trackRecord,
    get archive() {
      return retention.isArchiveOn() ? archived.archive : undefined
    },
    knownHealth: checks.knownHealth,
    knownKinds: createKnownKinds(() => listedWorks(lists, log), epochMs),
    healthVersions: checks.healthVersions,
    rechecker: checks.rechecker,
    bans,
    isOn: sources.switches.isOn,
    isAsleep: statistics.isAsleep,
    capacity: load,
    deadlineMs: config.SEARCH_DEADLINE_MS,
    earlyMs: config.SEARCH_EARLY_MS,
    defaultConc: config.DEFAULT_CONC,
    // Answers cached before this moment, by an earlier process, serve at once while their sources are asked again.
    atOnceBefore: epochMs(),
    epochMs,
  }
  const search = openSearch(searchOptions, metrics)
  return { checks, search, findNewest: archived.findNewest, recentYields: archived.recentYields, storedTitles }
}

/** The films and series on the board. Never rejects. */
async function listedWorks(lists: HotLists['lists'], log: Context['runtime']['log']) {
  try {
    return await filmsAndSeriesOf(lists)
  } catch (err) {
    log.warn({ err }, 'the lists of films and series cannot be read; works are told apart without them')
    return []
  }
}

const healthShape = z.object({ state: z.enum(['ok', 'bad', 'locked']), at: z.number() })
const healthMessage = z.object({ key: z.string(), health: healthShape })

function shareHealthOver({ events }: Pick<Replicas, 'events'>): ShareHealth {
  return (onReceived) => {
    events.subscribe('health', healthMessage, ({ key, health }) => onReceived(new Map([[key, health]])))
    return { send: (key, health) => events.publish('health', { key, health }) }
  }
}

/** The last episode that a title names. The tables of the recogniser are loaded when a watch needs them. */
async function episodeOf(title: string): Promise<number | undefined> {
  const { recogniseTitle } = await import('../search/works/recognise.ts')
  return lastEpisode(recogniseTitle(title))
}

/** A search of a watch asks many sources: it is put off when a user's would be rejected. */
const searchAsks = 100

/** Opens the watches: the operator's file, the stored state, what they watch, and the notifiers. */
async function openWatching(context: Context, asking: Asking, features: Features) {
  const { config, env } = context.settings
  const { log, epochMs } = context.runtime
  const { sources, records, metrics, live, retention } = context.platform
  const { checks, findNewest, storedTitles, hotLists, search } = features
  const outgoing = outgoingOf(context)
  // While the operator's file of lists has a mistake, any list may be one of its.
  const listIds = { has: (id: string) => sources.lists.get(id)?.isEnabled ?? sources.problems().length > 0 }
  const file = await asSettingError(() =>
    openWatchFile({ path: config.WATCH_FILE, stored: live.notifiers, env, outgoing, listIds, log, epochMs }),
  )
  const { watches: fileWatches, notifiers } = file
  const recordHit = metrics.recordWatchHit
  const newToken = () => randomBytes(24).toString('base64url')
  const watches = await asSettingError(() =>
    openWatches({ fileWatches, notifiers, listIds, records, recordHit, newToken, log, epochMs }),
  )
  const runner = createWatchRunner({
    watches,
    lists: hotLists.lists,
    refreshed: asking.refreshes.drain,
    keepFresh: createFreshHolds(hotLists.refresher),
    archive: findNewest && {
      storedTitles,
      find: async (keyword, clouds) =>
        retention.isArchiveOn() ? await findNewest(keyword, [...sources.searchIds], clouds) : [],
    },
    search,
    shares: { episodeOf, check: checks.check },
    isBusy: () => !asking.load.hasCapacity(searchAsks),
    onError: (error) => log.error({ err: error }, 'failed to run a watch'),
    epochMs,
  })
  const { digest, digestFor } = createDailyDigest(hotLists, watches, epochMs)
  const queueDaily = createDailyMessages(watches, epochMs)
  const recordDelivery = metrics.recordWatchMessage
  const sendDue = createDeliveries({ watches, notifiers, digestFor, recordDelivery, log, epochMs })
  return { watches, runner, sendDue, queueDaily, digest, file }
}
