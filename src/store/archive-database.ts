// The archive, opened: what all can do with it, and how that is done in a file.
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

/** The name of the file in its folder. */
export const archiveName = 'archive.db'

/** All reject with what the database throws. */
export interface ArchiveDatabase extends ArchiveReading, ArchiveRoom, ArchiveWriting {
  shares(): Promise<number>
  /** Writes a page and changes nothing. */
  probe(): Promise<void>
  /** Waits so long for a lock of another process. */
  waitForLocks(forMs: number): void
}

/** One in a file. */
export interface ArchiveInFile extends ArchiveDatabase {
  readonly isReadOnly: boolean
  isInPlace(): boolean
  close(): void
}

export interface ArchiveParts {
  /** The file and its log stay within about so much. */
  readonly maxBytes: number
  /** Milliseconds since any time: a search that takes long ends with what it has. */
  readonly clock: () => number
}

/** The archive can be found again: it need not be on the disk when a commit returns, but it has to be whole whenever the machine stops. */
const pace = 'pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma cache_size = -32000'

/** Opens the archive for reading and writing, makes it when there is none. One that `isSound` is not checked. */
export function openArchiveDatabase(file: string, parts: ArchiveParts, isSound: boolean): ArchiveInFile {
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    numberOf(db, archiveSteps, archiveName)
    const limits = archiveLimits(parts.maxBytes)
    // Room given back and the log have to be set up before there are pages.
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

/** Opens an archive that cannot be written to, as far as it can be read. */
export function openArchiveReadOnly(file: string, parts: ArchiveParts, isSound: boolean): ArchiveInFile {
  const db = connectReadOnly(file)
  try {
    if (numberOf(db, archiveSteps, archiveName) < archiveSteps.length)
      throw new DamagedDatabase('older than this Trawl')
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
