// Opens what everything else stands on: the enabled sources, the store, what replicas share, metrics, tracing, and the allow list.

import { randomUUID } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import { createTimeSlices } from '../async/time-slices.ts'
import { createAllowList } from '../http/access/ip-allow-list.ts'
import type { WebPage } from '../http/page/assets.ts'
import type { ConnectionLimits } from '../http/server/request-limits.ts'
import type { Logger } from '../observability/log.ts'
import type { LogBuffer } from '../observability/log-buffer.ts'
import { createMetrics } from '../observability/metrics.ts'
import { openTracing } from '../observability/open-tracing.ts'
import { openReplicas, shareRecords } from '../replicas/open-replicas.ts'
import { openStore } from '../store/open-store.ts'
import { openLiveSettings } from './live-settings.ts'
import { createRetentionSettings } from './retention-settings.ts'
import { asSettingError, requireKnownLists, type Settings, storeOptions } from './settings.ts'
import { loadSources } from './sources.ts'
import type { Clock } from './timers.ts'

const { version } = manifest

/** The process provides these to the service: log, clocks, randomness, and the web page. */
export interface Runtime extends Clock {
  readonly log: Logger
  readonly logBuffer: LogBuffer
  readonly page: WebPage | undefined
  /** A number from 0 up to 1. */
  random(): number
  readonly connectionLimits?: ConnectionLimits | undefined
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** The parameters of every phase. */
export interface Context {
  readonly settings: Settings
  readonly runtime: Runtime
  readonly platform: Platform
}

/** How messages of watches leave. */
export function outgoingOf({ settings, platform }: Context) {
  const { config, allowance, isContainer } = settings
  return { gateway: config.UPSTREAM_GATEWAY, proxyFor: platform.live.proxyFor, allowance, isContainer }
}

export async function openPlatform(settings: Settings, runtime: Runtime) {
  const { log, epochMs, monotonicMs } = runtime
  const { config } = settings
  const nextSlice = createTimeSlices(monotonicMs)
  const retention = createRetentionSettings(settings)
  const { history } = retention
  const common = { log, epochMs, nextSlice }
  const [sources, replicas, store] = await Promise.all([
    asSettingError(() => loadSources(settings, log)),
    openReplicas({ url: config.REDIS_URL, log, newId: randomUUID, epochMs }),
    asSettingError(() => openStore({ ...storeOptions(config), ...(config.HISTORY && { history }), ...common })),
  ])
  const records = shareRecords(replicas, store.records)
  const metrics = createMetrics(store, { version, nodeVersion: process.version })
  const tracing = await asSettingError(() => openTracing(settings.env, { version, log, epochMs }))
  const allowList = createAllowList(records)
  await asSettingError(() => allowList.open())
  const { openAccess } = await import('./access.ts')
  const access = await asSettingError(() => openAccess({ settings, runtime, allowList, records, replicas }))
  const further = [...access.settings, ...retention.of(store)]
  const live = await asSettingError(() => openLiveSettings({ settings, sources, further, records, log }))
  // A setting may name a list that an administrator stored.
  if (live.stored.problems().length === 0) requireKnownLists(sources.unknownLists())
  return { sources, access, live, retention, replicas, store, records, metrics, tracing, nextSlice }
}
