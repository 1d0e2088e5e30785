// Opens the features over one upstream: bans, hot lists, images, the archive, link checks, and the search.
import { z } from 'zod'
import type { SourceSwitches } from '../admin/source-switches.ts'
import type { Bans } from '../bans/ban-list.ts'
import { openBans } from '../bans/open-bans.ts'
import { createHotLists } from '../hotlist/create-hot-lists.ts'
import { workTitlesOf } from '../hotlist/work-titles.ts'
import { createImageProxy, type ProxiedImage } from '../image-proxy/image-proxy.ts'
import { createPictureScaler } from '../image-proxy/scaling/scaler.ts'
import { createBatchedBroadcast } from '../replicas/batched-broadcast.ts'
import type { Replicas } from '../replicas/open-replicas.ts'
import { openArchive } from '../search/archive/open-archive.ts'
import { shareIdentity } from '../search/ban-identity.ts'
import { sourceIdsOf } from '../search/catalogue.ts'
import { openChecks, type ShareHealth } from '../search/checks/open-checks.ts'
import { openSearch } from '../search/search.ts'
import { createLateSuggester } from '../search/suggest/load-suggester.ts'
import { createTitleCollector } from '../watches/archive-watch.ts'
import type { Runtime } from './app-options.ts'
import type { OpenAsking } from './asking.ts'
import type { Platform } from './platform.ts'
import { asSettingError, type Settings } from './settings.ts'

export type OpenFeatures = Awaited<ReturnType<typeof openFeatures>>

export async function openFeatures(settings: Settings, runtime: Runtime, platform: Platform, asking: OpenAsking) {
  const { config, pictureHosts } = settings
  const { log, epochMs } = runtime
  const { sources, replicas, store, records, metrics } = platform
  const { upstream, load, refreshSchedule: pace, storyMemory } = asking
  const { download, versions } = upstream
  const bansFile = await asSettingError(() =>
    openBans({ file: config.BANS_FILE, records, spellings: shareIdentity, versions, log, epochMs }),
  )
  const { bans } = bansFile
  const jobs = replicas?.coordination.refreshJobs
  const { lists: all, switches } = sources
  const { history } = store
  const alwaysFresh = history && sources.alwaysFresh
  const hotLists = createHotLists({
    ...{ all, upstream, pace, bans, jobs, history, alwaysFresh, storyMemory, metrics, log, epochMs },
    isAsleep: asking.statistics.isAsleep,
  })
  sources.onChange((defined) => {
    hotLists.onSetChanged(defined)
    versions.allChanged()
  })
  replicas?.coordination.registerGauges(metrics)
  const imageCache = store.budget.createCache<ProxiedImage>()
  const scaler = createPictureScaler()
  const images =
    pictureHosts &&
    createImageProxy({ hosts: pictureHosts, download, scaler, cache: imageCache, bans, room: load, epochMs })
  const links = await openLinks(settings, runtime, { platform, asking, bans, switches })
  const suggest = createLateSuggester({
    storage: store.archive,
    sourceIds: sourceIdsOf(sources.catalogue),
    listTitles: () => workTitlesOf(hotLists.lists),
    bans,
    epochMs,
  })
  return { bansFile, bans, switches, hotLists, images, suggest, ...links }
}

/** What is made of links: the archive, the checks whether they are alive, and the search. */
async function openLinks(
  { config }: Settings,
  { log, epochMs }: Runtime,
  parts: { platform: Platform; asking: OpenAsking; bans: Bans; switches: SourceSwitches },
) {
  const { platform, asking, bans, switches } = parts
  const { sources, replicas, store, metrics } = platform
  const { upstream, load, trackRecord } = asking
  const { collect: onStored, drain: storedTitles } = createTitleCollector()
  const listed = new Set(sourceIdsOf(sources.catalogue))
  const archived = await openArchive({ storage: store.archive, listed, bans, metrics, log, onStored, epochMs })
  const checks = openChecks({
    clouds: sources.checks,
    upstream,
    archived,
    bans,
    load,
    sharedLines: replicas?.coordination.sharedCheckQueues,
    shareHealth: replicas && shareHealthOver(replicas),
    isRecheckEnabled: config.RECHECK,
    metrics,
    log,
    epochMs,
  })
  const searchParts = {
    ...sources.catalogue,
    upstream,
    record: trackRecord,
    archive: archived.archive,
    book: checks.knownHealth,
    healthVersions: checks.healthVersions,
    rechecker: checks.rechecker,
    bans,
    isOn: switches.isOn,
    isAsleep: asking.statistics.isAsleep,
    room: load,
    deadlineMs: config.SEARCH_DEADLINE_MS,
    earlyMs: config.SEARCH_EARLY_MS,
    defaultConc: config.DEFAULT_CONC,
    // Answers cached before this moment, by an earlier process, serve at once while their sources are asked again.
    atOnceBefore: epochMs(),
    epochMs,
  }
  const { findNewest, recentYields } = archived
  return { checks, search: openSearch(searchParts, metrics), findNewest, recentYields, storedTitles }
}

const healthMessage = z.object({ state: z.enum(['ok', 'bad', 'locked']), at: z.number() })

function shareHealthOver({ events }: Pick<Replicas, 'events'>): ShareHealth {
  return (onReceived) => createBatchedBroadcast({ events, kind: 'health', shape: healthMessage, onReceive: onReceived })
}
