// Classifies errors of a database, with a sentence for people.
import { statfsSync } from 'node:fs'
import { messageOf } from '../../observability/error-message.ts'
import { FolderLockedError } from '../files/folder-lock.ts'
import { NewerDatabaseError } from '../sql/migrations.ts'
import { codeOfSqlite, DamagedDatabaseError, sqliteCodes } from './connect.ts'

/** `corrupt` files are quarantined, `newer` stops the process, `taken` waits until another process ends; all others are retried. */
export interface Fault {
  readonly kind: 'locked' | 'taken' | 'full' | 'unwritable' | 'failing' | 'corrupt' | 'newer' | 'silent'
  /** A sentence without full stop and without paths: it is published over HTTP. */
  readonly words: string
}

const diskFull: Fault = {
  kind: 'full',
  words: 'the disk of DATA_DIR is full: free space on it, or set a smaller DISK_MB',
}

export interface FailingFile {
  readonly folder: string
  readonly name: string
}

/** Classifies an error that SQLite or the file system threw for this file. @throws the error itself if it is a bug. */
export function classifyError(error: unknown, file: FailingFile): Fault {
  if (error instanceof NewerDatabaseError) return { kind: 'newer', words: error.message }
  if (error instanceof DamagedDatabaseError) return corrupt(file)
  if (error instanceof FolderLockedError) {
    const since = new Date(error.since).toISOString().replace(/\.\d+/, '')
    const words = `another Trawl process uses this DATA_DIR (since ${since}): stop it, or use another folder`
    return { kind: 'taken', words }
  }
  const sqlite = codeOfSqlite(error)
  if (sqlite !== undefined) return faultOfSqlite(sqlite, messageOf(error), file)
  // A read beside a write that closed the connection.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE')
    return { kind: 'failing', words: `${file.name} in DATA_DIR was closed` }
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
  const code = String(error.code)
  return code === 'ENOSPC' || code === 'EDQUOT' ? diskFull : unwritable(code, file)
}

function faultOfSqlite(code: number, message: string, file: FailingFile): Fault {
  const { name } = file
  if (code === sqliteCodes.busy || code === sqliteCodes.locked)
    return { kind: 'locked', words: `${name} in DATA_DIR is locked by another process: stop that process` }
  if (code === sqliteCodes.corrupt || code === sqliteCodes.notDatabase) return corrupt(file)
  if (code === sqliteCodes.full || (code === sqliteCodes.io && isFull(file.folder))) return diskFull
  if (code === sqliteCodes.readOnly || code === sqliteCodes.cannotOpen) return unwritable(message, file)
  return { kind: 'failing', words: `reading or writing ${name} in DATA_DIR fails (${message}): check its disk` }
}

function corrupt({ name }: FailingFile): Fault {
  return { kind: 'corrupt', words: `${name} in DATA_DIR is corrupt` }
}

function unwritable(why: string, { name }: FailingFile): Fault {
  return {
    kind: 'unwritable',
    words: `DATA_DIR is not writable (${why}): allow this process to write to the folder and to ${name}`,
  }
}

/** SQLite reports "I/O error" when a full disk prevents the creation of its shared memory. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < 64 * 1024
  } catch {
    return false
  }
}
