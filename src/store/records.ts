// Persistent records in the database; imports files that older versions left.
import type { Logger } from '../log.ts'
import type { Disk } from './disk.ts'
import type { Written } from './disk-messages.ts'
import type { FileShelf } from './file-shelf.ts'
import { reasonOf } from './reason-of.ts'

/** Small records by name. */
export interface Records {
  /** Returns a record; undefined if there is none. Rejects while the database cannot be read. */
  read(name: string): Promise<Uint8Array | undefined>
  /**
   * Returns the record as parsed by `read`. Falls back to the file of the same name if the database has no record, cannot be read, or its record
   * is invalid. Undefined if neither exists. Rejects when all that exists is unreadable, or when it is unknown whether something exists.
   */
  readSurely<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /**
   * Writes a record over the revision last read or written here. `unwritten`: the write failed and will not happen later. `changed`: another
   * process has written since and nothing is written; read the record, apply the change again and write it. So reads and writes of a record must
   * not run concurrently.
   */
  write(name: string, bytes: Uint8Array): Promise<Written>
  /**
   * Registers a listener for changes of a record by other processes: within about a second of a write, and on suspicion, when the process that
   * held the folder has ended or the database is back. It is called repeatedly until the record is read here.
   */
  onChangedElsewhere(name: string, hear: () => void): void
  /** Checks for changes now instead of at the next interval. */
  nudge(): void
  /** Warnings about possible data loss, one sentence each. */
  notices(): readonly string[]
}

interface RecordsParts {
  readonly disk: Pick<
    Disk,
    | 'readRecord'
    | 'writeRecord'
    | 'troubles'
    | 'notices'
    | 'isTaken'
    | 'isShared'
    | 'onChangedElsewhere'
    | 'lookForChanges'
  >
  /** Files beside the database. */
  readonly files: Pick<FileShelf, 'read' | 'readSurely' | 'has' | 'write' | 'remove'>
  /**
   * Records that are also written to files, so that they survive the database; the value is the content of the file before the first write. So the
   * file always exists, and its absence is significant.
   */
  readonly doubled: ReadonlyMap<string, string>
  readonly log: Pick<Logger, 'warn'>
}

const databaseFile = 'trawl.db'

/** Creates the record store. Records have the names that older versions gave to files of `DATA_DIR`. */
export function createRecords(parts: RecordsParts): Records {
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
    async readSurely(name, read) {
      const stored = await readStored(disk, name, read)
      if (stored.state === 'valid') {
        await mend(parts, name, stored.bytes)
        return stored.value
      }
      const file = await files.readSurely(name)
      if (!file) return await withoutFile(parts, name, stored, notices)
      const { warns, repairsDatabase } = plans[stored.state].withFile
      if (warns) {
        const why = reasonOf(stored.error)
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
      if (written === 'written' && doubled.has(name)) await double(parts, name, bytes)
      return written
    },
    onChangedElsewhere: disk.onChangedElsewhere,
    nudge: disk.lookForChanges,
    notices: () => [...notices],
  }
}

/** Writes the file. If that fails the old file is removed: it would be used when the database cannot be read. */
async function double(
  { files, log }: Pick<RecordsParts, 'files' | 'log'>,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  if (await files.write(name, bytes)) return
  try {
    await files.remove(name)
  } catch (error) {
    const why = reasonOf(error)
    log.warn(`${name} in DATA_DIR is older than the database and cannot be removed (${why})`)
  }
}

/** Rewrites the file if it differs from the database, unless another process does so. */
async function mend({ disk, files, log }: RecordsParts, name: string, bytes: Uint8Array): Promise<void> {
  if (disk.isTaken()) return
  const before = await files.read(name)
  if (before && Buffer.compare(before, bytes) === 0) return
  // With other writers an outdated file is normal.
  if (before && !disk.isShared) log.warn(`${name} in DATA_DIR differs from the database; replacing the file`)
  await double({ files, log }, name, bytes)
}

/** What to do without a valid record in the database, by its state there, with and without a file. */
const plans = {
  missing: { withFile: { warns: false, repairsDatabase: true }, withoutFile: 'absent' },
  invalid: { withFile: { warns: true, repairsDatabase: true }, withoutFile: 'fail' },
  unreadable: { withFile: { warns: true, repairsDatabase: false }, withoutFile: 'absent if there is no database' },
} as const

/** Handles a missing file; returns undefined if no record exists. @throws Error when a record may exist. */
async function withoutFile(
  { disk, files, doubled, log }: RecordsParts,
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
export const noRecords: Records = {
  read: async () => undefined,
  readSurely: async () => undefined,
  write: async () => 'written',
  onChangedElsewhere: () => undefined,
  nudge: () => undefined,
  notices: () => [],
}

/** A record without a valid value in the database: it is missing or invalid, or the database cannot be read. */
interface NotStored {
  readonly state: keyof typeof plans
  readonly error?: unknown
}

type Stored<Value> = { readonly state: 'valid'; readonly value: Value; readonly bytes: Uint8Array } | NotStored

async function readStored<Value>(
  disk: RecordsParts['disk'],
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
