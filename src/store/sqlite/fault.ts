// Classifies errors of a database, with a sentence for people.

import { statfsSync } from 'node:fs'
import { messageOf } from '../../observability/error-message.ts'
import { FolderLockedError } from '../files/folder-lock.ts'
import { NewerDatabaseError } from '../sql/migrations.ts'
import {
  codeOfSqlite,
  sqliteBusy,
  sqliteCannotOpen,
  sqliteCorrupt,
  sqliteFull,
  sqliteInOutError,
  sqliteLocked,
  sqliteNotADatabase,
  sqliteReadOnly,
} from './error-codes.ts'

/** `corrupt` files are quarantined, `newer` stops the process, `taken` waits until another process ends; all others are retried. */
export interface Fault {
  readonly kind: 'locked' | 'taken' | 'full' | 'unwritable' | 'failing' | 'corrupt' | 'newer' | 'silent'
  /** A sentence without full stop and without paths: it is published over HTTP. */
  readonly words: string
}

/** Thrown when the integrity check of a file fails. */
export class DamagedDatabaseError extends Error {}

const diskFullMessage = 'the disk of DATA_DIR is full: free space on it, or set a smaller DISK_MB'

/** The failing file. */
export interface FailingFile {
  readonly folder: string
  /** Name of the file in the folder. */
  readonly name: string
}

/** Classifies an error that SQLite or the file system threw for this file. @throws the error itself if it is a bug. */
export function classifyError(error: unknown, file: FailingFile): Fault {
  if (error instanceof NewerDatabaseError) return { kind: 'newer', words: error.message }
  if (error instanceof DamagedDatabaseError) return { kind: 'corrupt', words: corruptMessage(file) }
  if (error instanceof FolderLockedError) return { kind: 'taken', words: lockedFolderMessage(error.since) }
  const sqlite = codeOfSqlite(error)
  if (sqlite !== undefined) return faultOfSqlite(sqlite, messageOf(error), file)
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    const code = String(error.code)
    if (code === 'ENOSPC' || code === 'EDQUOT') return { kind: 'full', words: diskFullMessage }
    return unwritable(code, file)
  }
  throw error
}

function faultOfSqlite(code: number, message: string, file: FailingFile): Fault {
  if (code === sqliteBusy || code === sqliteLocked) return lockedBy(file)
  if (code === sqliteCorrupt || code === sqliteNotADatabase) return { kind: 'corrupt', words: corruptMessage(file) }
  if (code === sqliteFull || (code === sqliteInOutError && isFull(file.folder)))
    return { kind: 'full', words: diskFullMessage }
  if (code === sqliteReadOnly || code === sqliteCannotOpen) return unwritable(message, file)
  return { kind: 'failing', words: `reading or writing ${file.name} in DATA_DIR fails (${message}): check its disk` }
}

function corruptMessage({ name }: FailingFile): string {
  return `${name} in DATA_DIR is corrupt`
}

function lockedBy({ name }: FailingFile): Fault {
  return { kind: 'locked', words: `${name} in DATA_DIR is locked by another process: stop that process` }
}

function lockedFolderMessage(since: number): string {
  const time = new Date(since).toISOString().replace(/\.\d+/, '')
  return `another Trawl process uses this DATA_DIR (since ${time}): stop it, or use another folder`
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
