// Persistent records in the database; imports files that older versions left.
import type { SharedRecords } from '../../async/shared-record.ts'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import type { FileStorage } from '../files/file-storage.ts'
import type { TrawlDb } from '../trawl-db/client.ts'

/** Records in the database. Reads and writes of a record must not run concurrently. */
export interface RecordStore extends SharedRecords {
  /** Returns a record; undefined if there is none. Rejects while the database cannot be read. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Checks for changes now instead of at the next interval. */
  checkNow(): void
  /** Warnings about possible data loss, one sentence each. */
  notices(): readonly string[]
}

interface RecordStoreOptions {
  readonly disk: Omit<TrawlDb, 'readAnswer' | 'writeAnswer' | 'removeAnswer' | 'bytes' | 'close'>
  /** Files beside the database. */
  readonly files: Pick<FileStorage, 'read' | 'readOrThrow' | 'has' | 'write' | 'remove'>
  /**
   * Records that are also written to files, so that they survive the database; the value is the content of the file before the first write. So the
   * file always exists, and its absence is significant.
   */
  readonly doubled: ReadonlyMap<string, string>
  readonly log: Pick<Logger, 'warn'>
}

const databaseFile = 'trawl.db'

/** Creates the record store. Records have the names that older versions gave to files of `DATA_DIR`. */
export function createRecordStore(parts: RecordStoreOptions): RecordStore {
  const { disk, files, doubled, log } = parts
  const notices = new Set<string>()
  return {
    async read(name) {
      // Otherwise what the other process learned since its last write would be lost.
      if (disk.isTaken()) throw new Error(`${name} cannot be loaded: another Trawl process uses this DATA_DIR`)
      const bytes = await disk.readRecord(name)
      if (bytes) return bytes
      const left = await files.read(name)
      if (left) await disk.writeRecord(name, left)
      return left
    },
    async readWithFallback(name, read) {
      const stored = await readStored(disk, name, read)
      if (stored.state === 'valid') {
        await repairFile(parts, name, stored.bytes)
        return stored.value
      }
      const file = await files.readOrThrow(name)
      if (!file) return await withoutFile(parts, name, stored, notices)
      const { warns, repairsDatabase } = plans[stored.state].withFile
      if (warns) {
        const why = describeSystemError(stored.error)
        log.warn(`${name} cannot be read from the database (${why}); using the copy in DATA_DIR`)
      }
      const value = read(file)
      // A file with its initial content says that nothing was ever written.
      const isInitial = Buffer.from(file).toString() === doubled.get(name)
      if (repairsDatabase && !isInitial) await disk.writeRecord(name, file)
      return value
    },
    async write(name, bytes) {
      const written = await disk.writeRecord(name, bytes)
      if (written === 'written' && doubled.has(name)) await writeFileCopy(parts, name, bytes)
      return written
    },
    onChangedElsewhere: disk.onChangedElsewhere,
    checkNow: disk.lookForChanges,
    notices: () => [...notices],
  }
}

/** Writes the file. If that fails the old file is removed: it would be used when the database cannot be read. */
async function writeFileCopy(
  { files, log }: Pick<RecordStoreOptions, 'files' | 'log'>,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  if (await files.write(name, bytes)) return
  try {
    await files.remove(name)
  } catch (error) {
    const why = describeSystemError(error)
    log.warn(`${name} in DATA_DIR is older than the database and cannot be removed (${why})`)
  }
}

/** Rewrites the file if it differs from the database, unless another process does so. */
async function repairFile({ disk, files, log }: RecordStoreOptions, name: string, bytes: Uint8Array): Promise<void> {
  if (disk.isTaken()) return
  const before = await files.read(name)
  if (before && Buffer.compare(before, bytes) === 0) return
  // With other writers an outdated file is normal.
  if (before && !disk.isShared) log.warn(`${name} in DATA_DIR differs from the database; replacing the file`)
  await writeFileCopy({ files, log }, name, bytes)
}

/** What to do without a valid record in the database, by its state there, with and without a file. */
const plans = {
  missing: { withFile: { warns: false, repairsDatabase: true }, withoutFile: 'absent' },
  invalid: { withFile: { warns: true, repairsDatabase: true }, withoutFile: 'fail' },
  unreadable: { withFile: { warns: true, repairsDatabase: false }, withoutFile: 'absent if there is no database' },
} as const

/** Handles a missing file; returns undefined if no record exists. @throws Error when a record may exist. */
async function withoutFile(
  { disk, files, doubled, log }: RecordStoreOptions,
  name: string,
  { state, error }: NotStored,
  notices: Set<string>,
): Promise<undefined> {
  const plan = plans[state].withoutFile
  if (plan === 'fail') throw error
  if (plan !== 'absent' && (disk.isShared || (await files.has(databaseFile)))) {
    throw new Error(disk.troubles()[0] ?? 'the database cannot be read', { cause: error })
  }
  if (disk.notices().length > 0) {
    const notice = `${name} was not in DATA_DIR when the corrupt trawl.db was renamed: its content, if any, is in the renamed file`
    notices.add(notice)
    log.warn(notice)
  }
  const initial = doubled.get(name)
  if (initial !== undefined && plan === 'absent' && !disk.isTaken()) await files.write(name, Buffer.from(initial))
  return undefined
}

/** A store that saves nothing. */
export const noRecordStore: RecordStore = {
  read: async () => undefined,
  readWithFallback: async () => undefined,
  write: async () => 'written',
  onChangedElsewhere: () => undefined,
  checkNow: () => undefined,
  notices: () => [],
}

/** A record without a valid value in the database: it is missing or invalid, or the database cannot be read. */
interface NotStored {
  readonly state: keyof typeof plans
  readonly error?: unknown
}

type Stored<Value> = { readonly state: 'valid'; readonly value: Value; readonly bytes: Uint8Array } | NotStored

async function readStored<Value>(
  disk: RecordStoreOptions['disk'],
  name: string,
  read: (bytes: Uint8Array) => Value,
): Promise<Stored<Value>> {
  let bytes: Uint8Array | undefined
  try {
    bytes = await disk.readRecord(name)
  } catch (error) {
    return { state: 'unreadable', error }
  }
  if (!bytes) return { state: 'missing' }
  try {
    return { state: 'valid', value: read(bytes), bytes }
  } catch (error) {
    return { state: 'invalid', error }
  }
}
