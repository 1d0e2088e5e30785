// Opens all storage: the memory cache, the folder of this process, and a PostgreSQL that replicas share.

import { statSync } from 'node:fs'
import { sep } from 'node:path'
import type { NextSlice } from '../async/time-slices.ts'
import type { Logger } from '../observability/log.ts'
import { openArchive } from './archive/client.ts'
import { type ArchiveOptions, startArchiveThread } from './archive/thread-client.ts'
import { openDataFolder } from './files/data-folder.ts'
import { createFileStorage, type FileStorage } from './files/file-storage.ts'
import type { HistoryLimits } from './history/sqlite-database.ts'
import { createMemoryBudget } from './memory/memory-budget.ts'
import { createTieredAnswers, noDisk } from './memory/tiered-answers.ts'
import { noRecordStore, openRecords } from './records/record-store.ts'
import { type ConnectToThread, startSharedThread } from './thread/shared-thread.ts'
import { openTrawlDb, type TrawlDb } from './trawl-db/client.ts'
import { startThread } from './trawl-db/client-parts.ts'
import { mirrorAnswers } from './trawl-db/mirrored-answers.ts'

export interface StoreOptions {
  /** Undefined: nothing outlasts the process, unless there is a database. */
  readonly folder: string | undefined
  /** Bytes of all memory caches together. */
  readonly cacheBytes: number
  /** Bytes in the folder, for answers and the archive together. */
  readonly diskBytes: number
  readonly hasArchive?: boolean | undefined
  /** A PostgreSQL that all replicas share. */
  readonly databaseUrl?: URL | undefined
  /** Bytes in that database. */
  readonly databaseBytes?: number | undefined
  /** Limits of the history of hot lists, which is kept beside the other data; undefined: none is kept. */
  readonly history?: HistoryLimits | undefined
  /** How long the start waits for records that cannot be read; default: 30 s. */
  readonly maxRecordsWaitMs?: number | undefined
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Takes a time slice before a cached answer is parsed; default: none. */
  readonly nextSlice?: NextSlice
}

/**
 * Opens the store. A folder or database that cannot be written does not stop the start: `problems` reports it, and the memory cache serves.
 * @throws (rejects) Error with a sentence when a database is from a newer Trawl, or the records cannot be read.
 */
export async function openStore(options: StoreOptions) {
  const { folder, cacheBytes, log, epochMs, nextSlice } = options
  if (folder !== undefined) {
    const refusal = openDataFolder(folder)
    if (refusal !== undefined) log.warn(`${refusal}. Until then, new data is kept in memory only`)
    warnOfOpenFolder(folder, log)
  }
  const budget = createMemoryBudget(cacheBytes, epochMs)
  const { own, shared, archive } = await openDatabases(options)
  const home = shared ?? own
  const files = folder === undefined ? noFiles : createFileStorage(folder, log)
  const records = home ? await openHome(options, home, [own, shared, archive]) : noRecordStore
  const disk = (shared ? mirrorAnswers(own, shared, isOfList) : own) ?? noDisk
  return {
    /** The memory budget that all memory caches share. */
    budget,
    answers: createTieredAnswers({ memory: budget.createCache(), disk, epochMs, nextSlice, log }),
    /** Storage for copies of large files. */
    files,
    records,
    /** Storage of the link archive; absent without one. */
    archive,
    /** The history of hot lists; absent when it is off, or nothing is stored. */
    history: home?.history,
    /** Why storage does not work at the moment, one sentence each. */
    problems: (): readonly string[] => [
      ...new Set([own, shared, archive, files].flatMap((part) => part?.troubles() ?? [])),
    ],
    /** Warnings while storage works, one sentence each. */
    warnings: (): readonly string[] => [...new Set([own, shared, archive].flatMap((part) => part?.notices() ?? []))],
    /** Bytes in use. */
    bytes: () => ({
      memory: budget.bytes(),
      disk: (own?.bytes() ?? 0) + (shared ? 0 : (archive?.size().bytes ?? 0)),
    }),
    /** Writes pending changes and closes. */
    close: async () => void (await Promise.all([own, shared, archive].map((part) => part?.close()))),
  }
}

