// Opens what everything else stands on: the enabled sources, the store, what replicas share, metrics, tracing, and the allow list.

import { randomUUID } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import { createTimeSlices } from '../async/time-slices.ts'
import type { Config } from '../config/schema.ts'
import { openAllowList } from '../http/access/ip-allow-list.ts'
import { createMetrics } from '../observability/metrics.ts'
import { openTracing } from '../observability/open-tracing.ts'
import { openReplicas, shareRecords } from '../replicas/open-replicas.ts'
import { openStore, type StoreOptions } from '../store/open-store.ts'
import type { Runtime } from './app-options.ts'
import { asSettingError, type Settings } from './settings.ts'
import { loadSources } from './sources.ts'

const { version } = manifest

const megabyte = 1024 * 1024

/** What the settings say of the store. */
export function storeOptions(config: Config): Omit<StoreOptions, 'log' | 'epochMs'> {
  return {
    folder: config.DATA_DIR,
    cacheBytes: config.CACHE_MB * megabyte,
    diskBytes: config.DISK_MB * megabyte,
    hasArchive: config.ARCHIVE,
    history: config.HISTORY ? { maxDays: config.HISTORY_DAYS, maxBytes: config.HISTORY_MB * megabyte } : undefined,
    databaseUrl: config.DATABASE_URL,
    databaseBytes: config.DATABASE_MB * megabyte,
  }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

export async function openPlatform(settings: Settings, { log, epochMs, monotonicMs, random }: Runtime) {
  const nextSlice = createTimeSlices(monotonicMs)
  const [sources, replicas, store] = await Promise.all([
    asSettingError(() => loadSources(settings, log)),
    openReplicas({ url: settings.config.REDIS_URL, log, newId: randomUUID, epochMs, random }),
    asSettingError(() => openStore({ ...storeOptions(settings.config), log, epochMs, nextSlice })),
  ])
  const records = shareRecords(replicas, store.records)
  const metrics = createMetrics(store, { version, nodeVersion: process.version })
  const tracing = await asSettingError(() => openTracing(settings.env, { version, log, epochMs }))
  const allowList = await asSettingError(() => openAllowList(records))
  return { sources, replicas, store, records, metrics, tracing, allowList, nextSlice }
}
