// Operations on SQLite files that do not depend on their tables.
import { chmodSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { corrupt, FaultError } from '../fault.ts'

const checkedWholeBelow = 64 * 1024 * 1024

/** Makes the files readable only by their owner; those of older versions were readable by all users. */
export function restrictPermissions(file: string): void {
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

/** Checks the integrity of a small file; large ones would take too long. @throws FaultError. */
export function checkIntegrity(db: DatabaseSync, file: string): void {
  if (sizeOf(file) > checkedWholeBelow) return
  const verdict = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0]
  if (verdict !== 'ok') throw new FaultError(corrupt, { cause: verdict })
}

/** Bytes of a database and its log. */
export function bytesOf(file: string): number {
  return sizeOf(file) + sizeOf(`${file}-wal`)
}

/** Bytes of a file; 0 if it does not exist. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