/** Opens the records, or closes all databases. */
async function openHome(
  { folder, maxRecordsWaitMs, log }: StoreOptions,
  disk: TrawlDb,
  all: readonly ({ close(): Promise<void> } | undefined)[],
) {
  try {
    return await openRecords({ disk, folder, maxWaitMs: maxRecordsWaitMs, log })
  } catch (error) {
    await Promise.all(all.map((database) => database?.close()))
    throw error
  }
}

/** Another user of the machine could replace our files. */
function warnOfOpenFolder(folder: string, log: StoreOptions['log']): void {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
  // On Windows the mode does not tell.
  if (sep === '/' && (mode & 0o002) !== 0)
    log.warn(
      `DATA_DIR (${folder}) may be written to by every user of this machine, who could change what is kept: chmod 700 ${folder}`,
    )
}

/** Ids of hot lists have no colon; those of search sources and checks have one. Lists are few, one answer each. */
function isOfList(key: string): boolean {
  return !key.slice(0, key.indexOf(' ')).includes(':')
}

/**
 * Opens the configured databases: `own` in the folder, which only this process writes, and `shared` by all replicas. When one of them is from
 * a newer Trawl, closes the others again.
 */
async function openDatabases(options: StoreOptions) {
  // A disk that hangs must not stop the PostgreSQL.
  const inFolder = options.folder === undefined ? undefined : startSharedThread()
  const inDatabase = options.databaseUrl && startSharedThread()
  const opening = await Promise.allSettled([openOwn(options, inFolder), openShared(options, inDatabase)])
  const [own, shared] = opening.map((one) => (one.status === 'fulfilled' ? one.value : undefined))
  try {
    for (const one of opening) if (one.status === 'rejected') throw one.reason
    // The lock of the folder belongs to its database: the process that holds it writes all files there.
    const archiveOptions = archiveOptionsOf(options, () => !own?.isTaken())
    const connect = inDatabase ?? inFolder
    const archive =
      archiveOptions && (await openArchive(archiveOptions, {}, (given) => startArchiveThread(given, connect)))
    return { own, shared, archive }
  } catch (error) {
    await Promise.all([own?.close(), shared?.close()])
    throw error
  }
}

async function openOwn(options: StoreOptions, connect?: ConnectToThread): Promise<TrawlDb | undefined> {
  const { folder, diskBytes, databaseUrl, log, epochMs } = options
  if (folder === undefined) return undefined
  const history = databaseUrl ? undefined : options.history
  const limits = { maxBytes: diskBytes * answerDiskShare(options), history }
  return await openTrawlDb({ folder, ...limits, log, epochMs }, {}, (given) => startThread(given, connect))
}

/** The rest of the disk is for the archive, or for its write queue while PostgreSQL holds the archive. */
function answerDiskShare({ hasArchive = false, databaseUrl }: StoreOptions): number {
  if (!hasArchive) return 1
  return databaseUrl ? 7 / 8 : 1 / 2
}

async function openShared(
  { databaseUrl, databaseBytes = 0, history, log, epochMs }: StoreOptions,
  connect?: ConnectToThread,
): Promise<TrawlDb | undefined> {
  if (!databaseUrl) return undefined
  const options = { database: databaseUrl, maxBytes: databaseBytes / 10, history, log, epochMs }
  return await openTrawlDb(options, {}, (given) => startThread(given, connect))
}

function archiveOptionsOf(options: StoreOptions, mayWrite: () => boolean): ArchiveOptions | undefined {
  const { folder, diskBytes, hasArchive = false, databaseUrl, databaseBytes = 0, log, epochMs } = options
  if (!hasArchive) return undefined
  const maxBytes = diskBytes * (1 - answerDiskShare(options))
  const database = databaseUrl && { url: databaseUrl, maxBytes: databaseBytes * 0.9 }
  if (database) return { folder, maxBytes, mayWrite, database, log, epochMs }
  return folder === undefined ? undefined : { folder, maxBytes, mayWrite, log, epochMs }
}

/** The copy in memory serves; its bytes are needed only after a restart. */
const noFiles: FileStorage = {
  read: async () => undefined,
  write: async () => false,
  troubles: () => [],
}
