// Opens the two sides of a migration: a data folder and a PostgreSQL database.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { archiveName, openArchiveDatabase } from './archive-database.ts'
import { createPostgresRoom } from './archive-room-postgres.ts'
import { archiveSteps } from './archive-tables.ts'
import { openDatabase } from './database.ts'
import type { DiskPlace } from './disk-place.ts'
import { createFolderLock } from './folder-lock.ts'
import { migrations, numberOf } from './migrations.ts'
import { migratePostgres } from './migrations-postgres.ts'
import { inHome, inSchema, markNames } from './moving-rows.ts'
import type { Sql } from './sql.ts'
import { connectPostgres, type PostgresConnection } from './sql-postgres.ts'
import { sqlOfSqlite } from './sql-sqlite.ts'
import { bytesOf, connectReadOnly } from './sqlite-file.ts'

/** Records and answers of one side. */
export interface HomeEnd {
  /** Undefined without a database; records may still exist as files. */
  readonly sql: Sql | undefined
  recordNames(): Promise<readonly string[]>
  record(name: string): Promise<Uint8Array | undefined>
}

/** One side of a migration. */
export interface MovingEnd {
  /** Undefined if there is no archive. */
  readonly archive: Sql | undefined
  readonly home: HomeEnd
  /** Approximate size of the archive in bytes. */
  archiveBytes(): Promise<number>
  close(): Promise<void>
}

export const homeName = 'trawl.db'

/** No user waits for this connection, so statements may wait for replicas that write. */
const pace = { connectMs: 5_000, statementMs: 30_000 }

/** Names of records that exist, or existed in older versions, as files. */
interface Files {
  /** Names of the files. */
  readonly named: readonly string[]
}

/**
 * Opens existing data without changing it, except that PostgreSQL tables are migrated to the latest schema version.
 * @throws (rejects) database errors, including NewerDatabase.
 */
export async function openThere(place: DiskPlace, files: Files): Promise<MovingEnd> {
  if ('folder' in place) return thereIn(place.folder, files)
  const sql = await connectPostgres(place.database, pace)
  return await orClose(sql, async () => {
    const has = async (name: string) => (await sql.first(inSchema('hasTable'), { name }))?.isThere === true
    const [hasArchive, hasHome] = [await has('sightings'), await has('records')]
    await migrateThere(sql, { hasArchive, hasHome })
    return endOf(sql, hasArchive ? sql : undefined, hasHome ? sql : undefined)
  })
}

/** Thrown when the target folder has data. */
export class FolderInUse extends Error {
  constructor() {
    super(`DATA_DIR has an ${archiveName} or a ${homeName} already: set it to an empty folder`)
  }
}

/** Opens the target and creates what is missing. @throws (rejects) FolderInUse; the errors of `openThere`. */
export async function openTarget(place: DiskPlace): Promise<MovingEnd> {
  if ('folder' in place) return await targetIn(place.folder)
  const sql = await connectPostgres(place.database, pace)
  return await orClose(sql, async () => {
    await migrateThere(sql, { hasArchive: true, hasHome: true })
    return endOf(sql, sql, sql)
  })
}

/** Locks a folder against other processes; returns the release function. @throws FolderTaken; errors of SQLite and the file system. */
export function holdFolder(folder: string, now: number): () => void {
  const lock = createFolderLock(folder)
  lock.take(now)
  return lock.letGo
}

/** Whether a folder has any data to migrate. */
export function holdsSomething(folder: string, { named }: Files): boolean {
  return [archiveName, homeName, ...named].some((name) => existsSync(join(folder, name)))
}

async function orClose<T>(sql: PostgresConnection, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    await sql.close()
    throw error
  }
}

async function migrateThere(sql: Sql, { hasArchive, hasHome }: { hasArchive: boolean; hasHome: boolean }) {
  if (hasArchive) await migratePostgres(sql, archiveSteps, archiveName)
  if (hasHome) await migratePostgres(sql, migrations, homeName)
}

function endOf(sql: PostgresConnection, archive: Sql | undefined, home: Sql | undefined): MovingEnd {
  const room = createPostgresRoom(sql, 0)
  return {
    archive,
    home: homeOf(home),
    archiveBytes: async () => (archive ? (await room.count()).bytes : 0),
    close: sql.close,
  }
}

function thereIn(folder: string, files: Files): MovingEnd {
  const opened: DatabaseSync[] = []
  const open = (name: string, check: (db: DatabaseSync) => number): Sql | undefined => {
    const file = join(folder, name)
    if (!existsSync(file)) return undefined
    const db = connectReadOnly(file)
    opened.push(db)
    // A file without tables is left over from an interrupted start.
    return check(db) === 0 ? undefined : sqlOfSqlite(db)
  }
  try {
    const archive = open(archiveName, (db) => numberOf(db, archiveSteps, archiveName))
    const home = open(homeName, (db) => numberOf(db))
    return inFolder({ folder, archive, home: homeOf(home, { folder, ...files }), opened })
  } catch (error) {
    for (const db of opened) db.close()
    throw error
  }
}

/** The folder must be empty or contain an earlier migration: merging would restore entries that were removed from a list since. */
async function targetIn(folder: string): Promise<MovingEnd> {
  const [archiveFile, homeFile] = [join(folder, archiveName), join(folder, homeName)]
  const isNew = !existsSync(archiveFile) && !existsSync(homeFile)
  if (!isNew && !(await isMovedHere(homeFile))) throw new FolderInUse()
  // Opened and closed once to create the files with their pragmas and tables.
  openArchiveDatabase(archiveFile, { maxBytes: Number.MAX_SAFE_INTEGER, clock: () => 0 }, false).close()
  openDatabase(homeFile, Number.MAX_SAFE_INTEGER, false).close()
  const opened = [archiveFile, homeFile].map((file) => new DatabaseSync(file, { timeout: 1_000 }))
  const [archive, home] = opened.map(sqlOfSqlite)
  if (isNew) await home?.run(inHome('putRecord'), { name: markNames.movedHere, body: new Uint8Array() })
  return inFolder({ folder, archive, home: homeOf(home), opened })
}

async function isMovedHere(homeFile: string): Promise<boolean> {
  if (!existsSync(homeFile)) return false
  const db = connectReadOnly(homeFile)
  try {
    const { movedHere: name } = markNames
    return numberOf(db) > 0 && (await sqlOfSqlite(db).first(inHome('record'), { name })) !== undefined
  } finally {
    db.close()
  }
}

interface InFolder extends Pick<MovingEnd, 'archive' | 'home'> {
  readonly folder: string
  readonly opened: readonly DatabaseSync[]
}

function inFolder({ folder, opened, ...ends }: InFolder): MovingEnd {
  return {
    ...ends,
    archiveBytes: async () => bytesOf(join(folder, archiveName)),
    async close() {
      for (const db of opened) db.close()
    },
  }
}

function homeOf(sql: Sql | undefined, files?: Files & { readonly folder: string }): HomeEnd {
  const besides = files?.named.filter((name) => existsSync(join(files.folder, name))) ?? []
  return {
    sql,
    async recordNames() {
      const kept = sql ? await sql.all(inHome('records'), {}) : []
      const names = new Set([...kept.map(({ name }) => name), ...besides])
      return [...names.difference(new Set(Object.values(markNames)))]
    },
    async record(name) {
      const kept = await sql?.first(inHome('record'), { name })
      // The database has priority; older versions left files, which a start imports.
      if (kept || !files || !besides.includes(name)) return kept?.body
      return await readFile(join(files.folder, name))
    },
  }
}
