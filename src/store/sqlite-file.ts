// What opening and writing a SQLite file takes, whatever its tables are.
import { chmodSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DamagedDatabase } from './database-fault.ts'

const checkedWholeBelow = 64 * 1024 * 1024

/** The files hold what is nobody else's business; those of an earlier version could be read by everybody on the machine. */
export function keepToOneself(file: string): void {
  for (const end of ['', '-wal', '-shm']) {
    try {
      chmodSync(file + end, 0o600)
    } catch {
      // Not there, or not ours: then its owner has decided.
    }
  }
}

/** Where the log's files cannot be made, and there is nothing in the log, the file alone can be read. @throws what SQLite throws. */
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

/** Checks a small file from end to end; large ones would take too long. @throws DamagedDatabase. */
export function checkWhole(db: DatabaseSync, file: string): void {
  if (sizeOf(file) > checkedWholeBelow) return
  const verdict = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0]
  if (verdict !== 'ok') throw new DamagedDatabase(String(verdict))
}

/** Does the work in a transaction: all or nothing. */
export function transact<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    undo(db)
    throw error
  }
}

/** Some failures have already undone it. */
export function undo(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('rollback')
}

/** Bytes of a page. */
export const pageBytes = 4096

/** Makes what measures a database: bytes of all pages, of the free ones, and of those in use. */
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

/** Whether the file of this name is still the one of this number. */
export function isStill(file: string, ino: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === ino
}

/** Bytes of a database and its log on disk. */
export function bytesOf(file: string): number {
  return sizeOf(file) + sizeOf(`${file}-wal`)
}

/** Bytes of a file; 0 where there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
