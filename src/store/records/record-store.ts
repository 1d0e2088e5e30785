// Persistent records in the database: small values by name that survive restarts, and that other processes may write too.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SharedRecords } from '../../async/shared-record.ts'
import { messageOf } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { isMissingFile } from '../files/data-folder.ts'
import type { OpenedDatabase } from '../open-database.ts'
import { createOldFiles, isWithoutContent, type OldFiles } from './old-files.ts'
import type { RecordStorage } from './record-storage.ts'

/** Records in the database. Reads and writes of a record must not run concurrently. */
export interface RecordStore extends SharedRecords {
  /** Whether another process uses DATA_DIR; until it ends this one only reads. */
  isTaken(): boolean
  /** Checks for changes now instead of at the next interval. */
  checkNow(): void
}

interface RecordStoreOptions {
  readonly disk: Omit<RecordStorage, 'end'> & Pick<OpenedDatabase, 'isTaken' | 'isShared' | 'troubles'>
  /** DATA_DIR. */
  readonly folder: string | undefined
  /** How long the start waits for a database that cannot be read; default: 30 s. */
  readonly maxWaitMs?: number | undefined
  readonly log: Pick<Logger, 'warn' | 'info'>
}

const maxWaitMs = 30_000
const retryMs = 250

/**
 * Opens the records. They decide who may use the service and what it shows, so it does not start without them.
 * @throws (rejects) Error with a sentence if the database cannot be read for some time.
 */
export async function openRecords(options: RecordStoreOptions): Promise<RecordStore> {
  const { disk, folder, log } = options
  const oldFiles = createOldFiles(folder, log)
  const readStored = createReader(options)
  await waitUntilReadable(options, () => readStored('allow-list.json'))
  return {
    async read(name, parse) {
      const stored = await readStored(name)
      const file = await oldFiles.read(name)
      const found = stored && tryParse(stored, parse)
      if (file && !(found && 'value' in found)) return await adopt({ disk, oldFiles, log }, { name, file, parse })
      if (file && !disk.isTaken()) await oldFiles.setAside(name)
      if (!found) return undefined
      if ('value' in found) return found.value
      const remedy = folder === undefined ? '' : `, or write ${name} into DATA_DIR`
      throw new Error(
        `${name} in the database is invalid (${messageOf(found.error)}): restore the database from a backup${remedy}`,
        { cause: found.error },
      )
    },
    write: disk.writeRecord,
    isTaken: disk.isTaken,
    onChangedElsewhere: disk.onChangedElsewhere,
    checkNow: disk.lookForChanges,
  }
}

type ReadStored = (name: string) => Promise<Uint8Array | undefined>

/** Creates the function that reads the bytes of a record. */
function createReader({ disk, folder }: RecordStoreOptions): ReadStored {
  /** Where no database can be created, there is no record. */
  const hasDatabase = async () =>
    disk.isShared ||
    folder === undefined ||
    (await exists(join(folder, 'trawl.db'))) ||
    // A quarantine was interrupted.
    (await exists(join(folder, 'trawl.db.rescued')))
  return async (name) => {
    try {
      return await disk.readRecord(name)
    } catch (error) {
      if (await hasDatabase()) throw new Error(disk.troubles()[0] ?? 'the database cannot be read', { cause: error })
      return undefined
    }
  }
}

async function waitUntilReadable({ disk, log, ...options }: RecordStoreOptions, read: () => Promise<unknown>) {
  const limit = AbortSignal.timeout(options.maxWaitMs ?? maxWaitMs)
  for (let isFirst = true; ; isFirst = false) {
    try {
      await read()
      return
    } catch (error) {
      const why = messageOf(error)
      if (limit.aborted && !isFirst)
        throw new Error(
          `the allow list, bans and API keys cannot be read, and Trawl does not start without them: ${why}`,
          {
            cause: error,
          },
        )
      if (isFirst) log.warn(`the allow list, bans and API keys cannot be read yet (${why}); the start waits for them`)
    }
    await pause(retryMs)
  }
}

interface OldFile<Value> {
  readonly name: string
  readonly file: Uint8Array
  readonly parse: (bytes: Uint8Array) => Value
}

/** Stores the content of an old file in the database, and moves the file to the backup. @throws (rejects) Error with a sentence if it is damaged. */
async function adopt<Value>(
  { disk, oldFiles, log }: Pick<RecordStoreOptions, 'disk' | 'log'> & { readonly oldFiles: OldFiles },
  { name, file, parse }: OldFile<Value>,
): Promise<Value | undefined> {
  const found = tryParse(file, parse)
  if ('error' in found) {
    const why = file.length === 0 ? 'the file is empty' : messageOf(found.error)
    const sentence = `${name} in DATA_DIR cannot be read (${why})`
    // The page has its own copy of the settings.
    if (name !== 'user-settings.json')
      throw new Error(`${sentence}: restore it from a backup, or remove it to start without its content`, {
        cause: found.error,
      })
    log.warn(`${sentence}; going on without it`)
  } else if (!isWithoutContent(file) && (await disk.writeRecord(name, file)) !== 'written') return found.value
  if (!disk.isTaken()) await oldFiles.setAside(name)
  return 'value' in found ? found.value : undefined
}

type Parsed<Value> = { readonly value: Value } | { readonly error: unknown }

function tryParse<Value>(bytes: Uint8Array, parse: (bytes: Uint8Array) => Value): Parsed<Value> {
  try {
    return { value: parse(bytes) }
  } catch (error) {
    return { error }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissingFile(error)) return false
    throw error
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
