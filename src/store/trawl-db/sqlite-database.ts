// The interface of trawl.db (answers and records) and its implementation in a SQLite file. A write is on the disk when it resolves.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrate, migrations, schemaVersion } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { DamagedDatabaseError } from '../sqlite/fault.ts'
import { checkIntegrity, connectReadOnly, isSameFile, restrictPermissions, sizeOf } from '../sqlite/file-operations.ts'
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

/** Opens the file for reading and writing, limited to about `maxBytes`; creates it if missing. Skips the integrity check if `isValidSighting`. */
export function openDatabase(file: string, maxBytes: number, isSound: boolean): Database {
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    schemaVersion(db)
    const limits = databaseFileLimits(maxBytes)
    // Auto-vacuum and WAL must be set before the first page is written.
    db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off;
      pragma temp_store = memory; pragma cache_size = -8000;
      pragma journal_size_limit = ${limits.logBytes}; pragma wal_autocheckpoint = ${limits.logPages}`)
    if (!isSound) checkIntegrity(db, file)
    migrate(db)
    restrictPermissions(file)
    return database(db, file, limits)
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens a file that is not writable. */
export function openReadOnly(file: string, maxBytes: number, isSound: boolean): Database {
  const db = connectReadOnly(file)
  try {
    if (schemaVersion(db) < migrations.length) throw new DamagedDatabaseError('from an older version of Trawl')
    if (!isSound) checkIntegrity(db, file)
    return database(db, file, databaseFileLimits(maxBytes), true)
  } catch (error) {
    db.close()
    throw error
  }
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
