// trawl.db: the file of all groups of tables, with a connection that writes and one that reads beside it.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteFind } from '../archive/search-sqlite.ts'
import type { FolderLock } from '../files/folder-lock.ts'
import { createTables } from '../open-tables.ts'
import { isCurrent, migrate } from '../sql/migrations.ts'
import type { Sql } from '../sql/sql.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import type { TableLimits } from '../tables.ts'
import type { OpenTables } from '../thread/handler.ts'
import { createDatabaseFile, type DatabaseFile, type OpenDatabase } from './database-file.ts'
import { DamagedDatabaseError } from './fault.ts'
import { type FileLimits, fileLimits } from './file-limits.ts'
import { createFileMaintenance } from './file-maintenance.ts'
import { checkIntegrity, connectReadOnly, isSameFile, restrictPermissions } from './file-operations.ts'

interface SqliteParts {
  /** One process at a time writes to the folder. */
  readonly lock: Pick<FolderLock, 'acquire'>
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

export function createSqliteTables(
  folder: string,
  limits: TableLimits,
  { lock, clock }: SqliteParts,
): DatabaseFile<OpenTables> {
  return createDatabaseFile<OpenTables & OpenDatabase>({
    ...{ folder, name: 'trawl.db', lock },
    open: (file, isSound) => openSqlite(file, limits, { clock, isSound }),
    openReadOnly: (file, isSound) => openSqlite(file, limits, { clock, isSound, isReadOnly: true }),
  })
}

interface OpenOptions {
  readonly clock: () => number
  /** Skips the integrity check. */
  readonly isSound?: boolean
  readonly isReadOnly?: boolean
}

/**
 * Opens the file, creates it if missing and migrates it, unless it is `isReadOnly`.
 * @throws (rejects) NewerDatabaseError, DamagedDatabaseError, SQLite errors.
 */
export async function openSqlite(file: string, limits: TableLimits, options: OpenOptions) {
  const { isSound = false, isReadOnly = false, clock } = options
  const db = isReadOnly ? connectReadOnly(file) : new DatabaseSync(file, { timeout: 1_000 })
  const connections = [db]
  const close = () => {
    for (const one of connections.splice(0)) one.close()
  }
  try {
    const sizes = fileLimits(limits)
    const writing = createSqliteSql(db)
    if (!isReadOnly) await prepare(db, writing, sizes)
    else if (!(await isCurrent(writing))) throw new DamagedDatabaseError('from an older version of Trawl')
    if (!isSound) checkIntegrity(db, file)
    if (!isReadOnly) await migrate(writing)
    restrictPermissions(file)
    const reader = isReadOnly ? db : connectReadOnly(file)
    if (reader !== db) connections.push(reader)
    reader.exec('pragma cache_size = -8000; pragma temp_store = memory')
    const tables = await createTables(partsOf(db, reader, { writing, limits, sizes, clock }))
    return { ...tables, ...lifecycleOf(db, file, isReadOnly), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Sets what must be set before the first page is written. @throws (rejects) NewerDatabaseError before any change. */
async function prepare(db: DatabaseSync, sql: Sql, { logBytes, logPages }: FileLimits): Promise<void> {
  await isCurrent(sql)
  // A checkpoint is a step of maintenance; this one is for what is written without it. Only records need to reach the disk at once: the rest can be
  // collected again, and the file is intact after a crash.
  db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma trusted_schema = off; pragma temp_store = memory;
    pragma cache_size = -4000; pragma synchronous = normal; pragma journal_size_limit = ${logBytes};
    pragma wal_autocheckpoint = ${logPages * 2}`)
}

interface PartsOptions {
  readonly writing: Sql
  readonly limits: TableLimits
  readonly sizes: FileLimits
  readonly clock: () => number
}

function partsOf(db: DatabaseSync, reader: DatabaseSync, { writing, limits, sizes, clock }: PartsOptions) {
  const maintenance = createFileMaintenance(db, sizes)
  return {
    writing,
    reading: reader === db ? writing : createSqliteSql(reader),
    find: createSqliteFind(reader, clock),
    // A large row leaves half a page empty on average.
    largeAnswerBytes: sizes.pageBytes / 2,
    answersBytes: sizes.answersBytes,
    history: limits.history ?? { maxDays: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY },
    // Evicting a share costs about twice as much as adding one.
    archive: {
      maxBytes: sizes.archiveBytes,
      evictedAtOnce: 8,
      used: async (others: number) => maintenance.used() - others,
    },
    checkpoint: maintenance.checkpoint,
    merge: maintenance.merge,
    shrink: maintenance.shrink,
    async durably<T>(write: () => Promise<T>): Promise<T> {
      db.exec('pragma synchronous = full')
      try {
        return await write()
      } finally {
        db.exec('pragma synchronous = normal')
      }
    },
  }
}

function lifecycleOf(db: DatabaseSync, file: string, isReadOnly: boolean) {
  const opened = statSync(file).ino
  return {
    isReadOnly,
    waitForLocks: (forMs: number) => db.exec(`pragma busy_timeout = ${forMs}`),
    isCurrentFile: () => isSameFile(file, opened),
  }
}
