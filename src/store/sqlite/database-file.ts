// The lifecycle of a database file: open, reopen after a failure, fall back to read-only, quarantine when corrupt.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FolderLock } from '../files/folder-lock.ts'
import { createQuarantine } from '../files/quarantine.ts'
import { classifyError, type FailingFile, type Fault } from './fault.ts'
import { bytesOf } from './file-operations.ts'

/** Events of the file since the last reply. */
export interface FileEvents {
  /** The new name of the corrupt file. */
  readonly setAside?: string | undefined
  /** Whether the file was replaced by another one. */
  readonly isAnother: boolean
}

export interface OpenDatabase {
  readonly isReadOnly: boolean
  /** Whether the file at this path is still the one that was opened. */
  isCurrentFile(): boolean
  close(): void
}

/** Options of a database file. `isSound` skips the integrity check on opening. */
export interface DatabaseFileOptions<D extends OpenDatabase> extends FailingFile {
  /** Lock held while the file is open for writing, if this file needs one. */
  readonly lock?: Pick<FolderLock, 'acquire'>
  readonly open: (file: string, isSound: boolean) => D | Promise<D>
  readonly openReadOnly: (file: string, isSound: boolean) => D | Promise<D>
}

/** The lifecycle of a database; postgres/connection-lifecycle.ts has the one for PostgreSQL. Callers make one call at a time. */
export interface DatabaseFile<D> {
  /** Returns the database for writing; opens it if necessary, in place of a read-only one. @throws (rejects) FolderTaken; errors of the database and the file system. */
  writable(now: number): Promise<D>
  /** Returns the database if it is open. @throws PostgresLost after the connection is lost. */
  readable(): D | undefined
  /** Classifies a failure, closes what is unusable and quarantines a corrupt file. `corrupt` means that a new file can be created. @throws (rejects) the error itself if it is a bug. */
  failed(error: unknown, now: number): Promise<Fault>
  /** Events since the last call. */
  takeEvents(): FileEvents
  bytes(): number
  close(): Promise<void>
}

/** Manages the file `name` in `folder`, which is not opened yet. */
export function createDatabaseFile<D extends OpenDatabase>(parts: DatabaseFileOptions<D>): DatabaseFile<D> {
  const file = join(parts.folder, parts.name)
  const { lock } = parts
  const setAside = createQuarantine(file)
  const opened = createOpenDatabase(parts)
  let events: FileEvents = { isAnother: false }

  /** Quarantines a corrupt file, unless it is read-only or was replaced by another process: then it belongs to that process. */
  async function quarantineCorrupt(found: Fault, now: number): Promise<Fault> {
    const database = opened.get()
    const isOurs = !database || isWritableHere(database)
    opened.recheckNextTime()
    const moved = isOurs ? await setAside(now) : undefined
    // The file could not be renamed, so no new one can be created.
    if (moved instanceof Error) return { kind: 'failing', words: `${found.words}; ${renameFailure(moved, parts)}` }
    events = { isAnother: true, setAside: moved }
    return found
  }

  return {
    async writable(now) {
      lock?.acquire(now)
      const database = opened.get()
      if (database && isWritableHere(database)) return database
      if (database && !database.isReadOnly) {
        opened.recheckNextTime()
        events = { ...events, isAnother: true }
      }
      return await opened.forWriting()
    },
    readable: opened.get,
    async failed(error, now) {
      const found = classifyError(error, parts)
      if (found.kind === 'corrupt') return await quarantineCorrupt(found, now)
      if (found.kind === 'locked' || found.kind === 'newer') return found
      if (found.kind !== 'full' && !opened.get()?.isReadOnly) opened.close()
      await opened.forReading()
      return found
    },
    takeEvents() {
      const taken = events
      events = { isAnother: false }
      return taken
    },
    bytes: () => bytesOf(file),
    close: async () => opened.close(),
  }
}

function isWritableHere(database: OpenDatabase): boolean {
  return !database.isReadOnly && database.isCurrentFile()
}

/** The open database, and whether its integrity was checked. */
function createOpenDatabase<D extends OpenDatabase>(parts: DatabaseFileOptions<D>) {
  let database: D | undefined
  let isSound = false

  function close(): void {
    database?.close()
    database = undefined
  }

  return {
    get: () => database,
    async forWriting(): Promise<D> {
      // A read-only connection would block opening for writing.
      close()
      database = await parts.open(join(parts.folder, parts.name), isSound)
      isSound = true
      return database
    },
    /** Opens read-only if possible, unless a connection is open. */
    async forReading(): Promise<void> {
      database ??= await openForReading(parts, isSound)
      isSound ||= database !== undefined
    },
    /** Closes the database and has its integrity checked on the next opening. */
    recheckNextTime(): void {
      isSound = false
      close()
    },
    close,
  }
}

function renameFailure(error: Error, file: FailingFile): string {
  return 'syscall' in error ? classifyError(error, file).words : error.message
}

/** Opens read-only. Why writing fails is known already, so only bugs are rethrown. */
async function openForReading<D extends OpenDatabase>(
  parts: DatabaseFileOptions<D>,
  isSound: boolean,
): Promise<D | undefined> {
  try {
    const file = join(parts.folder, parts.name)
    return existsSync(file) ? await parts.openReadOnly(file, isSound) : undefined
  } catch (error) {
    classifyError(error, parts)
    return undefined
  }
}
