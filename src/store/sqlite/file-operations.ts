// Operations on SQLite files that do not depend on their tables.
import { chmodSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type MigrationStep, migrate, schemaVersion } from '../sql/migrations.ts'
import { pageBytes } from '../tables.ts'
import { DamagedDatabaseError } from './fault.ts'

const checkedWholeBelow = 64 * 1024 * 1024

/** A database file and how it is opened. */
interface SqliteFormat {
  readonly file: string
  /** Its name in messages. */
  readonly name: string
  readonly steps: readonly MigrationStep[]
  readonly pragmas: string
  /** Skips the integrity check. */
  readonly isSound: boolean
}

/** Opens a file for reading and writing; creates it if missing and migrates it. @throws NewerDatabase, DamagedDatabase, SQLite errors. */
export function openWritable<D>(
  { file, name, steps, pragmas, isSound }: SqliteFormat,
  create: (db: DatabaseSync) => D,
): D {
  return closeOnError(new DatabaseSync(file, { timeout: 1_000 }), (db) => {
    schemaVersion(db, steps, name)
    // Auto-vacuum and WAL must be set before the first page is written.
    db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma trusted_schema = off;
      pragma temp_store = memory; ${pragmas}`)
    if (!isSound) checkIntegrity(db, file)
    migrate(db, steps, name)
    restrictPermissions(file)
    return create(db)
  })
}

/** Opens a file that is not writable. @throws as `openWritable`. */
export function openReadOnly<D>(
  { file, name, steps, pragmas, isSound }: SqliteFormat,
  create: (db: DatabaseSync) => D,
): D {
  return closeOnError(connectReadOnly(file), (db) => {
    if (schemaVersion(db, steps, name) < steps.length) throw new DamagedDatabaseError('from an older version of Trawl')
    db.exec(pragmas)
    if (!isSound) checkIntegrity(db, file)
    return create(db)
  })
}

function closeOnError<D>(db: DatabaseSync, open: (db: DatabaseSync) => D): D {
  try {
    return open(db)
  } catch (error) {
    db.close()
    throw error
  }
}

/** Makes the files readable only by their owner; those of older versions were readable by all users. */
function restrictPermissions(file: string): void {
  for (const end of ['', '-wal', '-shm']) {
    try {
      chmodSync(file + end, 0o600)
    } catch {
      // The file does not exist, or another user owns it and has decided.
    }
  }
}

/** Opens read-only. If the log files cannot be created and the log is empty, the file is opened as immutable. @throws SQLite errors. */
export function connectReadOnly(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
  try {
    db.prepare('pragma user_version').get()
    return db
  } catch (error) {
    db.close()
    if (sizeOf(`${file}-wal`) > 0) throw error
  }
  const alone = pathToFileURL(file)
  alone.searchParams.set('immutable', '1')
  return new DatabaseSync(alone, { readOnly: true })
}

/** Checks the integrity of a small file; large ones would take too long. @throws DamagedDatabase. */
function checkIntegrity(db: DatabaseSync, file: string): void {
  if (sizeOf(file) > checkedWholeBelow) return
  const verdict = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0]
  if (verdict !== 'ok') throw new DamagedDatabaseError(String(verdict))
}

/** Creates a function that returns the bytes of all pages, free pages and used pages. */
export function createMeasure(db: DatabaseSync): () => { all: number; free: number; used: number } {
  const pages = db.prepare(
    'select page_count as count, freelist_count as free from pragma_page_count, pragma_freelist_count',
  )
  return () => {
    const row = pages.get()
    const all = Number(row?.count) * pageBytes
    const free = Number(row?.free) * pageBytes
    return { all, free, used: all - free }
  }
}

/** Whether the file at this path still has this inode number. */
export function isSameFile(file: string, ino: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === ino
}

/** Bytes of a database and its log. */
export function bytesOf(file: string): number {
  return sizeOf(file) + sizeOf(`${file}-wal`)
}

/** Bytes of a file; 0 if it does not exist. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
