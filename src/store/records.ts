// Small records kept over restarts, in the database; what an earlier Trawl left as files is taken over.
import type { Logger } from '../log.ts'
import type { Disk } from './disk.ts'
import type { Written } from './disk-messages.ts'
import type { FileShelf } from './file-shelf.ts'
import { reasonOf } from './reason-of.ts'

/** Records, each a few bytes under a name. */
export interface Records {
  /** What is kept under the name; undefined when there is nothing. Rejects while the database cannot be read. */
  read(name: string): Promise<Uint8Array | undefined>
  /**
   * What `read` makes of the record; where the database has none, cannot be read, or holds one that `read` throws at, of the file of that
   * name beside it. Undefined when there is neither. Rejects when there is something and all of it is unreadable, or when nobody can say.
   */
  readSurely<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /**
   * Resolves to whether it is committed; what is `unwritten` now will not be written later. It goes over what was last read or written here
   * under the name. Where another Trawl has written since, nothing is, and that is `changed`: then it is to be read again, what was wanted
   * is to be done to what is there now, and written anew. So whoever keeps a record reads and writes it one after the other.
   */
  write(name: string, bytes: Uint8Array): Promise<Written>
  /**
   * From now on `hear` is called when another Trawl has written the record, within about a second, or may have: one that had the folder has
   * ended, or the database is back. Again and again until it has been read here.
   */
  onChangedElsewhere(name: string, hear: () => void): void
  /** Somebody says that another Trawl has written a record: that is looked at now, and not only within a second. */
  nudge(): void
  /** What may have been lost, a sentence each. */
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
  /** What stands beside the database. */
  readonly files: Pick<FileShelf, 'read' | 'readSurely' | 'has' | 'write' | 'remove'>
  /**
   * Records that are files too, so that they outlast the database, by name: what the file says while nothing was ever written. So a
   * file is always there, and that none is means something.
   */
  readonly doubled: ReadonlyMap<string, string>
  readonly log: Pick<Logger, 'warn'>
}

const databaseFile = 'trawl.db'

/** Keeps records in the database, under the names that an earlier Trawl gave to files of `DATA_DIR`. */
export function createRecords(parts: RecordsParts): Records {
  const { disk, files, doubled, log } = parts
  const notices = new Set<string>()
  return {
    async read(name) {
      // What the other has learned since it last wrote it down would be lost.
      if (disk.isTaken()) throw new Error(`${name} is not ours to take up: another Trawl uses this DATA_DIR`)
      const bytes = await disk.readRecord(name)
      if (bytes) return bytes
      const left = await files.read(name)
      if (left) await disk.writeRecord(name, left)
      return left
    },
    async readSurely(name, read) {
      const found = await inDatabase(disk, name, read)
      if (found.state === 'read') {
        await mend(parts, name, found.bytes)
        return found.value
      }
      const left = await files.readSurely(name)
      if (!left) return await withoutFile(parts, name, found, notices)
      if (found.state !== 'none') {
        log.warn(`${name} cannot be read from the database (${reasonOf(found.error)}); the file in DATA_DIR counts`)
      }
      const value = read(left)
      if (found.state !== 'silent' && Buffer.from(left).toString() !== doubled.get(name)) {
        await disk.writeRecord(name, left)
      }
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

/** Writes the file. Without the new one the old one has to go: it would count when the database cannot be read. */
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
    log.warn(`${name} in DATA_DIR is older than what the database holds, and cannot be removed (${why})`)
  }
}

/** Writes the file anew if it is not what the database says, unless another process does so. */
async function mend({ disk, files, log }: RecordsParts, name: string, bytes: Uint8Array): Promise<void> {
  if (disk.isTaken()) return
  const before = await files.read(name)
  if (before && Buffer.compare(before, bytes) === 0) return
  // Where others write too, it is behind as a matter of course.
  if (before && !disk.isShared)
    log.warn(`${name} in DATA_DIR is not what the database holds; the database counts, the file is replaced`)
  await double({ files, log }, name, bytes)
}

/** Nothing, where that is sure. @throws Error when there may be something. */
async function withoutFile<Value>(
  { disk, files, doubled, log }: RecordsParts,
  name: string,
  found: Found<Value>,
  notices: Set<string>,
): Promise<undefined> {
  if (found.state === 'refused') throw found.error
  if (found.state === 'silent' && (disk.isShared || (await files.has(databaseFile)))) {
    throw new Error(disk.troubles()[0] ?? 'the database cannot be read', { cause: found.error })
  }
  if (disk.notices().length > 0) {
    const notice = `${name} was not in DATA_DIR when trawl.db was set aside: what it said, if anything, is in the file set aside`
    notices.add(notice)
    log.warn(notice)
  }
  const unwritten = doubled.get(name)
  if (unwritten !== undefined && found.state === 'none' && !disk.isTaken()) {
    await files.write(name, Buffer.from(unwritten))
  }
  return undefined
}

/** Records that only last as long as their owners hold them. */
export const noRecords: Records = {
  read: async () => undefined,
  readSurely: async () => undefined,
  write: async () => 'written',
  onChangedElsewhere: () => undefined,
  nudge: () => undefined,
  notices: () => [],
}

/** What the database has: a record, one that cannot be read, none; or it says nothing. */
type Found<Value> =
  | { readonly state: 'read'; readonly value: Value; readonly bytes: Uint8Array }
  | { readonly state: 'refused' | 'silent'; readonly error: unknown }
  | { readonly state: 'none' }

async function inDatabase<Value>(
  disk: RecordsParts['disk'],
  name: string,
  read: (bytes: Uint8Array) => Value,
): Promise<Found<Value>> {
  let bytes: Uint8Array | undefined
  try {
    bytes = await disk.readRecord(name)
  } catch (error) {
    return { state: 'silent', error }
  }
  if (!bytes) return { state: 'none' }
  try {
    return { state: 'read', value: read(bytes), bytes }
  } catch (error) {
    return { state: 'refused', error }
  }
}
