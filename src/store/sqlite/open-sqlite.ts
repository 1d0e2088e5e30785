// trawl.db: the file of all groups of tables, with a connection that writes and one that reads beside it.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteFind } from '../archive/search.ts'
import { classifyFileError, corrupt, type Fault, FaultError } from '../fault.ts'
import { createFolderLock } from '../files/folder-lock.ts'
import { createQuarantine } from '../files/quarantine.ts'
import { type FileLimits, fileLimits, pageBytes } from '../limits.ts'
import { isCurrent, migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { createReads, createWrites, type TableLimits, type Tables } from '../tables.ts'
import type { DatabaseFile } from '../thread/handler.ts'
import { bytesOf, checkIntegrity, connectReadOnly, restrictPermissions } from './connect.ts'
import { createFileMaintenance } from './file-maintenance.ts'

/**
 * The file in `folder`, not opened yet. While another process has the lock, or if it cannot be written, it is only read. `clock` returns monotonic
 * milliseconds.
 */
export function createSqliteFile(folder: string, limits: TableLimits, clock: () => number): DatabaseFile {
  const lock = createFolderLock(folder)
  const path = join(folder, 'trawl.db')
  const setAside = createQuarantine(path)
  let opened: Opened | undefined
  let isSound = false
  const renamed: string[] = []

  function close(): void {
    opened?.close()
    opened = undefined
  }

  /** Quarantines a corrupt file, unless another process has the lock: then it is up to that process. */
  async function quarantine(found: Fault, now: number): Promise<Fault> {
    const isOurs = opened?.isCurrentFile?.() ?? !opened
    close()
    isSound = false
    try {
      if (isOurs) renamed.push(await setAside(now))
      return found
    } catch (error) {
      // The file could not be renamed, so no new one can be created.
      return { kind: 'failing', words: `${found.words}; ${classifyFileError(error, folder).words}` }
    }
  }

  return {
    async writable(now) {
      lock.acquire(now)
      if (opened?.isCurrentFile?.()) return opened
      if (opened?.isCurrentFile) isSound = false
      // Also what was only read: it may be opened as immutable.
      close()
      opened = await openSqlite(path, limits, { clock, isSound })
      isSound = true
      return opened
    },
    readable: () => opened,
    async failed(error, now) {
      const found = classifyFileError(error, folder)
      if (found.kind === 'corrupt') return await quarantine(found, now)
      if (found.kind === 'locked' || found.kind === 'newer') return found
      if (found.kind !== 'full' && opened?.isCurrentFile) close()
      opened ??= await openIfReadable(folder, { clock, isSound })
      isSound ||= opened !== undefined
      return found
    },
    renamed,
    bytes: () => bytesOf(path),
    async close() {
      close()
      lock.release()
    },
  }
}

/** An open file; one that is only read has no `isCurrentFile`. */
interface Opened extends Partial<Tables> {
  /** Whether the file at its path is still the one that was opened. */
  isCurrentFile?(): boolean
  close(): void
}

interface OpeningParts {
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Whether its integrity was checked. */
  readonly isSound?: boolean
}

/**
 * Opens a file for writing, and for reading with a connection beside it, without a lock; creates it if missing and migrates it.
 * @throws (rejects) FaultError, for a newer version before any change; SQLite errors.
 */
export async function openSqlite(path: string, limits: TableLimits, { clock, isSound = false }: OpeningParts) {
  const db = new DatabaseSync(path, { timeout: 1_000 })
  try {
    const sql = createSqliteSql(db)
    await isCurrent(sql)
    const sizes = fileLimits(limits)
    setPragmas(db, sizes)
    if (!isSound) checkIntegrity(db, path)
    await migrate(sql)
    restrictPermissions(path)
    const { ino } = statSync(path)
    const writes = await createWrites(sql, partsOf(db, limits, sizes))
    const reader = await openReader(path, { clock, isSound: true })
    const close = () => {
      db.close()
      reader.close()
    }
    return {
      ...writes,
      ...reader,
      isCurrentFile: () => statSync(path, { throwIfNoEntry: false })?.ino === ino,
      close,
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Why the file cannot be written is known already, so only bugs are rethrown. */
async function openIfReadable(folder: string, parts: OpeningParts): Promise<Opened | undefined> {
  const path = join(folder, 'trawl.db')
  try {
    return existsSync(path) ? await openReader(path, parts) : undefined
  } catch (error) {
    classifyFileError(error, folder)
    return undefined
  }
}

async function openReader(path: string, { clock, isSound }: OpeningParts) {
  const db = connectReadOnly(path)
  try {
    const sql = createSqliteSql(db)
    // From an older version of Trawl.
    if (!(await isCurrent(sql))) throw new FaultError(corrupt)
    if (!isSound) checkIntegrity(db, path)
    db.exec('pragma cache_size = -8000; pragma temp_store = memory')
    return { ...createReads(sql, createSqliteFind(db, clock)), close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** What must be set before the first page is written. */
function setPragmas(db: DatabaseSync, { logBytes, logPages }: FileLimits): void {
  // Only records need to reach the disk at once: the rest can be collected again, and the file is intact after a crash.
  db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma trusted_schema = off; pragma temp_store = memory;
    pragma cache_size = -4000; pragma synchronous = normal; pragma journal_size_limit = ${logBytes};
    pragma wal_autocheckpoint = ${logPages}`)
}

function partsOf(db: DatabaseSync, { history }: TableLimits, sizes: FileLimits) {
  const maintenance = createFileMaintenance(db, sizes)
  return {
    // A large row leaves half a page empty on average.
    largeAnswerBytes: pageBytes / 2,
    answersBytes: sizes.answersBytes,
    history,
    // Evicting a share costs about twice as much as adding one.
    archive: {
      maxBytes: sizes.archiveBytes,
      evictedAtOnce: 8,
      used: async (others: number) => maintenance.used() - others,
    },
    maintenance,
    async durably<T>(write: () => Promise<T>): Promise<T> {
      db.exec('pragma synchronous = full')
      try {
        return await write()
      } finally {
        db.exec('pragma synchronous = normal')
      }
    },
  }
}
