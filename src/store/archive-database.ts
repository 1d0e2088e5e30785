// The interface of an open archive, and its implementation in a SQLite file.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteFind } from './archive-find-sqlite.ts'
import { type ArchiveReading, createArchiveReading } from './archive-reading.ts'
import type { ArchiveRoom } from './archive-room.ts'
import { type ArchiveLimits, archiveLimits, createSqliteRoom } from './archive-room-sqlite.ts'
import { ofArchive } from './archive-rows.ts'
import { archiveSteps } from './archive-tables.ts'
import { type ArchiveWriting, createArchiveWriting } from './archive-writing.ts'
import { DamagedDatabase } from './database-fault.ts'
import { migrate, numberOf } from './migrations.ts'
import { sqlOfSqlite } from './sql-sqlite.ts'
import { checkWhole, connectReadOnly, isStill, keepToOneself, transact } from './sqlite-file.ts'

/** File name in the data folder. */
export const archiveName = 'archive.db'

/** All methods reject with database errors. */
export interface ArchiveDatabase extends ArchiveReading, ArchiveRoom, ArchiveWriting {
  shares(): Promise<number>
  /** Writes a page without changing data, to test whether the database is writable. */
  probe(): Promise<void>
  /** Sets how long to wait for locks of other processes. */
  waitForLocks(forMs: number): void
}

/** An archive in a SQLite file. */
export interface ArchiveInFile extends ArchiveDatabase {
  readonly isReadOnly: boolean
  isInPlace(): boolean
  close(): void
}

export interface ArchiveParts {
  /** Approximate size limit of the file and its log. */
  readonly maxBytes: number
  /** Monotonic milliseconds, for the time limit of a search. */
  readonly clock: () => number
}

/** Archive data can be collected again, so commits need not reach the disk at once; the file must stay intact after a crash. */
const pace = 'pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma cache_size = -32000'

/** Opens the archive for reading and writing, and creates it if missing. Skips the integrity check if `isSound`. */
export function openArchiveDatabase(file: string, parts: ArchiveParts, isSound: boolean): ArchiveInFile {
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    numberOf(db, archiveSteps, archiveName)
    const limits = archiveLimits(parts.maxBytes)
    // Auto-vacuum and WAL must be set before the first page is written.
    db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma trusted_schema = off; pragma temp_store = memory;
      ${pace}; pragma journal_size_limit = ${limits.logBytes}`)
    if (!isSound) checkWhole(db, file)
    migrate(db, archiveSteps, archiveName)
    keepToOneself(file)
    return database(db, file, { ...parts, limits, isReadOnly: false })
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens an archive that is not writable. */
export function openArchiveReadOnly(file: string, parts: ArchiveParts, isSound: boolean): ArchiveInFile {
  const db = connectReadOnly(file)
  try {
    if (numberOf(db, archiveSteps, archiveName) < archiveSteps.length)
      throw new DamagedDatabase('from an older version of Trawl')
    db.exec('pragma cache_size = -32000')
    if (!isSound) checkWhole(db, file)
    return database(db, file, { ...parts, limits: archiveLimits(parts.maxBytes), isReadOnly: true })
  } catch (error) {
    db.close()
    throw error
  }
}

type Opened = ArchiveParts & { readonly limits: ArchiveLimits; readonly isReadOnly: boolean }

function database(db: DatabaseSync, file: string, { clock, limits, isReadOnly }: Opened): ArchiveInFile {
  const opened = statSync(file).ino
  const sql = sqlOfSqlite(db)
  return {
    isReadOnly,
    ...createArchiveReading(sql),
    find: createSqliteFind(db, clock),
    ...createSqliteRoom(db, sql, limits),
    ...createArchiveWriting(sql),
    shares: async () => (await sql.first(ofArchive('count'), {}))?.shares ?? 0,
    probe: async () => transact(db, () => db.exec(`pragma user_version = ${archiveSteps.length}`)),
    waitForLocks: (forMs) => db.exec(`pragma busy_timeout = ${forMs}`),
    isInPlace: () => isStill(file, opened),
    close: () => db.close(),
  }
}
