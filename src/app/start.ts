// Composes the service from top to bottom: storage, observability, upstream, features, front, timers and shutdown.

import { performance } from 'node:perf_hooks'
import type { Runtime } from './app-options.ts'
import { openPlatform } from './platform.ts'
import type { Settings } from './settings.ts'
import { shutdownSteps } from './shutdown.ts'
import { openSourceTrials } from './source-trials.ts'
import { createClockWatch, createIdleCollection, startTimers } from './timers.ts'

/** Opens everything but the listening socket. Rejects with a sentence for the operator when a setting cannot be used. */
export async function startApp(settings: Settings, runtime: Runtime) {
  // 1. Sources, storage, what replicas share, and observability.
  const opening = openPlatform(settings, runtime)
  // While the threads of the store start, the code of the other phases is loaded.
  const loading = Promise.all([
    ...([import('./asking.ts'), import('./features.ts')] as const),
    ...([import('./watching.ts'), import('./front.ts')] as const),
  ])
  const [platform, [{ openAsking }, { openFeatures }, { openWatching }, { openFront }]] = await Promise.all([
    ...([opening, loading] as const),
  ])
  // 2. Asking upstreams, and what is learned from how each ask ends.
  const asking = await openAsking(settings, runtime, platform)
  // 3. Bans, hot lists, images, link checks, and the search.
  const features = await openFeatures(settings, runtime, platform, asking)
  // 4. The watches over lists, archive and search, and the notifiers of what they find.
  const watching = await openWatching(settings, runtime, { platform, asking, features })
  // 5. Access control, and the routes.
  const app = await openFront(settings, runtime, { platform, asking, features, watching })
  // 6. Periodic work, and how everything ends.
  const { upstream, state } = asking
  const { bansFile, hotLists, checks, switches } = features
  startTimers({
    saveState: { everyMs: 60_000, run: state.save },
    rewriteCopies: { everyMs: 10_000, run: platform.store.records.rewriteCopies },
    reloadBansFile: { everyMs: 1_000, run: bansFile.tick },
    reloadSourcesFile: { everyMs: 1_000, run: platform.sources.tick },
    reloadWatchFile: { everyMs: 1_000, run: watching.file.tick },
  })
  const trials = openSourceTrials(runtime, platform, asking, switches)
  const stopTimers = startTimers({
    refreshHotLists: { everyMs: 1_000, run: hotLists.refresher.tick },
    matchLists: { everyMs: 1_000, run: watching.runner.matchLists },
    askArchive: { everyMs: 1_000, run: watching.runner.askArchive },
    searchAgain: { everyMs: 5_000, run: watching.runner.searchAgain },
    sendMessages: { everyMs: 1_000, run: watching.sendDue },
    trySleepingSources: { everyMs: 60_000, run: trials.tick },
    watchClock: { everyMs: 10_000, run: createClockWatch(runtime, upstream.versions.allChanged) },
    collectGarbage: collectionOfProcess(),
    checkReachability: {
      everyMs: 1_000,
      run: () => asking.reachability.tick(() => asking.searchHealth().status === 'down'),
    },
    recheckShares: checks.rechecker && { everyMs: 2_000, run: checks.rechecker.tick },
  })
  const { tracing, store, replicas, sources } = platform
  const { following, lists } = hotLists
  const steps = shutdownSteps({ app, stopTimers, following, state, upstream, watching, tracing, store, replicas })
  return { app, catalogue: sources.catalogue, lists, reachability: asking.reachability, shutdownSteps: steps }
}

/** Undefined where Node was started without `--expose-gc`. */
function collectionOfProcess() {
  const { gc } = globalThis
  const collect = () => gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return (
    gc && { everyMs: 10_000, run: createIdleCollection({ utilization: performance.eventLoopUtilization, collect }) }
  )
}
