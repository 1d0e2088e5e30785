// What is wrong when the database cannot be used, in a word for us and in a sentence for people.
import { statfsSync } from 'node:fs'
import { FolderTaken } from './folder-lock.ts'
import { NewerDatabase } from './migrations.ts'
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
} from './sqlite-codes.ts'

/** `corrupt` is for setting aside, `newer` for stopping, `taken` for waiting until another Trawl ends; with all others trying again helps. */
export interface Fault {
  readonly kind: 'locked' | 'taken' | 'full' | 'unwritable' | 'failing' | 'corrupt' | 'newer' | 'silent'
  /** A sentence without its full stop, and without paths: it goes out over HTTP. */
  readonly words: string
}

/** A check of the file found it damaged. */
export class DamagedDatabase extends Error {}

const fullWords = 'the disk of DATA_DIR is full: make room on it, or start with a smaller DISK_MB'

/** The file that fails. */
export interface FailingFile {
  readonly folder: string
  /** Its name in that folder. */
  readonly name: string
}

/** What is wrong, by what SQLite or the file system threw over this file. @throws the error itself when it is neither's: a bug of ours. */
export function faultOf(error: unknown, file: FailingFile): Fault {
  if (error instanceof NewerDatabase) return { kind: 'newer', words: error.message }
  if (error instanceof DamagedDatabase) return { kind: 'corrupt', words: corruptWords(file) }
  if (error instanceof FolderTaken) return { kind: 'taken', words: takenWords(error.since) }
  const sqlite = codeOfSqlite(error)
  if (sqlite !== undefined) return faultOfSqlite(sqlite, messageOf(error), file)
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    const code = String(error.code)
    if (code === 'ENOSPC' || code === 'EDQUOT') return { kind: 'full', words: fullWords }
    return unwritable(code, file)
  }
  throw error
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function faultOfSqlite(code: number, message: string, file: FailingFile): Fault {
  if (code === sqliteBusy || code === sqliteLocked) return lockedBy(file)
  if (code === sqliteCorrupt || code === sqliteNotADatabase) return { kind: 'corrupt', words: corruptWords(file) }
  if (code === sqliteFull || (code === sqliteInOutError && isFull(file.folder)))
    return { kind: 'full', words: fullWords }
  if (code === sqliteReadOnly || code === sqliteCannotOpen) return unwritable(message, file)
  return { kind: 'failing', words: `reading or writing ${file.name} in DATA_DIR fails (${message}): look at its disk` }
}

function corruptWords({ name }: FailingFile): string {
  return `${name} in DATA_DIR is corrupt`
}

function lockedBy({ name }: FailingFile): Fault {
  return { kind: 'locked', words: `${name} in DATA_DIR is locked by another process: stop that process` }
}

function takenWords(since: number): string {
  const time = new Date(since).toISOString().replace(/\.\d+/, '')
  return `another Trawl uses this DATA_DIR (since ${time}): stop that one, or give this one a folder of its own`
}

function unwritable(why: string, { name }: FailingFile): Fault {
  return {
    kind: 'unwritable',
    words: `DATA_DIR cannot be written to (${why}): let this process write to the folder and to ${name} in it`,
  }
}

/** SQLite says "I/O error" where a full disk stops the making of its shared memory. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < 64 * 1024
  } catch {
    return false
  }
}
