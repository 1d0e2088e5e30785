// Opens storage by the settings: the sources that they enable, the store, and what replicas share.
import { randomUUID } from 'node:crypto'
import type { Config } from '../config/schema.ts'
import { openReplicas, shareRecords } from '../replicas/open-replicas.ts'
import { openStore, type StoreOptions } from '../store/open-store.ts'
import type { Runtime } from './runtime.ts'
import { asSettingError, type Settings } from './settings.ts'
import { loadSources } from './sources.ts'

const megabyte = 1024 * 1024

/** What the settings say of the store. */
export function storeOptions(config: Config): Omit<StoreOptions, 'log' | 'epochMs'> {
  return {
    folder: config.DATA_DIR,
    cacheBytes: config.CACHE_MB * megabyte,
    diskBytes: config.DISK_MB * megabyte,
    hasArchive: config.ARCHIVE,
    databaseUrl: config.DATABASE_URL,
    databaseBytes: config.DATABASE_MB * megabyte,
  }
}

export type OpenStorage = Awaited<ReturnType<typeof openStorage>>

export async function openStorage(settings: Settings, { log, epochMs, random }: Runtime) {
  const [sources, replicas, store] = await Promise.all([
    asSettingError(() => loadSources(settings, log)),
    openReplicas({ url: settings.config.REDIS_URL, log, newId: randomUUID, epochMs: epochMs, random }),
    asSettingError(() => openStore({ ...storeOptions(settings.config), log, epochMs })),
  ])
  return { sources, replicas, store, records: shareRecords(replicas, store.records) }
}
