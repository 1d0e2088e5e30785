// The lock of a data folder: one process at a time writes. The kernel releases it when the process ends in any way.
import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOfSqlite, FaultError } from '../fault.ts'
import { createFolder } from './data-folder.ts'

const sqliteBusy = 5

/** Creates the lock of `folder`, not taken yet; it uses an empty file `trawl.lock`. */
export function createFolderLock(folder: string) {
  const file = join(folder, 'trawl.lock')
  let held: { readonly db: DatabaseSync; readonly ino: number } | undefined

  function release(): void {
    held?.db.close()
    held = undefined
  }

  return {
    /** Takes the lock, or checks that it is still held. @throws FaultError at once if another process holds it; errors of SQLite and the file system. */
    acquire(now: number): void {
      if (held && statSync(file, { throwIfNoEntry: false })?.ino === held.ino) return
      release()
      createFolder(folder)
      const db = new DatabaseSync(file, { timeout: 0 })
      try {
        db.exec('begin exclusive')
        storeLockTime(file, now)
        held = { db, ino: statSync(file).ino }
      } catch (error) {
        db.close()
        throw codeOfSqlite(error) === sqliteBusy ? takenSince(statSync(file).mtime) : error
      }
    },
    release,
  }
}

function takenSince(mtime: Date): FaultError {
  const since = mtime.toISOString().replace(/\.\d+/, '')
  const words = `another Trawl process uses this DATA_DIR (since ${since}): stop it, or use another folder`
  return new FaultError({ kind: 'taken', words })
}

/** Stores the time as the file's mtime, not as content: POSIX drops a process's locks on a file when the process closes any handle of it. */
function storeLockTime(file: string, now: number): void {
  try {
    utimesSync(file, new Date(now), new Date(now))
  } catch {
    // A process may be allowed to write a file without owning it. Then only the time shown by other processes is wrong.
  }
}
