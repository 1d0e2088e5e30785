// Opens the two sides of a migration: a data folder and a PostgreSQL database.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPostgresRetention } from '../archive/retention-postgres.ts'
import { archiveMigrations } from '../archive/schema.ts'
import { archiveName, openArchiveDatabase } from '../archive/sqlite-database.ts'
import { createFolderLock } from '../files/folder-lock.ts'
import { migrations, schemaVersion } from '../sql/migrations.ts'
import { findTable, migratePostgres } from '../sql/migrations-postgres.ts'
import { connectPostgres, type PostgresConnection } from '../sql/postgres.ts'
import type { Sql } from '../sql/sql.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { bytesOf, connectReadOnly } from '../sqlite/file-operations.ts'
import type { DatabaseLocation } from '../trawl-db/location.ts'
import { openDatabase } from '../trawl-db/sqlite-database.ts'
import { findRecord, findRecordNames, markNames, putRecord } from './statements.ts'

/** Records and answers of one side. */
export interface TrawlDbEndpoint {
  /** Undefined without a database; records may still exist as files. */
  readonly sql: Sql | undefined
  recordNames(): Promise<readonly string[]>
  record(name: string): Promise<Uint8Array | undefined>
}

/** One side of a migration. */
export interface MigrationEndpoint {
  /** Undefined if there is no archive. */
  readonly archive: Sql | undefined
  readonly home: TrawlDbEndpoint
  /** Approximate size of the archive in bytes. */
  archiveBytes(): Promise<number>
  close(): Promise<void>
}

export const trawlDbName = 'trawl.db'

/** No user waits for this connection, so statements may wait for replicas that write. */
const timeouts = { connectMs: 5_000, statementMs: 30_000 }

/** Names of records that exist, or existed in older versions, as files. */
interface RecordFiles {
  /** Names of the files. */
  readonly named: readonly string[]
}

/**
 * Opens existing data without changing it, except that PostgreSQL tables are migrated to the latest schema version.
 * @throws (rejects) database errors, including NewerDatabase.
 */
export async function openSource(place: DatabaseLocation, files: RecordFiles): Promise<MigrationEndpoint> {
  if ('folder' in place) return openSourceFolder(place.folder, files)
  const sql = await connectPostgres(place.database, timeouts)
  return await closeOnError(sql, async () => {
    const has = async (name: string) => (await sql.first(findTable, { name }))?.isThere === true
    const [hasArchive, hasHome] = [await has('sightings'), await has('records')]
    await migrateTables(sql, { hasArchive, hasHome })
    return postgresEndpoint(sql, hasArchive ? sql : undefined, hasHome ? sql : undefined)
  })
}

/** Thrown when the target folder has data. */
export class FolderNotEmptyError extends Error {
  constructor() {
    super(`DATA_DIR has an ${archiveName} or a ${trawlDbName} already: set it to an empty folder`)
  }
}

/** Opens the target and creates what is missing. @throws (rejects) FolderInUse; the errors of `openSource`. */
export async function openTarget(place: DatabaseLocation): Promise<MigrationEndpoint> {
  if ('folder' in place) return await openTargetFolder(place.folder)
  const sql = await connectPostgres(place.database, timeouts)
  return await closeOnError(sql, async () => {
    await migrateTables(sql, { hasArchive: true, hasHome: true })
    return postgresEndpoint(sql, sql, sql)
  })
}

/** Locks a folder against other processes; returns the release function. @throws FolderTaken; errors of SQLite and the file system. */
export function lockFolder(folder: string, now: number): () => void {
  const lock = createFolderLock(folder)
  lock.acquire(now)
  return lock.release
}

/** Whether a folder has any data to migrate. */
export function hasData(folder: string, { named }: RecordFiles): boolean {
  return [archiveName, trawlDbName, ...named].some((name) => existsSync(join(folder, name)))
}

async function closeOnError<T>(sql: PostgresConnection, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    await sql.close()
    throw error
  }
}

