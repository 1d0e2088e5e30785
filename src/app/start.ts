// Starts the service: opens the storage while other code is loaded, composes the rooms, and starts the timers; read this first.

import { performance } from 'node:perf_hooks'
import { collectGarbage } from '../async/collect-garbage.ts'
import { openPlatform, type Platform, type Runtime } from './platform.ts'
import type { Settings } from './settings.ts'
import { shutdownSteps } from './shutdown.ts'
import { createClockWatch, createIdleCollection, startTimers } from './timers.ts'

/** Opens everything but the listening socket. Rejects with a sentence for the operator when a setting cannot be used. */
export async function startApp(settings: Settings, runtime: Runtime) {
  // The code of the rooms is loaded while the threads of the store start.
  const loading = Promise.all([import('./compose.ts'), import('./create-app.ts')])
  const [platform, [{ compose }, { openHttpApp }]] = await Promise.all([openPlatform(settings, runtime), loading])
  const context = { settings, runtime, platform }
  const composed = await compose(context)
  const { app, owner } = openHttpApp(context, composed)
  const { asking, features, watching, trials } = composed
  const { upstream, state, reachability } = asking
  const { bansFile, hotLists, checks } = features
  const { tracing, store, replicas, sources, access, live } = platform
  startTimers({
    saveState: { everyMs: 60_000, run: state.save },
    reloadBansFile: { everyMs: 1_000, run: bansFile.tick },
    reloadSourcesFile: { everyMs: 1_000, run: sources.tick },
    reloadWatchFile: { everyMs: 1_000, run: watching.file.tick },
  })
  const stopTimers = startTimers({
    refreshHotLists: { everyMs: 1_000, run: hotLists.refresher.tick },
    matchLists: { everyMs: 1_000, run: watching.runner.matchLists },
    askArchive: { everyMs: 1_000, run: watching.runner.askArchive },
    searchAgain: { everyMs: 5_000, run: watching.runner.searchAgain },
    queueDailyMessages: { everyMs: 5_000, run: watching.queueDaily },
    sendMessages: { everyMs: 1_000, run: watching.sendDue },
    trySleepingSources: { everyMs: 60_000, run: trials.tick },
    watchClock: { everyMs: 10_000, run: createClockWatch(runtime, upstream.versions.allChanged) },
    collectGarbage: collectionOfProcess(store),
    checkReachability: { everyMs: 1_000, run: () => reachability.tick(() => asking.searchHealth().status === 'down') },
    recheckShares: checks.rechecker && { everyMs: 2_000, run: checks.rechecker.tick },
  })
  const { following, lists } = hotLists
  const notifiers = watching.file
  const steps = shutdownSteps({ app, stopTimers, following, state, upstream, notifiers, tracing, store, replicas })
  const { catalogue } = sources
  const isPrivate = access.apiKeys.isRequired
  const { proxyFor } = live
  return { app, owner, isPrivate, proxyFor, catalogue, lists, reachability, shutdownSteps: steps }
}

function collectionOfProcess(store: Platform['store']) {
  const collect = () => {
    collectGarbage()
    store.collectGarbage()
  }
  return { everyMs: 10_000, run: createIdleCollection({ utilization: performance.eventLoopUtilization, collect }) }
}
