// What is kept, by the settings: in memory, and in DATA_DIR where there is one.
import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import type { ArchiveShelf } from './search/archive/sighting.ts'
import { type OpenArchive, openArchive } from './store/archive-shelf.ts'
import { type Budget, createBudget } from './store/budget.ts'
import { type Disk, openDisk } from './store/disk.ts'
import type { DiskOptions } from './store/disk-parts.ts'
import { createFileShelf } from './store/file-shelf.ts'
import { createKeptAnswers } from './store/kept-answers.ts'
import { answersIn } from './store/memory-answers.ts'
import { createRecords, noRecords, type Records } from './store/records.ts'
import type { Shelf } from './upstream/copies.ts'
import type { Answers, Kept } from './upstream/kept.ts'

/** Everything that is kept. */
export interface Store {
  readonly answers: Answers
  /** The memory that answers take, for whoever else keeps things in memory. */
  readonly budget: Budget
  /** Where copies of large files are. */
  readonly shelf: Shelf
  readonly records: Records
  /** Where links are kept, if they are. */
  readonly archive?: ArchiveShelf
  /** Why nothing can be kept at the moment, a sentence each; empty when all is well. */
  troubles(): readonly string[]
  /** What somebody should know although all works, a sentence each. */
  notices(): readonly string[]
  /** How much is kept, in bytes. */
  bytes(): { readonly memory: number; readonly disk: number }
  /** Writes what is waiting, and closes. */
  close(): Promise<void>
}

interface StoreParts {
  readonly config: Pick<Config, 'DATA_DIR' | 'CACHE_MB' | 'DISK_MB'> & Partial<Pick<Config, 'ARCHIVE'>>
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

const megabyte = 1024 * 1024

/** Without the allow list the service would let in everybody, and without the bans show what must not be shown, so both outlast the database as files. An empty one does let in everybody, or shows all. */
const doubled = new Map([
  ['allow-list.json', '[]\n'],
  ['bans.json', '[]\n'],
])

/**
 * Opens the store. A folder that cannot be used now is no reason not to start: the store says so, and keeps in memory what it can.
 * @throws (rejects) Error with a sentence when a database is from a newer Trawl.
 */
export async function openStore({ config, log, now }: StoreParts): Promise<Store> {
  const budget = createBudget(config.CACHE_MB * megabyte, now)
  const memory = budget.hold<Kept>()
  const { DATA_DIR: folder, DISK_MB, ARCHIVE: hasArchive = false } = config
  if (folder === undefined) return { ...inMemory(budget), answers: answersIn(memory, now) }
  const maxBytes = (DISK_MB * megabyte) / (hasArchive ? 2 : 1)
  const parts = { folder, maxBytes, log, now }
  const disk = await openDisk(parts)
  const archive = hasArchive ? await openBeside(disk, parts) : undefined
  const shelf = createFileShelf(folder, log)
  const records = createRecords({ disk, files: shelf, doubled, log })
  return {
    ...{ budget, shelf, records },
    ...(archive && { archive }),
    answers: createKeptAnswers({ memory, disk, now, log }),
    troubles: () => [...disk.troubles(), ...(archive?.troubles() ?? []), ...shelf.troubles()],
    notices: () => [...disk.notices(), ...(archive?.notices() ?? []), ...records.notices()],
    bytes: () => ({ memory: budget.bytes(), disk: disk.bytes() + (archive?.size().bytes ?? 0) }),
    close: async () => void (await Promise.all([disk.close(), archive?.close()])),
  }
}

/** The lock of the folder is the disk's: whoever has it writes both. */
async function openBeside(disk: Disk, parts: DiskOptions): Promise<OpenArchive> {
  try {
    return await openArchive({ ...parts, mayWrite: () => !disk.isTaken() })
  } catch (error) {
    await disk.close()
    throw error
  }
}

/** All that is not answers, where nothing outlasts the process. */
function inMemory(budget: Budget): Omit<Store, 'answers'> {
  return {
    budget,
    // Who has a copy holds what it made of it; the bytes are wanted after a restart only.
    shelf: { read: async () => undefined, write: async () => false },
    records: noRecords,
    troubles: () => [],
    notices: () => [],
    bytes: () => ({ memory: budget.bytes(), disk: 0 }),
    close: async () => undefined,
  }
}
