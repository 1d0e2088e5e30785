// What is kept, by the settings: in memory, and in DATA_DIR where there is one.
import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import { type Budget, createBudget } from './store/budget.ts'
import { openDisk } from './store/disk.ts'
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
  readonly config: Pick<Config, 'DATA_DIR' | 'CACHE_MB' | 'DISK_MB'>
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

const megabyte = 1024 * 1024

/** Without the allow list the service would let in everybody, so the list outlasts the database as a file. An empty one does let in everybody. */
const doubled = new Map([['allow-list.json', '[]\n']])

/**
 * Opens the store. A folder that cannot be used now is no reason not to start: the store says so, and keeps in memory what it can.
 * @throws (rejects) Error with a sentence when the database is from a newer Trawl.
 */
export async function openStore({ config, log, now }: StoreParts): Promise<Store> {
  const budget = createBudget(config.CACHE_MB * megabyte, now)
  const memory = budget.hold<Kept>()
  const { DATA_DIR: folder, DISK_MB } = config
  if (folder === undefined) return { ...inMemory(budget), answers: answersIn(memory, now) }
  const disk = await openDisk({ folder, maxBytes: DISK_MB * megabyte, log, now })
  const shelf = createFileShelf(folder, log)
  const records = createRecords({ disk, files: shelf, doubled, log })
  return {
    budget,
    shelf,
    answers: createKeptAnswers({ memory, disk, now, log }),
    records,
    troubles: () => [...disk.troubles(), ...shelf.troubles()],
    notices: () => [...disk.notices(), ...records.notices()],
    bytes: () => ({ memory: budget.bytes(), disk: disk.bytes() }),
    close: disk.close,
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
