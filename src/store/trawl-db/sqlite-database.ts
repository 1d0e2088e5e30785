// The interface of trawl.db (answers and records) and its implementation in a SQLite file. A write is on the disk when it resolves.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { createFolderLock } from '../files/folder-lock.ts'
import { migrations } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { createDatabaseFile, type DatabaseFile } from '../sqlite/database-file.ts'
import { isSameFile, openReadOnly, openWritable, sizeOf } from '../sqlite/file-operations.ts'
import { answersOf, type DatabaseAnswers } from './answer-table.ts'
import { createFileRetention, type DatabaseFileLimits, databaseFileLimits } from './file-retention.ts'
import { type DatabaseRecords, recordsOf } from './record-table.ts'

/** An open database. All methods reject with database errors. */
export interface Database extends DatabaseAnswers, DatabaseRecords {
  readonly isReadOnly: boolean
  /** Writes without changing data, to test whether the database is writable. */
  probe(): Promise<void>
  /** Deletes some expired or excess answers; whether there are more. */
  tidy(now: number): Promise<boolean>
  /** Sets how long to wait for locks of other processes. */
  waitForLocks(forMs: number): void
  /** Whether the file at this path is still the one that was opened. */
  isCurrentFile(): boolean
  close(): void
}

/** Opens the file for reading and writing, limited to about `maxBytes`; creates it if missing. Skips the integrity check if `isSound`. */
export function openDatabase(file: string, maxBytes: number, isSound: boolean): Database {
  const limits = databaseFileLimits(maxBytes)
  const pragmas = `pragma synchronous = full; pragma journal_size_limit = ${limits.logBytes}; pragma wal_autocheckpoint = ${limits.logPages}`
  return openWritable({ file, name: 'trawl.db', steps: migrations, pragmas, isSound }, (db) =>
    database(db, file, limits),
  )
}

/** The file `folder`/trawl.db, written by one process at a time, limited to about `maxBytes` and not opened yet. */
export function createTrawlDbFile(
  folder: string,
  maxBytes: number,
  lock = createFolderLock(folder),
): DatabaseFile<Database> {
  const format = { name: 'trawl.db', steps: migrations, pragmas: '' }
  return createDatabaseFile({
    folder,
    name: 'trawl.db',
    lock,
    open: (file, isSound) => openDatabase(file, maxBytes, isSound),
    openReadOnly: (file, isSound) =>
      openReadOnly({ file, ...format, isSound }, (db) => database(db, file, databaseFileLimits(maxBytes), true)),
  })
}

function database(db: DatabaseSync, file: string, limits: DatabaseFileLimits, isReadOnly = false): Database {
  const opened = statSync(file).ino
  const sql = createSqliteSql(db)
  const retention = createFileRetention(db, sql, limits, () => sizeOf(`${file}-wal`))
  return {
    isReadOnly,
    ...answersOf(sql, retention),
    ...recordsOf(sql),
    probe: () => sql.transaction(() => sql.script(`pragma user_version = ${migrations.length}`)),
    async tidy(now) {
      const hasMore = await sql.transaction(() => retention.tidy(now))
      return retention.freePages() || hasMore
    },
    waitForLocks: (forMs) => db.exec(`pragma busy_timeout = ${forMs}`),
    isCurrentFile: () => isSameFile(file, opened),
    close: () => db.close(),
  }
}
