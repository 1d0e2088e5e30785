// The interface of an open archive, and its implementation in a SQLite file.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrate, schemaVersion } from '../sql/migrations.ts'
import { statement } from '../sql/sql-tag.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { DamagedDatabaseError } from '../sqlite/fault.ts'
import {
  checkIntegrity,
  connectReadOnly,
  isSameFile,
  restrictPermissions,
  transact,
} from '../sqlite/file-operations.ts'
import { type ArchiveReads, createReadOperations } from './read-operations.ts'
import type { ArchiveRetention } from './retention.ts'
import { type ArchiveLimits, archiveLimits, createSqliteRetention } from './retention-sqlite.ts'
import { archiveMigrations } from './schema.ts'
import { createSqliteFind } from './search-sqlite.ts'
import { type ArchiveWrites, createWriteOperations } from './write-operations.ts'

/** File name in the data folder. */
export const archiveName = 'archive.db'

const countShares = statement<{ shares: number }>`select shares from counts`

/** All methods reject with database errors. */
export interface ArchiveDatabase extends ArchiveReads, ArchiveRetention, ArchiveWrites {
  shares(): Promise<number>
  /** Writes a page without changing data, to test whether the database is writable. */
  probe(): Promise<void>
  /** Sets how long to wait for locks of other processes. */
  waitForLocks(forMs: number): void
}

/** An archive in a SQLite file. */
export interface FileArchive extends ArchiveDatabase {
  readonly isReadOnly: boolean
  isCurrentFile(): boolean
  close(): void
}

export interface ArchiveFileOptions {
  /** Approximate size limit of the file and its log. */
  readonly maxBytes: number
  /** Monotonic milliseconds, for the time limit of a search. */
  readonly clock: () => number
}

/** Archive data can be collected again, so commits need not reach the disk at once; the file must stay intact after a crash. */
const pragmas = 'pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma cache_size = -32000'

/** Opens the archive for reading and writing, and creates it if missing. Skips the integrity check if `isValidSighting`. */
export function openArchiveDatabase(file: string, parts: ArchiveFileOptions, isSound: boolean): FileArchive {
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    schemaVersion(db, archiveMigrations, archiveName)
    const limits = archiveLimits(parts.maxBytes)
    // Auto-vacuum and WAL must be set before the first page is written.
    db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma trusted_schema = off; pragma temp_store = memory;
      ${pragmas}; pragma journal_size_limit = ${limits.logBytes}`)
    if (!isSound) checkIntegrity(db, file)
    migrate(db, archiveMigrations, archiveName)
    restrictPermissions(file)
    return database(db, file, { ...parts, limits, isReadOnly: false })
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens an archive that is not writable. */
export function openArchiveReadOnly(file: string, parts: ArchiveFileOptions, isSound: boolean): FileArchive {
  const db = connectReadOnly(file)
  try {
    if (schemaVersion(db, archiveMigrations, archiveName) < archiveMigrations.length)
      throw new DamagedDatabaseError('from an older version of Trawl')
    db.exec('pragma cache_size = -32000')
    if (!isSound) checkIntegrity(db, file)
    return database(db, file, { ...parts, limits: archiveLimits(parts.maxBytes), isReadOnly: true })
  } catch (error) {
    db.close()
    throw error
  }
}

type OpenedArchive = ArchiveFileOptions & { readonly limits: ArchiveLimits; readonly isReadOnly: boolean }

function database(db: DatabaseSync, file: string, { clock, limits, isReadOnly }: OpenedArchive): FileArchive {
  const opened = statSync(file).ino
  const sql = createSqliteSql(db)
  return {
    isReadOnly,
    ...createReadOperations(sql),
    find: createSqliteFind(db, clock),
    ...createSqliteRetention(db, sql, limits),
    ...createWriteOperations(sql),
    shares: async () => (await sql.first(countShares, {}))?.shares ?? 0,
    probe: async () => transact(db, () => db.exec(`pragma user_version = ${archiveMigrations.length}`)),
    waitForLocks: (forMs) => db.exec(`pragma busy_timeout = ${forMs}`),
    isCurrentFile: () => isSameFile(file, opened),
    close: () => db.close(),
  }
}
