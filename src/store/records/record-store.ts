// Persistent records in the database; imports files that older versions left.
import type { SharedRecords } from '../../async/shared-record.ts'
import { describeSystemError, messageOf } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import type { Databases } from '../databases.ts'
import type { FileStorage } from '../files/file-storage.ts'
import type { RecordStorage } from './record-storage.ts'

/** Records in the database. Reads and writes of a record must not run concurrently. */
export interface RecordStore extends SharedRecords {
  /** Returns a record; undefined if there is none. Rejects while the database cannot be read. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Checks for changes now instead of at the next interval. */
  checkNow(): void
  /** Writes the copies in `DATA_DIR` again that could not be written. Never rejects. */
  rewriteCopies(): Promise<void>
  /** Warnings about possible data loss, one sentence each. */
  notices(): readonly string[]
}

interface RecordStoreOptions {
  readonly disk: Omit<RecordStorage, 'end'> & Pick<Databases, 'isTaken' | 'isShared' | 'troubles' | 'notices'>
  /** Files beside the database. */
  readonly files: Pick<FileStorage, 'read' | 'readOrThrow' | 'has' | 'write' | 'remove'>
  /**
   * Records that are also written to files, so that they survive the database; the value is the content of the file before the first write. So the
   * file always exists, and its absence is significant.
   */
  readonly doubled: ReadonlyMap<string, string>
  /** Records without which the service starts where they cannot be read. */
  readonly dispensable?: ReadonlySet<string>
  readonly log: Pick<Logger, 'warn'>
}

const databaseFile = 'trawl.db'

/** Creates the record store. Records have the names that older versions gave to files of `DATA_DIR`. */
export function createRecordStore(parts: RecordStoreOptions): RecordStore {
  const { disk, files, doubled, log } = parts
  const notices = new Set<string>()
  const copies = createCopies(parts)
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
        await repairFile(parts, name, stored.bytes, copies)
        return stored.value
      }
      const file = await files.readOrThrow(name)
      if (!file) return await withoutFile(parts, name, stored, notices)
      const { warns, repairsDatabase } = plans[stored.state].withFile
      if (warns) {
        const why = describeSystemError(stored.error)
        log.warn(`${name} cannot be read from the database (${why}); using the copy in DATA_DIR`)
      }
      const copy = parseFileCopy(parts, { name, file, read })
      // A file with its initial content says that nothing was ever written.
      const isInitial = Buffer.from(file).toString() === doubled.get(name)
      if (copy && repairsDatabase && !isInitial) await disk.writeRecord(name, file)
      return copy?.value
    },
    async write(name, bytes) {
      const written = await disk.writeRecord(name, bytes)
      if (written === 'written' && doubled.has(name)) await copies.write(name, bytes)
      return written
    },
    onChangedElsewhere: disk.onChangedElsewhere,
    checkNow: disk.lookForChanges,
    rewriteCopies: copies.rewrite,
    notices: () => [...notices],
  }
}

interface FileCopy<Value> {
  readonly name: string
  readonly file: Uint8Array
  readonly read: (bytes: Uint8Array) => Value
}

/** Undefined where the file is damaged and the service starts without the record. @throws Error that names the file and a remedy. */
function parseFileCopy<Value>(
  { doubled, dispensable, log }: RecordStoreOptions,
  { name, file, read }: FileCopy<Value>,
): { readonly value: Value } | undefined {
  try {
    return { value: read(file) }
  } catch (error) {
    const why = file.length === 0 ? 'the file is empty' : messageOf(error)
    const sentence = `${name} in DATA_DIR cannot be read (${why})`
    if (dispensable?.has(name)) return void log.warn(`${sentence}; going on without it`)
    const initial = doubled.get(name)?.trim()
    const remedy = initial === undefined ? 'remove it' : `write ${initial} into it`
    throw new Error(`${sentence}: restore it from a backup, or ${remedy} to start without its content`, {
      cause: error,
    })
  }
}

/** Writes the copies in `DATA_DIR` one after the other. */
function createCopies({ files, log }: Pick<RecordStoreOptions, 'files' | 'log'>) {
  const unwritten = new Map<string, Uint8Array>()
  let last = Promise.resolve()

  /** If the file cannot be written the old one is removed: it would be used when the database cannot be read. */
  async function writeUnwritten(name: string): Promise<void> {
    const bytes = unwritten.get(name)
    if (!bytes) return
    if (await files.write(name, bytes)) return void unwritten.delete(name)
    try {
      await files.remove(name)
    } catch (error) {
      const why = describeSystemError(error)
      log.warn(`${name} in DATA_DIR is older than the database and cannot be removed (${why})`)
    }
  }
  const enqueue = (name: string) => {
    last = last.then(() => writeUnwritten(name))
    return last
  }
  return {
    write(name: string, bytes: Uint8Array): Promise<void> {
      unwritten.set(name, bytes)
      return enqueue(name)
    },
    rewrite: async () => void (await Promise.all([...unwritten.keys()].map(enqueue))),
  }
}

/** Rewrites the file if it differs from the database, unless another process does so. */
async function repairFile(
  { disk, files, log }: RecordStoreOptions,
  name: string,
  bytes: Uint8Array,
  copies: ReturnType<typeof createCopies>,
): Promise<void> {
  if (disk.isTaken()) return
  const before = await files.read(name)
  if (before && Buffer.compare(before, bytes) === 0) return
  // With other writers an outdated file is normal.
  if (before && !disk.isShared) log.warn(`${name} in DATA_DIR differs from the database; replacing the file`)
  await copies.write(name, bytes)
}

/** The action without a valid record in the database, by its state there, with and without a file. */
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
  rewriteCopies: async () => undefined,
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
