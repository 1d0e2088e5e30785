// Opens the two sides of a migration: a data folder and a PostgreSQL database.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPostgresRetention } from '../archive/retention-postgres.ts'
import { archiveMigrations } from '../archive/schema.ts'
import { archiveName, openArchiveDatabase } from '../archive/sqlite-database.ts'
import { historyMigrations, historyName } from '../history/schema.ts'
import { openHistoryDatabase } from '../history/sqlite-database.ts'
import { classifyPostgresError } from '../postgres/fault.ts'
import { migrations, schemaVersion } from '../sql/migrations.ts'
import { findTable, migratePostgres } from '../sql/migrations-postgres.ts'
import { connectPostgres } from '../sql/postgres.ts'
import type { Sql } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { classifyError } from '../sqlite/fault.ts'
import { bytesOf, connectReadOnly } from '../sqlite/file-operations.ts'
import type { DatabaseLocation } from '../trawl-db/location.ts'
import { openDatabase } from '../trawl-db/sqlite-database.ts'
import { countHistory } from './copy-history.ts'

/** The side that is read. */
export interface MigrationSource {
  /** Undefined if there is no archive. */
  readonly archive: Sql | undefined
  /** Records and answers; undefined without a database. */
  readonly home: Sql | undefined
  /** Undefined if there is no history of lists. */
  readonly history: Sql | undefined
  /** The folder that may have records as files; undefined for PostgreSQL. */
  readonly folder: string | undefined
  close(): Promise<void>
}

/** The side that is written. */
export interface MigrationTarget extends MigrationSource {
  readonly archive: Sql
  readonly home: Sql
  readonly history: Sql
  /**
   * Runs the copy so that the target has all of it, or nothing if it rejects or the process ends.
   * @throws (rejects) UnsuitableSideError if the target has data.
   */
  copyWhole<T>(copy: () => Promise<T>): Promise<T>
  /** Approximate size of the archive in bytes. */
  archiveBytes(): Promise<number>
}

/** A side that cannot be migrated from or to, with a sentence for the operator. */
export class UnsuitableSideError extends Error {}

const trawlDbName = 'trawl.db'
const databaseNames: readonly string[] = [archiveName, trawlDbName, historyName]

/** Records that older versions kept as files of DATA_DIR, and that newer ones also write there. */
export const recordFiles: readonly string[] = [
  'allow-list.json',
  'bans.json',
  'api-keys.json',
  'watches.json',
  'user-settings.json',
  'login-stamps.json',
  'track-record.json',
  'statistics.json',
  'stories.json',
  'login-secret.txt',
]

/** No user waits for this connection, so statements may wait for a server that starts at the same time. */
const timeouts = { connectMs: 5_000, statementMs: 30_000 }

/**
 * Opens existing data without changing it, except that PostgreSQL tables are migrated to the latest schema version.
 * @throws (rejects) database errors, including NewerDatabase.
 */
export async function openSource(place: DatabaseLocation): Promise<MigrationSource> {
  if ('folder' in place) return openSourceFolder(place.folder)
  return await connected(place.database, async (sql) => {
    const hasTable = async (name: string) => (await sql.first(findTable, { name }))?.isThere === true
    const [hasArchive, hasHome] = [await hasTable('sightings'), await hasTable('records')]
    const hasHistory = await hasTable('list_days')
    if (hasArchive) await migratePostgres(sql, archiveMigrations, archiveName)
    if (hasHome) await migratePostgres(sql, migrations, trawlDbName)
    if (hasHistory) await migratePostgres(sql, historyMigrations, historyName)
    // Replicas may go on writing.
    await sql.script('begin isolation level repeatable read read only')
    const given = (isThere: boolean) => (isThere ? sql : undefined)
    return { archive: given(hasArchive), home: given(hasHome), history: given(hasHistory), folder: undefined }
  })
}

/** Opens the target and creates what is missing. @throws (rejects) UnsuitableSideError if a folder has data; database errors. */
export async function openTarget(place: DatabaseLocation): Promise<MigrationTarget> {
  if ('folder' in place) return openTargetFolder(place.folder)
  return await connected(place.database, async (sql) => {
    await migratePostgres(sql, archiveMigrations, archiveName)
    await migratePostgres(sql, migrations, trawlDbName)
    await migratePostgres(sql, historyMigrations, historyName)
    return {
      archive: sql,
      home: sql,
      history: sql,
      folder: undefined,
      // A server that starts meanwhile waits for this transaction, and gives up.
      copyWhole: (copy) =>
        sql.transaction(async () => {
          await assertEmpty(sql)
          return await copy()
        }),
      archiveBytes: async () => (await createPostgresRetention(sql, 0).count()).bytes,
    }
  })
}

