// trawl.db: the file of all groups of tables, with a connection that writes and one that reads beside it.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteFind } from '../archive/search.ts'
import type { FolderLock } from '../files/folder-lock.ts'
import { createQuarantine } from '../files/quarantine.ts'
import { type FileLimits, fileLimits, pageBytes } from '../limits.ts'
import { createReads, createWrites } from '../open-tables.ts'
import { isCurrent, migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import type { TableLimits } from '../tables.ts'
import type { DatabaseFile, OpenTables } from '../thread/handler.ts'
import { bytesOf, checkIntegrity, connectReadOnly, DamagedDatabaseError, restrictPermissions } from './connect.ts'
import { classifyError, type Fault } from './fault.ts'
import { createFileMaintenance } from './file-maintenance.ts'

interface SqliteParts {
  /** One process at a time writes to the folder. */
  readonly lock: Pick<FolderLock, 'acquire'>
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

/** The file in `folder`, not opened yet. Without the lock, or if it cannot be written, it is only read. */
export function createSqliteFile(folder: string, limits: TableLimits, parts: SqliteParts): DatabaseFile {
  const file = { folder, name: 'trawl.db' }
  const path = join(folder, file.name)
  const setAside = createQuarantine(path)
  const opened = createConnections(path, limits, parts.clock)
  let corrupt: string | undefined

  /** Quarantines a corrupt file, unless another process has the lock: then it is up to that process. */
  async function quarantine(found: Fault, now: number): Promise<Fault> {
    const isOurs = opened.isOurs()
    opened.close()
    opened.recheck()
    const moved = isOurs ? await setAside(now) : undefined
    if (!(moved instanceof Error)) {
      corrupt = moved
      return found
    }
    // The file could not be renamed, so no new one can be created.
    const why = 'syscall' in moved ? classifyError(moved, file).words : moved.message
    return { kind: 'failing', words: `${found.words}; ${why}` }
  }

  return {
    async writable(now) {
      parts.lock.acquire(now)
      return await opened.forWriting()
    },
    readable: opened.reads,
    async failed(error, now) {
      const found = classifyError(error, file)
      if (found.kind === 'corrupt') return await quarantine(found, now)
      if (found.kind === 'locked' || found.kind === 'newer') return found
      if (found.kind !== 'full' && opened.isWritable()) opened.close()
      // Why the file cannot be written is known already, so only bugs are rethrown.
      await opened.forReading().catch((reason: unknown) => void classifyError(reason, file))
      return found
    },
    takeCorrupt() {
      const taken = corrupt
      corrupt = undefined
      return taken
    },
    bytes: () => bytesOf(path),
    close: async () => opened.close(),
  }
}

/** The connections to a file, and whether its integrity was checked. */
function createConnections(path: string, limits: TableLimits, clock: () => number) {
  let writer: (Awaited<ReturnType<typeof openWriter>> & { readonly all: OpenTables }) | undefined
  let reader: Awaited<ReturnType<typeof openReader>> | undefined
  let isSound = false

  function close(): void {
    for (const one of [writer, reader]) one?.close()
    writer = undefined
    reader = undefined
  }

  return {
    close,
    /** Has the integrity checked at the next opening. */
    recheck(): void {
      isSound = false
    },
    isWritable: () => writer !== undefined,
    isOurs: () => (writer ? writer.isCurrentFile() : !reader),
    reads: () => reader?.tables,
    async forWriting(): Promise<OpenTables> {
      if (writer?.isCurrentFile()) return writer.all
      if (writer) isSound = false
      // Also what was only read: it may be opened as immutable.
      close()
      const opened = await openWriter(path, limits, isSound)
      isSound = true
      try {
        reader = await openReader(path, { clock, isSound })
      } catch (error) {
        opened.close()
        throw error
      }
      writer = { ...opened, all: { ...opened.tables, ...reader.tables } }
      return writer.all
    },
    /** Opens the file for reading if there is one. */
    async forReading(): Promise<void> {
      if (!reader && existsSync(path)) reader = await openReader(path, { clock, isSound })
      isSound ||= reader !== undefined
    },
  }
}

/** Opens a file for writing and for reading, without a lock. @throws (rejects) NewerDatabaseError, DamagedDatabaseError, SQLite errors. */
export async function openSqlite(path: string, limits: TableLimits, { clock }: Pick<SqliteParts, 'clock'>) {
  const writer = await openWriter(path, limits)
  const reader = await openReader(path, { clock, isSound: true })
  const close = () => {
    for (const one of [writer, reader]) one.close()
  }
  return { ...writer.tables, ...reader.tables, close }
}

/** Opens the file, creates it if missing and migrates it. @throws (rejects) as `openSqlite`; NewerDatabaseError before any change. */
async function openWriter(path: string, limits: TableLimits, isSound = false) {
  const db = new DatabaseSync(path, { timeout: 1_000 })
  try {
    const sql = createSqliteSql(db)
    await isCurrent(sql)
    const sizes = fileLimits(limits)
    setPragmas(db, sizes)
    if (!isSound) checkIntegrity(db, path)
    await migrate(sql)
    restrictPermissions(path)
    const opened = statSync(path).ino
    return {
      tables: await createWrites(sql, partsOf(db, limits, sizes)),
      /** Whether the file at this path is still the one that was opened. */
      isCurrentFile: () => statSync(path, { throwIfNoEntry: false })?.ino === opened,
      close: () => db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

async function openReader(
  path: string,
  { clock, isSound }: Pick<SqliteParts, 'clock'> & { readonly isSound: boolean },
) {
  const db = connectReadOnly(path)
  try {
    const sql = createSqliteSql(db)
    if (!(await isCurrent(sql))) throw new DamagedDatabaseError('from an older version of Trawl')
    if (!isSound) checkIntegrity(db, path)
    db.exec('pragma cache_size = -8000; pragma temp_store = memory')
    return { tables: createReads(sql, createSqliteFind(db, clock)), close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** What must be set before the first page is written. */
function setPragmas(db: DatabaseSync, { logBytes, logPages }: FileLimits): void {
  // A checkpoint is a step of maintenance; this one is for what is written without it. Only records need to reach the disk at once: the rest can be
  // collected again, and the file is intact after a crash.
  db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma trusted_schema = off; pragma temp_store = memory;
    pragma cache_size = -4000; pragma synchronous = normal; pragma journal_size_limit = ${logBytes};
    pragma wal_autocheckpoint = ${logPages * 2}`)
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
