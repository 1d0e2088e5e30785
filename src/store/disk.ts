// The disk: answers and records in a SQLite file of DATA_DIR, or in a PostgreSQL, written and read by a thread of its own.
import { setTimeout as pause } from 'node:timers/promises'
import type { Written } from './disk-messages.ts'
import {
  createDiskParts,
  type DiskOptions,
  type DiskParts,
  type Pace,
  paceOf,
  type StartThread,
  startThread,
} from './disk-parts.ts'
import { isShared, wordsOf } from './disk-place.ts'
import type { Change } from './disk-waiting.ts'

/** An answer as it is kept on disk. */
export interface StoredAnswer {
  /** Epoch ms: when it was true. */
  readonly at: number
  /** Epoch ms: not served after it. */
  readonly until: number
  readonly json: Uint8Array
}

/** What outlasts the process. */
export interface Disk {
  /** What is stored under the key and still serves; undefined when there is nothing or it cannot be read. Never rejects. */
  readAnswer(key: string): Promise<StoredAnswer | undefined>
  /** Resolves to whether it is committed to the disk. Never rejects; nobody needs to wait. */
  writeAnswer(key: string, answer: StoredAnswer): Promise<boolean>
  /** Resolves to whether the disk no longer has it. Never rejects. */
  removeAnswer(key: string): Promise<boolean>
  /** A small record by name (allow list, statistics); undefined when there is none. Rejects when the database cannot be read at all. */
  readRecord(name: string): Promise<Uint8Array | undefined>
  /**
   * Goes over what was last read or written here under the name; when somebody else has written since, nothing is, and that is `changed`.
   * What was answered `unwritten` is not written later (a PostgreSQL that ends in the very commit may have it all the same). Never rejects.
   */
  writeRecord(name: string, bytes: Uint8Array): Promise<Written>
  /** Why nothing can be kept at the moment, a sentence each; empty when all is well. */
  troubles(): readonly string[]
  /** What somebody should know although all works again: a file set aside. */
  notices(): readonly string[]
  /** Whether another Trawl writes the database, which is only read here until that one ends. */
  isTaken(): boolean
  /** Whether others write to it as well, at the same time. */
  readonly isShared: boolean
  /** From now on `hear` is called when somebody else has written the record, or may have; until it has been read here again. */
  onChangedElsewhere(name: string, hear: () => void): void
  /** Looks now whether somebody else has written records. */
  lookForChanges(): void
  /** Bytes of the database and its log on disk. */
  bytes(): number
  /** Writes what is waiting (bounded), then closes. */
  close(): Promise<void>
}

/**
 * Opens the database in `folder`, which is made if need be, or the one at `database`; one that cannot be opened now is tried again behind the scenes.
 * `pace` and `start` are what usually nobody changes.
 * @throws (rejects) Error with a sentence when the database is from a newer Trawl.
 */
export async function openDisk(
  options: DiskOptions,
  pace: Partial<Pace> = {},
  start: StartThread = startThread,
): Promise<Disk> {
  const times = { ...paceOf(options), ...pace }
  const parts = createDiskParts(options, times, start)
  const opened = await parts.ask({ kind: 'open' }, times.openMs)
  if (opened?.fault?.kind !== 'newer') return serve(parts, options, times)
  await close(parts, times)
  throw new Error(opened.fault.words)
}

const removal: Change = { at: 0, until: 0 }

function serve(parts: DiskParts, options: DiskOptions, pace: Pace): Disk {
  const { maxBytes, now } = options
  const { changes, health, reading, records, waiting, writing } = parts
  let closed: Promise<void> | undefined
  function change(key: string, answer: Change): Promise<boolean> {
    writing.want()
    return waiting.put(key, answer)
  }
  const endTidying = keepTidy(parts, pace)
  return {
    async readAnswer(key) {
      const coming = waiting.find(key)
      if (coming) return coming.json && coming.until >= now() ? { ...coming, json: coming.json } : undefined
      return closed === undefined ? reading.answer(key) : undefined
    },
    async writeAnswer(key, answer) {
      if (closed !== undefined) return false
      if (answer.json.byteLength <= maxBytes / 8) return change(key, answer)
      // One that is a good part of the whole would drive out too much. What the disk has of its key is older.
      void change(key, removal)
      return false
    },
    removeAnswer: async (key) => closed === undefined && change(key, removal),
    async readRecord(name) {
      if (closed !== undefined) throw new Error(`${name} cannot be read: ${wordsOf(options).name} is closed`)
      const found = await reading.record(name)
      records.know(name, found)
      return found?.bytes
    },
    async writeRecord(name, bytes) {
      // What it is made of may be older than what the other Trawl has written.
      if (closed !== undefined || health.isTaken()) return 'unwritten'
      // Whether it is back is tried behind the scenes. Who waited for a try of his own would wait for those of all before him too.
      if (isShared(options) && !health.isWell()) return 'unwritten'
      writing.want()
      return records.put(name, bytes)
    },
    troubles: () => troublesOf(parts),
    notices: health.notices,
    isTaken: health.isTaken,
    isShared: isShared(options),
    onChangedElsewhere: changes.on,
    lookForChanges: changes.look,
    bytes: health.bytes,
    close() {
      endTidying()
      changes.end()
      closed ??= close(parts, pace)
      return closed
    },
  }
}

/** Tidies from time to time, one tidying after the other; gives what ends that. */
function keepTidy({ ask, health }: DiskParts, { tidyMs, writeMs }: Pace): () => void {
  let isTidying = false
  let isOver = false
  async function tidy(): Promise<void> {
    if (isTidying) return
    isTidying = true
    while (health.isWell() && !isOver && (await ask({ kind: 'tidy' }, writeMs))?.hasMore);
    isTidying = false
  }
  const timer = setInterval(() => void tidy(), tidyMs)
  void tidy()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

function troublesOf({ health, waiting }: DiskParts): string[] {
  const words = health.words()
  if (words === undefined) return []
  const count = waiting.count() > 0 ? `; ${waiting.count()} answers wait in memory to be written` : ''
  const dropped = waiting.dropped() > 0 ? `, ${waiting.dropped()} were let go` : ''
  return [`${words}${count}${dropped}`]
}

async function close({ ask, link, records, waiting, writing }: DiskParts, { closeMs }: Pace): Promise<void> {
  const hurry = new AbortController()
  const late = pause(closeMs, undefined, { signal: hurry.signal }).catch(() => undefined)
  const written = writing.finish().then(() => ask({ kind: 'close' }, closeMs))
  await Promise.race([written, late])
  waiting.giveUp()
  records.giveUp()
  // A thread that hangs in the disk cannot be ended before the disk lets it go.
  await Promise.race([Promise.all([written, link.end()]), late])
  hurry.abort()
}
