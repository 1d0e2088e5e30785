// The lock of a folder: one process at a time writes its database. The kernel lets it go when the process ends, however it ends.
import { mkdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOfSqlite, sqliteBusy } from './sqlite-codes.ts'

/** Another process holds the folder. */
export class FolderTaken extends Error {
  /** Epoch ms. */
  readonly since: number
  constructor(since: number) {
    super('another process holds the lock')
    this.since = since
  }
}

export interface FolderLock {
  /** Takes the lock, or sees that it still has it. @throws FolderTaken at once when another has it; what SQLite and the file system throw. */
  take(now: number): void
  letGo(): void
}

/** Makes the lock of `folder`, in a file `trawl.lock` that stays empty. Nothing is taken yet. */
export function createFolderLock(folder: string): FolderLock {
  const file = join(folder, 'trawl.lock')
  let held: { readonly db: DatabaseSync; readonly ino: number } | undefined

  function letGo(): void {
    held?.db.close()
    held = undefined
  }

  return {
    take(now) {
      if (held && statSync(file, { throwIfNoEntry: false })?.ino === held.ino) return
      letGo()
      mkdirSync(folder, { recursive: true })
      const db = new DatabaseSync(file, { timeout: 0 })
      try {
        db.exec('begin exclusive')
        noteSince(file, now)
        held = { db, ino: statSync(file).ino }
      } catch (error) {
        db.close()
        throw codeOfSqlite(error) === sqliteBusy ? new FolderTaken(statSync(file).mtimeMs) : error
      }
    },
    letGo,
  }
}

/** Told by the time of the file and not by what is in it: whoever reads a file and closes it lets go the locks its process has on it. */
function noteSince(file: string, now: number): void {
  try {
    utimesSync(file, new Date(now), new Date(now))
  } catch {
    // Who may write to a file need not own it. Only what the other process says of this one is wrong then.
  }
}
