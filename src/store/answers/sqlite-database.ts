// Answers and records in a SQLite file.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { createRecordTables, type RecordTables } from '../records/record-table.ts'
import { migrations } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { isSameFile, openReadOnly, openWritable, sizeOf } from '../sqlite/file-operations.ts'
import { type AnswerTables, createAnswerTables } from './answer-table.ts'
import { createFileRetention, type DatabaseFileLimits, databaseFileLimits } from './file-retention.ts'

/** An open database. All methods reject with database errors. */
export interface AnswerDatabase extends AnswerTables, RecordTables {
  readonly isReadOnly: boolean
  /** Writes without changing data, to test whether the database is writable. */
  probe(): Promise<void>
  /** Sets how long to wait for locks of other processes. */
  waitForLocks(forMs: number): void
  /** Whether the file at this path is still the one that was opened. */
  isCurrentFile(): boolean
  close(): void
}

/** Opens the file for reading and writing, limited to about `maxBytes`; creates it if missing. Skips the integrity check if `isSound`. */
export function openDatabase(file: string, maxBytes: number, isSound: boolean): AnswerDatabase {
  const limits = databaseFileLimits(maxBytes)
  const pragmas = `pragma synchronous = full; pragma journal_size_limit = ${limits.logBytes}; pragma wal_autocheckpoint = ${limits.logPages}`
  return openWritable({ file, name: 'trawl.db', steps: migrations, pragmas, isSound }, (db) =>
    database(db, file, limits),
  )
}

/** Opens a file that is not writable. */
export function openReadOnlyDatabase(file: string, maxBytes: number, isSound: boolean): AnswerDatabase {
  const format = { name: 'trawl.db', steps: migrations, pragmas: '' }
  return openReadOnly({ file, ...format, isSound }, (db) => database(db, file, databaseFileLimits(maxBytes), true))
}

function database(db: DatabaseSync, file: string, limits: DatabaseFileLimits, isReadOnly = false): AnswerDatabase {
  const opened = statSync(file).ino
  const sql = createSqliteSql(db)
  const retention = createFileRetention(db, sql, limits, () => sizeOf(`${file}-wal`))
  return {
    isReadOnly,
    ...createAnswerTables(sql, retention),
    ...createRecordTables(sql),
    probe: () => sql.transaction(() => sql.script(`pragma user_version = ${migrations.length}`)),
    async tidyAnswers(now) {
      const hasMore = await sql.transaction(() => retention.tidy(now))
      return retention.freePages() || hasMore
    },
    waitForLocks: (forMs) => db.exec(`pragma busy_timeout = ${forMs}`),
    isCurrentFile: () => isSameFile(file, opened),
    close: () => db.close(),
  }
}