/** Connects and adds `close`; closes the connection if `open` rejects. */
async function connected<Side>(database: URL, open: (sql: Sql) => Promise<Side>) {
  const sql = await connectPostgres(database, timeouts)
  try {
    return { ...(await open(sql)), close: sql.close }
  } catch (error) {
    await sql.close()
    throw error
  }
}

const countRows = statement<{ links: number; records: number; answers: number; dead: number }>`
  select (select count(*) from sightings) as links, (select count(*) from records) as records,
    (select count(*) from answers) as answers, (select count(*) from dead) as dead`

async function assertEmpty(sql: Sql): Promise<void> {
  const { links = 0, records = 0, answers = 0, dead = 0 } = (await sql.first(countRows, {})) ?? {}
  const days = await countHistory(sql)
  if (links + records + answers + dead + days === 0) return
  const history = days > 0 ? `, ${days} rows of history` : ''
  throw new UnsuitableSideError(
    `PostgreSQL has data already: ${links} links, ${dead} dead shares, ${records} records, ${answers} answers${history}. Nothing was migrated: ` +
      'set DATABASE_URL to an empty database',
  )
}

/** Whether a folder has any data to migrate. */
export function dataFilesIn(folder: string): readonly string[] {
  return [...databaseNames, ...recordFiles].filter((name) => existsSync(join(folder, name)))
}

function openSourceFolder(folder: string): MigrationSource {
  const opened: DatabaseSync[] = []
  const close = async () => {
    for (const db of opened) db.close()
  }
  const open = (name: string, steps = migrations): Sql | undefined => {
    const file = join(folder, name)
    if (!existsSync(file)) return undefined
    const db = connectReadOnly(file)
    opened.push(db)
    // A file without tables is left over from an interrupted start.
    return schemaVersion(db, steps, name) === 0 ? undefined : createSqliteSql(db)
  }
  try {
    const history = open(historyName, historyMigrations)
    return { archive: open(archiveName, archiveMigrations), home: open(trawlDbName), history, folder, close }
  } catch (error) {
    void close()
    throw error
  }
}

/** The files are written in a folder inside, and moved when they are complete; an interrupted migration leaves only that. */
function openTargetFolder(folder: string): MigrationTarget {
  const files = dataFilesIn(folder)
  if (files.length > 0)
    throw new UnsuitableSideError(
      `DATA_DIR (${folder}) has data already: ${files.join(', ')}. Nothing was migrated: set it to an empty folder, or move these files away`,
    )
  const unfinished = join(folder, 'migrating')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  const paths = databaseNames.map((name) => join(unfinished, name))
  const [archiveFile = '', homeFile = '', historyFile = ''] = paths
  // Opened and closed once to create the files with their pragmas and tables.
  openArchiveDatabase(archiveFile, { maxBytes: Number.MAX_SAFE_INTEGER, clock: () => 0 }, false).close()
  openDatabase(homeFile, Number.MAX_SAFE_INTEGER, false).close()
  openHistoryDatabase(historyFile, { maxDays: 1, maxBytes: Number.MAX_SAFE_INTEGER }, false).close()
  const opened = {
    archive: new DatabaseSync(archiveFile),
    home: new DatabaseSync(homeFile),
    history: new DatabaseSync(historyFile),
  }
  const { archive, home, history } = opened
  return {
    archive: createSqliteSql(archive),
    home: createSqliteSql(home),
    history: createSqliteSql(history),
    folder: undefined,
    async copyWhole(copy) {
      const result = await copy()
      for (const db of Object.values(opened)) db.close()
      for (const name of databaseNames) renameSync(join(unfinished, name), join(folder, name))
      return result
    },
    archiveBytes: async () => bytesOf(archiveFile),
    async close() {
      for (const db of Object.values(opened)) if (db.isOpen) db.close()
      rmSync(unfinished, { recursive: true, force: true })
    },
  }
}

/** Describes an error of either database. @throws the error itself if it is a bug. */
export function describeDatabaseError(error: unknown, folder: string): string {
  try {
    return classifyPostgresError(error).words
  } catch {
    return classifyError(error, { folder, name: `${archiveName} or ${trawlDbName}` }).words
  }
}
