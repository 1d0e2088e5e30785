// The interface of an open history, and its implementation in a SQLite file.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { FolderLock } from '../files/folder-lock.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { createDatabaseFile, type DatabaseFile } from '../sqlite/database-file.ts'
import { createMeasure, isSameFile, openReadOnly, openWritable, pageBytes } from '../sqlite/file-operations.ts'
import { createHistoryReads, type HistoryReads } from './read-operations.ts'
import { createHistoryRetention } from './retention.ts'
import { historyMigrations, historyName } from './schema.ts'
import { createWriteRefreshes, type RefreshToWrite } from './write-operations.ts'

/** All methods reject with database errors. */
export interface HistoryDatabase extends HistoryReads {
  /** Writes refreshes atomically. A refresh that is older than the last one of its list is skipped. */
  write(refreshes: readonly RefreshToWrite[]): Promise<void>
  /** One step of maintenance; whether there is more to do. */
  tidy(now: number): Promise<boolean>
  /** Writes without changing data, to test whether the database is writable. */
  probe(): Promise<void>
  /** Sets how long to wait for locks of other processes. */
  waitForLocks(forMs: number): void
}

export interface HistoryLimits {
  /** Days after which the history is dropped. */
  readonly maxDays: number
  readonly maxBytes: number
}

const logBytes = 4 * 1024 * 1024
const freedPages = 500

/** Opens the file for reading and writing, and creates it if missing. Skips the integrity check if `isSound`. */
export function openHistoryDatabase(file: string, limits: HistoryLimits, isSound: boolean) {
  // The last refreshes may be lost when the power fails: a sync for each would cost more than writing it.
  const pragmas = `pragma synchronous = normal; pragma cache_size = -4000; pragma journal_size_limit = ${logBytes};
    pragma wal_autocheckpoint = ${logBytes / 2 / pageBytes}`
  return openWritable({ file, name: historyName, steps: historyMigrations, pragmas, isSound }, (db) =>
    database(db, file, limits),
  )
}

/** The file `folder`/history.db, not opened yet. It is written by the process that holds the lock of the folder. */
export function createHistoryFile(
  folder: string,
  limits: HistoryLimits,
  lock: Pick<FolderLock, 'acquire'>,
): DatabaseFile<HistoryDatabase> {
  const format = { name: historyName, steps: historyMigrations, pragmas: '' }
  return createDatabaseFile({
    folder,
    name: historyName,
    // Released with trawl.db.
    lock: { acquire: lock.acquire, release: () => undefined },
    open: (file, isSound) => openHistoryDatabase(file, limits, isSound),
    openReadOnly: (file, isSound) =>
      openReadOnly({ file, ...format, isSound }, (db) => database(db, file, limits, true)),
  })
}

function database(db: DatabaseSync, file: string, { maxDays, maxBytes }: HistoryLimits, isReadOnly = false) {
  const opened = statSync(file).ino
  const sql = createSqliteSql(db)
  const measure = createMeasure(db)
  const used = async () => measure().used
  const retention = createHistoryRetention({ sql, used, maxDays, maxBytes: maxBytes - logBytes })
  return {
    isReadOnly,
    ...createHistoryReads(sql),
    write: createWriteRefreshes(sql),
    async tidy(now: number): Promise<boolean> {
      const hasMore = await retention.tidy(now)
      const { all, free } = measure()
      if (free > all / 4) db.exec(`pragma incremental_vacuum(${freedPages})`)
      return hasMore
    },
    /** Bytes in use. */
    used: () => measure().used,
    probe: () => sql.transaction(() => sql.script(`pragma user_version = ${historyMigrations.length}`)),
    waitForLocks: (forMs: number) => db.exec(`pragma busy_timeout = ${forMs}`),
    isCurrentFile: () => isSameFile(file, opened),
    close: () => db.close(),
  }
}
