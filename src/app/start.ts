// Composes the service from top to bottom: storage, observability, upstream, features, front, timers and shutdown.
import manifest from '../../package.json' with { type: 'json' }
import { openAllowList } from '../http/access/ip-allow-list.ts'
import { createMetrics } from '../observability/metrics.ts'
import { openTracing } from '../observability/open-tracing.ts'
import { openAsking } from './asking.ts'
import { openFeatures } from './features.ts'
import { openFront } from './front.ts'
import type { Runtime } from './runtime.ts'
import { asSettingError, type Settings } from './settings.ts'
import { shutdownSteps } from './shutdown-steps.ts'
import { openStorage } from './storage.ts'
import { startTimers } from './timers.ts'

const { version } = manifest

/** Opens everything but the listening socket. Rejects with a sentence for the operator when a setting cannot be used. */
export async function startApp(settings: Settings, runtime: Runtime) {
  // 1. Storage, and what replicas share; the sources that the settings enable.
  const storage = await openStorage(settings, runtime)
  const { store, replicas, sources } = storage
  // 2. Observability.
  const metrics = createMetrics(store, { version, nodeVersion: process.version })
  const tracing = await asSettingError(() =>
    openTracing(settings.env, { version, log: runtime.log, epochMs: runtime.epochMs }),
  )
  const allowList = await asSettingError(() => openAllowList(storage.records))
  // 3. Asking upstreams, and what is learned from how each ask ends.
  const asking = await openAsking(settings, runtime, { storage, metrics, tracing })
  const { upstream, state } = asking
  // 4. Bans, hot lists, images, link checks, and the search.
  const features = await openFeatures(settings, runtime, { storage, metrics, asking })
  const { bansFile, hotLists, checks } = features
  // 5. Access control, and the routes.
  const app = await openFront(settings, runtime, { storage, metrics, tracing, allowList, asking, features })
  // 6. Periodic work, and how everything ends.
  startTimers({
    saveState: { everyMs: 60_000, run: state.save },
    reloadBansFile: { everyMs: 1_000, run: bansFile.tick },
  })
  const timers = startTimers({
    refreshHotLists: { everyMs: 1_000, run: hotLists.refresher.tick },
    recheckShares: checks.rechecker && { everyMs: 2_000, run: checks.rechecker.tick },
  })
  const { following, lists } = hotLists
  const steps = shutdownSteps({ app, timers, following, state, upstream, tracing, store, replicas })
  return { app, catalogue: sources.catalogue, lists, upstream, shutdownSteps: steps }
}
