// Starts the service: opens the storage while other code is loaded, composes the rooms, and starts the timers; read this first.

import { performance } from 'node:perf_hooks'
import { collectGarbage } from '../async/collect-garbage.ts'
import type { Composed } from './compose.ts'
import { openPlatform, type Platform, type Runtime } from './platform.ts'
import type { Settings } from './settings.ts'
import type { ShutdownStep } from './shutdown.ts'
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
  const { store, sources, access, live } = platform
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
  const { lists } = hotLists
  const { catalogue } = sources
  const isPrivate = access.apiKeys.isRequired
  const { proxyFor } = live
  const shutdownSteps = shutdownStepsOf(app, stopTimers, composed, platform)
  return { app, owner, isPrivate, proxyFor, catalogue, lists, reachability, shutdownSteps }
}

/** Running requests get 31 s; the database gives up after 4 s. With traces and log: at most 47 s in total. */
const limits = { requests: 34_000, state: 1_000, upstream: 1_000, traces: 2_500, store: 5_000, replicas: 1_000 }

function shutdownStepsOf(
  app: { close(): Promise<unknown> },
  stopTimers: () => void,
  { asking, features, watching }: Composed,
  { tracing, store, replicas }: Platform,
): readonly ShutdownStep[] {
  const { state, upstream } = asking
  return [
    {
      what: 'finishing running requests',
      limitMs: limits.requests,
      async run() {
        stopTimers()
        // Its streams never end by themselves.
        features.hotLists.following.close()
        await app.close()
      },
    },
    { what: 'saving learned state', limitMs: limits.state, run: state.save },
    { what: 'closing the connections to sites', limitMs: limits.upstream, run: upstream.close },
    { what: 'closing the connections to notifiers', limitMs: limits.upstream, run: watching.file.close },
    { what: 'writing and closing the database', limitMs: limits.store, isUrgent: true, run: store.close },
    { what: 'releasing what other replicas wait for', limitMs: limits.replicas, run: async () => replicas?.close() },
    { what: 'sending the last traces', limitMs: limits.traces, run: async () => tracing?.close() },
  ]
}

function collectionOfProcess(store: Platform['store']) {
  const collect = () => {
    collectGarbage()
    store.collectGarbage()
  }
  return { everyMs: 10_000, run: createIdleCollection(performance.eventLoopUtilization, collect) }
}
