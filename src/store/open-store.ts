// Opens all storage: the memory cache, the folder of this process, and a PostgreSQL that replicas share.
import { statSync } from 'node:fs'
import { sep } from 'node:path'
import type { NextSlice } from '../async/time-slices.ts'
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import { type AnswerStorage, createAnswerStorage } from './answers/answer-storage.ts'
import { createArchiveStorage } from './archive/archive-storage.ts'
import { createDatabase, type Database } from './database.ts'
import { openDataFolder } from './files/data-folder.ts'
import { takeOver } from './files/take-over.ts'
import { createHistoryStorage } from './history/history-storage.ts'
import type { HistoryLimits } from './history/types.ts'
import { createMemoryBudget } from './memory/memory-budget.ts'
import type { SerializedEntry } from './memory/serialized-entry.ts'
import { createTieredAnswers, noDisk } from './memory/tiered-answers.ts'
import { createRecords, noRecordStore, waitForRecords, withOldFiles } from './records/records.ts'
import type { DatabaseOptions } from './tables.ts'
import { createStoreThread } from './thread/store-thread.ts'

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
  /** Limits of the history of hot lists, which is kept beside the other data; undefined: none is kept. They may change. */
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
    await takeOver(folder, log, epochMs())
  }
  const budget = createMemoryBudget(cacheBytes, epochMs)
  const { own, shared, collectGarbage, close } = createDatabases(options)
  const opened = [own, shared].filter((one) => one !== undefined)
  const home = shared ?? own
  const disk = own?.answers ?? noDisk
  try {
    await Promise.all(opened.map((one) => one.open()))
    if (home) await waitForRecords(home.records, log, options.maxRecordsWaitMs)
  } catch (error) {
    await close()
    throw error
  }
  const memory = budget.createCache<SerializedEntry>()
  return {
    /** The memory budget that all memory caches share. */
    budget,
    answers: createTieredAnswers({ memory, disk, epochMs, nextSlice, log }),
    /** Storage for copies of large files. */
    files: createFileStorage(disk, epochMs),
    records: folder !== undefined && home ? withOldFiles(home.records, folder, log) : (home?.records ?? noRecordStore),
    /** Storage of the link archive; absent without one. */
    archive: home?.archive,
    /** The history of hot lists; absent when it is off, or nothing is stored. */
    history: home?.history,
    /** Why storage does not work at the moment, one sentence each. */
    problems: (): readonly string[] => [...new Set(opened.flatMap((part) => part.troubles()))],
    /** Warnings while storage works, one sentence each. */
    warnings: (): readonly string[] => [...new Set(opened.flatMap((part) => part.notices()))],
    /** Bytes in use. */
    bytes: () => ({ memory: budget.bytes(), disk: own?.bytes() ?? 0 }),
    /** Has the thread of the databases collect its garbage; this thread is another one. */
    collectGarbage,
    /** Writes pending changes and closes. */
    close,
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

/** Time limit for the end of the thread. */
const maxEndMs = 1_000

/** The configured databases, not opened yet: `own` in the folder, which only this process writes, and `shared` by all replicas. One thread serves both. */
function createDatabases(options: StoreOptions) {
  const [inFolder, inPostgres] = [databaseInFolder(options), databaseInPostgres(options)]
  const databases = [inFolder, inPostgres].filter((one) => one !== undefined)
  const thread = databases.length > 0 ? createStoreThread(databases) : undefined
  const create = (of: DatabaseOptions | undefined) => thread && of && storageOf(createDatabase(thread, of, options), of)
  const [own, shared] = [create(inFolder), create(inPostgres)]
  async function close(): Promise<void> {
    await Promise.all([own?.close(), shared?.close()])
    // A thread that is blocked in a disk operation cannot be terminated before the operation ends.
    if (thread) await withTimeout(thread.end(), maxEndMs)
  }
  return { own, shared, collectGarbage: () => thread?.collectGarbage(), close }
}

/** A database as storage of answers, records, links and lists. */
export function storageOf(database: Database, options: DatabaseOptions) {
  const { archive, history } = options
  return {
    answers: createAnswerStorage(database, options.answers?.maxBytes ?? 0),
    records: createRecords(database, 'folder' in options.at ? options.at.folder : undefined),
    archive: archive && createArchiveStorage(database, archive.maxBytes),
    history: history && createHistoryStorage(database),
    open: () => database.open(),
    /** Health problems, one sentence each; empty if there are none. */
    troubles: database.troubles,
    /** Warnings that remain after recovery, such as a quarantined file. */
    notices: database.health.notices,
    /** Bytes of the database and its log. */
    bytes: database.bytes,
    /** Writes what is queued, then closes, within a time limit. */
    close: database.close,
  }
}

/** With a PostgreSQL, the folder has the answers of this replica only. */
function databaseInFolder({ folder, diskBytes, hasArchive, databaseUrl, history }: StoreOptions) {
  if (folder === undefined) return undefined
  const database = { name: 'trawl.db', at: { folder } } as const
  if (databaseUrl) return { ...database, answers: { maxBytes: diskBytes } }
  if (!hasArchive) return { ...database, answers: { maxBytes: diskBytes }, history }
  const half = { maxBytes: diskBytes / 2 }
  return { ...database, answers: half, archive: half, history }
}

function databaseInPostgres({ databaseUrl, databaseBytes = 0, hasArchive, history }: StoreOptions) {
  if (!databaseUrl) return undefined
  const archive = hasArchive ? { maxBytes: databaseBytes } : undefined
  return { name: 'PostgreSQL', at: { url: databaseUrl.href }, archive, history } as const
}

/** A file that is not written again for this long is removed: nothing uses it. */
const fileTtlMs = 30 * 24 * 60 * 60_000

/** Files lie among the answers, whose size limit is theirs too. */
function createFileStorage(disk: AnswerStorage, epochMs: () => number) {
  return {
    read: async (name: string): Promise<Uint8Array | undefined> => (await disk.readAnswer(name))?.json,
    write: (name: string, json: Uint8Array): void =>
      disk.writeAnswer(name, { at: epochMs(), until: epochMs() + fileTtlMs, json }),
  }
}
