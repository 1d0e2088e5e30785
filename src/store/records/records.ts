// Records in the database: small values by name that survive restarts, and that other processes may write too.
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SharedRecords } from '../../async/shared-record.ts'
import { describeSystemError, messageOf } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import type { Database } from '../database.ts'
import { StoreError } from '../write-queue.ts'

/** Records in the database. Reads and writes of a record must not run concurrently. */
export interface RecordStore extends SharedRecords {
  /** Whether another process uses DATA_DIR; until it ends this one only reads. */
  isTaken(): boolean
  /** Checks for changes by others now, in addition to the interval. */
  checkNow(): void
}

/** The records of `database`. Where `folder` has no database and none can be created, there are none. */
export function createRecords(database: Database, folder?: string): RecordStore {
  const { run, health, isClosed } = database
  /** The revisions that were read or written here. */
  const known = new Map<string, number>()
  return {
    ...createChangeListeners(database, known),
    isTaken: health.isLockedByOther,
    async read(name, parse) {
      if (isClosed()) throw new Error(`${name} cannot be read: ${health.place} is closed`)
      const found = await run('readRecord', [name]).catch((error: unknown) => {
        if (folder === undefined || hasDatabase(folder))
          throw new Error(health.words() ?? `${name} cannot be read from ${health.place}`, { cause: error })
        return undefined
      })
      known.set(name, found?.revision ?? 0)
      try {
        return found && parse(found.bytes)
      } catch (error) {
        const why = `${name} in the database is invalid (${messageOf(error)}): restore the database from a backup`
        throw new Error(why, { cause: error })
      }
    },
    async write(name, bytes) {
      // Recovery is checked in the background; while another process has the folder, a record may be derived from an older one than that wrote.
      if (isClosed() || !health.isWell()) return 'unwritten'
      const record = { name, revision: (known.get(name) ?? 0) + 1, bytes: new Uint8Array(bytes) }
      try {
        if (!(await run('writeRecord', [record], { transfer: [record.bytes.buffer] }))) return 'changed'
      } catch (error) {
        if (error instanceof StoreError) return 'unwritten'
        throw error
      }
      known.set(name, record.revision)
      return 'written'
    },
  }
}

/** The second file is left by a quarantine that was interrupted. */
function hasDatabase(folder: string): boolean {
  return ['trawl.db', 'trawl.db.rescued'].some((name) => existsSync(join(folder, name)))
}

/** Looks at the revisions that others may have written, if there are listeners. */
function createChangeListeners(database: Database, known: ReadonlyMap<string, number>) {
  const { run, health, isShared, isClosed, times } = database
  const listeners = new Map<() => void, string>()
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    const names = [...new Set(listeners.values())]
    const found = health.isWell() ? await run('readRevisions', [names]).catch(() => []) : []
    const changed = new Set(found.flatMap((revision, at) => (known.get(names[at] ?? '') === revision ? [] : names[at])))
    for (const [listener, name] of listeners) if (changed.has(name)) listener()
  }

  /** Checks again after a check that is under way, which may have read before. */
  function checkNow(): void {
    if (isClosed()) clearInterval(timer)
    if (timer === undefined || isClosed()) return
    checking = Promise.resolve(checking).then(check)
  }

  health.recovered.add(() => {
    for (const listener of listeners.keys()) listener()
  })
  return {
    onChangedElsewhere(name: string, listener: () => void, signal?: AbortSignal): void {
      listeners.set(listener, name)
      signal?.addEventListener('abort', () => void listeners.delete(listener), { once: true })
      if (isShared) timer ??= setInterval(checkNow, times.lookMs).unref()
    },
    checkNow,
  }
}

const retryMs = 250

/**
 * Waits until the records can be read, by default for 30 s: they decide who may use the service and what it shows, so it does not start without them.
 * @throws (rejects) Error with a sentence if they cannot be read for that long.
 */
export async function waitForRecords(
  records: RecordStore,
  log: Pick<Logger, 'warn'>,
  maxWaitMs = 30_000,
): Promise<void> {
  const limit = AbortSignal.timeout(maxWaitMs)
  const what = 'the allow list, bans and API keys cannot be read'
  for (let isFirst = true; ; isFirst = false) {
    try {
      await records.read('allow-list.json', (bytes) => bytes)
      return
    } catch (error) {
      const why = messageOf(error)
      if (limit.aborted && !isFirst)
        throw new Error(`${what}, and Trawl does not start without them: ${why}`, { cause: error })
      if (isFirst) log.warn(`${what} yet (${why}); the start waits for them`)
    }
    await pause(retryMs)
  }
}

/** The records of which 1.0.0-rc.1 kept copies in files of DATA_DIR, and earlier versions had nothing else. */
const oldFiles =
  /^(?:(?:allow-list|bans|api-keys|watches|user-settings|logged-out|statistics|stories)\.json|login-secret\.txt)$/

/** The folder in DATA_DIR to which they are moved. */
const backupFolder = 'records-before-1.0'

/** The same records; a file of an earlier version is stored where the database lacks its record, and moved to the backup, when that is read. */
export function withOldFiles(records: RecordStore, folder: string, log: Pick<Logger, 'warn' | 'info'>): RecordStore {
  return {
    ...records,
    async read(name, parse) {
      const file = join(folder, name)
      if (oldFiles.test(name) && existsSync(file)) {
        const stored = await records.read(name, (bytes) => bytes)
        // Without its allow list, a service would admit everybody.
        if (!stored && (await records.write(name, readOldFile(file, name, parse))) !== 'written')
          throw new Error(`${name} in DATA_DIR cannot be stored in the database: start again when it can be written`)
        // While another process uses the folder, that is its task.
        if (!records.isTaken()) setAside(folder, name, log)
      }
      return await records.read(name, parse)
    },
  }
}

/** @throws Error with a sentence if the file cannot be read, or `parse` throws. */
function readOldFile(file: string, name: string, parse: (bytes: Uint8Array) => unknown): Uint8Array {
  try {
    const bytes = readFileSync(file)
    parse(bytes)
    return bytes
  } catch (error) {
    const remedy = 'restore it from a backup, or remove it to start without its content'
    throw new Error(`${name} in DATA_DIR cannot be read (${messageOf(error)}): ${remedy}`, { cause: error })
  }
}

/** Moves the file to the backup. Never throws: while the database has the record, the file has no effect. */
function setAside(folder: string, name: string, log: Pick<Logger, 'warn' | 'info'>): void {
  try {
    mkdirSync(join(folder, backupFolder), { recursive: true })
    renameSync(join(folder, name), join(folder, backupFolder, name))
    log.info(`${name} is in the database; the file in DATA_DIR was moved to ${backupFolder}`)
  } catch (error) {
    log.warn(`${name} in DATA_DIR cannot be moved to ${backupFolder} (${describeSystemError(error)})`)
  }
}

/** A store that saves nothing. */
export const noRecordStore: RecordStore = {
  read: async () => undefined,
  write: async () => 'written',
  isTaken: () => false,
  onChangedElsewhere: () => undefined,
  checkNow: () => undefined,
}
