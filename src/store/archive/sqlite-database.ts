// The interface of an open archive, and its implementation in a SQLite file.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { statement } from '../sql/sql-tag.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { isSameFile, openReadOnly, openWritable } from '../sqlite/file-operations.ts'
import { type ArchiveLimits, archiveLimits } from './limits.ts'
import { createReadOperations } from './read-operations.ts'
import { createSqliteRetention } from './retention-sqlite.ts'
import { archiveMigrations } from './schema.ts'
import { createSqliteFind } from './search-sqlite.ts'
import { type SeenSighting, withTokens } from './tables.ts'
import { createWriteOperations } from './write-operations.ts'

/** File name in the data folder. */
const archiveName = 'archive.db'

const countShares = statement<{ shares: number }>`select shares from counts`

export interface ArchiveFileOptions {
  /** Approximate size limit of the file and its log. */
  readonly maxBytes: number
  /** Monotonic milliseconds, for the time limit of a search. */
  readonly clock: () => number
}

const cachePragma = 'pragma cache_size = -8000'

/** Opens the archive for reading and writing, and creates it if missing. Skips the integrity check if `isSound`. */
export function openArchiveDatabase(file: string, parts: ArchiveFileOptions, isSound: boolean) {
  const limits = archiveLimits(parts.maxBytes)
  // Archive data can be collected again, so commits need not reach the disk at once; the file must stay intact after a crash.
  const pragmas = `${cachePragma}; pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma journal_size_limit = ${limits.logBytes}`
  return openWritable({ file, name: archiveName, steps: archiveMigrations, pragmas, isSound }, (db) =>
    database(db, file, { ...parts, limits, isReadOnly: false }),
  )
}

/** Opens a file that is not writable. */
export function openReadOnlyArchive(file: string, parts: ArchiveFileOptions, isSound: boolean) {
  const format = { name: archiveName, steps: archiveMigrations, pragmas: cachePragma }
  return openReadOnly({ file, ...format, isSound }, (db) =>
    database(db, file, { ...parts, limits: archiveLimits(parts.maxBytes), isReadOnly: true }),
  )
}

type OpenedArchive = ArchiveFileOptions & { readonly limits: ArchiveLimits; readonly isReadOnly: boolean }

function database(db: DatabaseSync, file: string, { clock, limits, isReadOnly }: OpenedArchive) {
  const opened = statSync(file).ino
  const sql = createSqliteSql(db)
  const retention = createSqliteRetention(db, sql, limits)
  const writes = createWriteOperations(sql)
  const shares = async () => (await sql.first(countShares, {}))?.shares ?? 0
  return {
    isReadOnly,
    ...createReadOperations(sql),
    find: createSqliteFind(db, clock),
    ...retention,
    ...writes,
    shares,
    writeSightings: (sightings: readonly SeenSighting[], now: number) => writes.store(withTokens(sightings), now),
    async maintainArchive(isIdle: boolean) {
      const hasMore = await retention.maintain(isIdle)
      return { hasMore, isFull: await retention.isFull(), shares: await shares() }
    },
    probe: () => sql.transaction(() => sql.script(`pragma user_version = ${archiveMigrations.length}`)),
    waitForLocks: (forMs: number) => db.exec(`pragma busy_timeout = ${forMs}`),
    isCurrentFile: () => isSameFile(file, opened),
    close: () => db.close(),
  }
}