async function migrateTables(sql: Sql, { hasArchive, hasHome }: { hasArchive: boolean; hasHome: boolean }) {
  if (hasArchive) await migratePostgres(sql, archiveMigrations, archiveName)
  if (hasHome) await migratePostgres(sql, migrations, trawlDbName)
}

function postgresEndpoint(sql: PostgresConnection, archive: Sql | undefined, home: Sql | undefined): MigrationEndpoint {
  const room = createPostgresRetention(sql, 0)
  return {
    archive,
    home: trawlDbEndpoint(home),
    archiveBytes: async () => (archive ? (await room.count()).bytes : 0),
    close: sql.close,
  }
}

function openSourceFolder(folder: string, files: RecordFiles): MigrationEndpoint {
  const opened: DatabaseSync[] = []
  const open = (name: string, check: (db: DatabaseSync) => number): Sql | undefined => {
    const file = join(folder, name)
    if (!existsSync(file)) return undefined
    const db = connectReadOnly(file)
    opened.push(db)
    // A file without tables is left over from an interrupted start.
    return check(db) === 0 ? undefined : createSqliteSql(db)
  }
  try {
    const archive = open(archiveName, (db) => schemaVersion(db, archiveMigrations, archiveName))
    const home = open(trawlDbName, (db) => schemaVersion(db))
    return folderEndpoint({ folder, archive, home: trawlDbEndpoint(home, { folder, ...files }), opened })
  } catch (error) {
    for (const db of opened) db.close()
    throw error
  }
}

/** The folder must be empty or contain an earlier migration: merging would restore entries that were removed from a list since. */
async function openTargetFolder(folder: string): Promise<MigrationEndpoint> {
  const [archiveFile, homeFile] = [join(folder, archiveName), join(folder, trawlDbName)]
  const isNew = !existsSync(archiveFile) && !existsSync(homeFile)
  if (!isNew && !(await isEarlierTarget(homeFile))) throw new FolderNotEmptyError()
  // Opened and closed once to create the files with their pragmas and tables.
  openArchiveDatabase(archiveFile, { maxBytes: Number.MAX_SAFE_INTEGER, clock: () => 0 }, false).close()
  openDatabase(homeFile, Number.MAX_SAFE_INTEGER, false).close()
  const opened = [archiveFile, homeFile].map((file) => new DatabaseSync(file, { timeout: 1_000 }))
  const [archive, home] = opened.map(createSqliteSql)
  if (isNew) await home?.run(putRecord, { name: markNames.movedHere, body: new Uint8Array() })
  return folderEndpoint({ folder, archive, home: trawlDbEndpoint(home), opened })
}

async function isEarlierTarget(homeFile: string): Promise<boolean> {
  if (!existsSync(homeFile)) return false
  const db = connectReadOnly(homeFile)
  try {
    const { movedHere: name } = markNames
    return schemaVersion(db) > 0 && (await createSqliteSql(db).first(findRecord, { name })) !== undefined
  } finally {
    db.close()
  }
}

interface FolderEndpoint extends Pick<MigrationEndpoint, 'archive' | 'home'> {
  readonly folder: string
  readonly opened: readonly DatabaseSync[]
}

function folderEndpoint({ folder, opened, ...ends }: FolderEndpoint): MigrationEndpoint {
  return {
    ...ends,
    archiveBytes: async () => bytesOf(join(folder, archiveName)),
    async close() {
      for (const db of opened) db.close()
    },
  }
}

function trawlDbEndpoint(sql: Sql | undefined, files?: RecordFiles & { readonly folder: string }): TrawlDbEndpoint {
  const besides = files?.named.filter((name) => existsSync(join(files.folder, name))) ?? []
  return {
    sql,
    async recordNames() {
      const kept = sql ? await sql.all(findRecordNames, {}) : []
      const names = new Set([...kept.map(({ name }) => name), ...besides])
      return [...names.difference(new Set(Object.values(markNames)))]
    },
    async record(name) {
      const kept = await sql?.first(findRecord, { name })
      // The database has priority; older versions left files, which a start imports.
      if (kept || !files || !besides.includes(name)) return kept?.body
      return await readFile(join(files.folder, name))
    },
  }
}
