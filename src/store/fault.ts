// Why a database cannot be used: the errors of SQLite, PostgreSQL and the file system, each with a sentence for people.
import { statfsSync } from 'node:fs'
import { messageOf } from '../observability/error-message.ts'

/** `corrupt` files are quarantined, `newer` stops the process, `taken` waits until another process ends; all others are retried. */
export interface Fault {
  readonly kind: 'locked' | 'taken' | 'full' | 'unwritable' | 'failing' | 'corrupt' | 'newer' | 'silent'
  /** A sentence without full stop and without paths, hosts or users: it is published over HTTP. */
  readonly words: string
}

/** Thrown where the fault is known; its message is the sentence. */
export class FaultError extends Error {
  readonly fault: Fault
  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.words, options)
    this.fault = fault
  }
}

export const corrupt: Fault = { kind: 'corrupt', words: 'trawl.db in DATA_DIR is corrupt' }
export const lostConnection: Fault = { kind: 'silent', words: 'PostgreSQL cannot be reached: check DATABASE_URL' }

const diskFull: Fault = {
  kind: 'full',
  words: 'the disk of DATA_DIR is full: free space on it, or set a smaller DISK_MB',
}

const locked: Fault = {
  kind: 'locked',
  words: 'trawl.db in DATA_DIR is locked by another process: stop that process',
}

/** By primary result code of SQLite: busy, locked, read-only, corrupt, full, cannot open, and no database. */
const sqliteFaults: Readonly<Record<number, Fault | ((message: string) => Fault)>> = {
  5: locked,
  6: locked,
  8: unwritable,
  11: corrupt,
  13: diskFull,
  14: unwritable,
  26: corrupt,
}
const ioError = 10

/** The primary result code of an error; undefined if SQLite did not throw it. */
export function codeOfSqlite(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined
  return error.errcode & 0xff
}

/** Classifies an error that SQLite or the file system threw for trawl.db in `folder`. @throws the error itself if it is a bug. */
export function classifyFileError(error: unknown, folder: string): Fault {
  if (error instanceof FaultError) return error.fault
  const code = codeOfSqlite(error)
  if (code !== undefined) return faultOfSqlite(code, messageOf(error), folder)
  if (!(error instanceof Error && 'code' in error)) throw error
  // A read beside a write that closed the connection.
  if (error.code === 'ERR_INVALID_STATE') return { kind: 'failing', words: 'trawl.db in DATA_DIR was closed' }
  if (!('syscall' in error)) throw error
  return error.code === 'ENOSPC' || error.code === 'EDQUOT' ? diskFull : unwritable(String(error.code))
}

function faultOfSqlite(code: number, message: string, folder: string): Fault {
  // SQLite reports "I/O error" when a full disk prevents the creation of its shared memory.
  const known = code === ioError && isFull(folder) ? diskFull : sqliteFaults[code]
  if (known) return typeof known === 'function' ? known(message) : known
  return { kind: 'failing', words: `reading or writing trawl.db in DATA_DIR fails (${message}): check its disk` }
}

function unwritable(why: string): Fault {
  return {
    kind: 'unwritable',
    words: `DATA_DIR is not writable (${why}): allow this process to write to the folder and to trawl.db`,
  }
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < 64 * 1024
  } catch {
    return false
  }
}
