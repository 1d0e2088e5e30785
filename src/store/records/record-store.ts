// Persistent records in the database: small values by name that survive restarts, and that other processes may write too.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SharedRecords } from '../../async/shared-record.ts'
import { describeSystemError, messageOf } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { isMissingFile } from '../files/data-folder.ts'
import type { RecordStorage } from './record-storage.ts'

/** Records in the database. Reads and writes of a record must not run concurrently. */
export interface RecordStore extends SharedRecords {
  /** Whether another process uses DATA_DIR; until it ends this one only reads. */
  isTaken(): boolean
  /** Checks for changes now instead of at the next interval. */
  checkNow(): void
}

interface RecordStoreOptions {
  readonly disk: RecordStorage
  /** DATA_DIR. */
  readonly folder: string | undefined
  /** How long the start waits for a database that cannot be read; default: 30 s. */
  readonly maxWaitMs?: number | undefined
  readonly log: Pick<Logger, 'warn' | 'info'>
}

const retryMs = 250

/**
 * Opens the records. They decide who may use the service and what it shows, so it does not start without them.
 * @throws (rejects) Error with a sentence if the database cannot be read for some time.
 */
export async function openRecords(options: RecordStoreOptions): Promise<RecordStore> {
  const { disk, folder, log } = options
  const readStored = createReader(options)
  await waitUntilReadable(options, () => readStored('allow-list.json'))
  return {
    async read(name, parse) {
      const [stored, file] = [await readStored(name), await readOldFile(folder, name)]
      const isNew = stored === undefined && file !== undefined
      const value = parseRecord(stored ?? file, parse, (why) =>
        isNew
          ? `${name} in DATA_DIR cannot be read (${why}): restore it from a backup, or remove it to start without its content`
          : `${name} in the database is invalid (${why}): restore the database from a backup`,
      )
      // A file of an earlier version counts until the database has its record.
      const isStored = isNew ? (await disk.writeRecord(name, file)) === 'written' : !disk.isTaken()
      if (folder !== undefined && file && isStored) await setAside(folder, name, log)
      return value
    },
    write: disk.writeRecord,
    isTaken: disk.isTaken,
    onChangedElsewhere: disk.onChangedElsewhere,
    checkNow: disk.lookForChanges,
  }
}

/** The records of which 1.0.0-rc.1 kept copies in files of DATA_DIR, and earlier versions had nothing else. */
const oldFiles =
  /^(?:(?:allow-list|bans|api-keys|watches|user-settings|logged-out|statistics|stories)\.json|login-secret\.txt)$/

/** The folder in DATA_DIR to which they are moved. */
const backupFolder = 'records-before-1.0'

/** Rejects if the file exists and cannot be read. */
async function readOldFile(folder: string | undefined, name: string): Promise<Uint8Array | undefined> {
  if (folder === undefined || !oldFiles.test(name)) return undefined
  try {
    return await readFile(join(folder, name))
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw error
  }
}

/** Moves the file to the backup. Never rejects: while the database has the record, the file has no effect. */
async function setAside(folder: string, name: string, log: RecordStoreOptions['log']): Promise<void> {
  try {
    await mkdir(join(folder, backupFolder), { recursive: true })
    await rename(join(folder, name), join(folder, backupFolder, name))
    log.info(`${name} is in the database; the file in DATA_DIR was moved to ${backupFolder}`)
  } catch (error) {
    log.warn(`${name} in DATA_DIR cannot be moved to ${backupFolder} (${describeSystemError(error)})`)
  }
}

/** @throws Error with the words of `describe`. */
function parseRecord<Value>(
  bytes: Uint8Array | undefined,
  parse: (bytes: Uint8Array) => Value,
  describe: (why: string) => string,
): Value | undefined {
  try {
    return bytes && parse(bytes)
  } catch (error) {
    throw new Error(describe(messageOf(error)), { cause: error })
  }
}

/** Creates the function that reads the bytes of a record. Where no database can be created, there is no record. */
function createReader({ disk, folder }: RecordStoreOptions): RecordStorage['readRecord'] {
  const hasDatabase = () =>
    disk.isShared ||
    folder === undefined ||
    // The second one is left by a quarantine that was interrupted.
    ['trawl.db', 'trawl.db.rescued'].some((name) => existsSync(join(folder, name)))
  return async (name) => {
    try {
      return await disk.readRecord(name)
    } catch (error) {
      if (hasDatabase()) throw new Error(disk.troubles()[0] ?? 'the database cannot be read', { cause: error })
      return undefined
    }
  }
}

async function waitUntilReadable({ log, maxWaitMs = 30_000 }: RecordStoreOptions, read: () => Promise<unknown>) {
  const limit = AbortSignal.timeout(maxWaitMs)
  const what = 'the allow list, bans and API keys cannot be read'
  for (let isFirst = true; ; isFirst = false) {
    try {
      await read()
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

/** A store that saves nothing. */
export const noRecordStore: RecordStore = {
  read: async () => undefined,
  write: async () => 'written',
  isTaken: () => false,
  onChangedElsewhere: () => undefined,
  checkNow: () => undefined,
}
