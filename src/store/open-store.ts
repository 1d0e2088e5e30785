// What is kept, by the settings: in memory, in DATA_DIR where there is one, and in PostgreSQL where several replicas keep it together.
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import type { ArchiveShelf } from '../search/archive/sighting.ts'
import type { Shelf } from '../upstream/copies.ts'
import type { AnswersAtHand, Kept } from '../upstream/kept.ts'
import { type OpenArchive, openArchive } from './archive-shelf.ts'
import { type Budget, createBudget } from './budget.ts'
import { type Disk, openDisk } from './disk.ts'
import { createFileShelf } from './file-shelf.ts'
import { isWorldWritable } from './folder-mode.ts'
import { withHistory } from './history.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { answersIn } from './memory-answers.ts'
import { createRecords, noRecords, type Records } from './records.ts'

/** Everything that is kept. */
export interface Store {
  readonly answers: AnswersAtHand
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
  /** How much is kept here, in bytes. */
  bytes(): { readonly memory: number; readonly disk: number }
  /** Writes what is waiting, and closes. */
  close(): Promise<void>
}

interface StoreParts {
  readonly config: Pick<Config, 'DATA_DIR' | 'CACHE_MB' | 'DISK_MB'> &
    Partial<Pick<Config, 'ARCHIVE' | 'DATABASE_URL' | 'DATABASE_MB'>>
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
 * Opens the store. A folder or a database that cannot be used now is no reason not to start: the store says so, and keeps in memory what it can.
 * @throws (rejects) Error with a sentence when a database is from a newer Trawl.
 */
export async function openStore({ config, log, now }: StoreParts): Promise<Store> {
  if (config.DATA_DIR !== undefined) warnOfOpenFolder(config.DATA_DIR, log)
  const budget = createBudget(config.CACHE_MB * megabyte, now)
  const memory = budget.hold<Kept>()
  const { own, shared, archive } = await openDatabases({ config, log, now })
  const home = shared ?? own
  if (!home) return { ...inMemory(budget), answers: answersIn(memory, now) }
  const { DATA_DIR: folder } = config
  const files = folder === undefined ? noFiles : createFileShelf(folder, log)
  const records = createRecords({ disk: home, files, doubled: folder === undefined ? new Map() : doubled, log })
  const disk = shared ? withHistory(own, shared, isOfList) : home
  return {
    ...{ budget, shelf: files, records },
    ...(archive && { archive }),
    answers: createKeptAnswers({ memory, disk, now, log }),
    troubles: () => [...new Set([own, shared, archive, files].flatMap((part) => part?.troubles() ?? []))],
    notices: () => [...new Set([own, shared, archive, records].flatMap((part) => part?.notices() ?? []))],
    bytes: () => ({
      memory: budget.bytes(),
      disk: (own?.bytes() ?? 0) + (shared ? 0 : (archive?.size().bytes ?? 0)),
    }),
    close: async () => void (await Promise.all([own, shared, archive].map((part) => part?.close()))),
  }
}

/** Somebody could put another file in the place of one of ours. */
function warnOfOpenFolder(folder: string, log: StoreParts['log']): void {
  if (isWorldWritable(folder))
    log.warn(
      `DATA_DIR (${folder}) may be written to by every user of this machine, who could change what is kept: chmod 700 ${folder}`,
    )
}

/** Hot lists have no colon in their ids; what is asked for searches and checks has. They are few, and each is one answer. */
export function isOfList(key: string): boolean {
  return !key.slice(0, key.indexOf(' ')).includes(':')
}

interface Databases {
  /** The one of DATA_DIR, which only this process writes. */
  readonly own?: Disk | undefined
  /** The one that all replicas share. */
  readonly shared?: Disk | undefined
  readonly archive?: OpenArchive | undefined
}

/** Opens those there are to be. When one cannot be used by this Trawl all are closed again. */
async function openDatabases(parts: StoreParts): Promise<Databases> {
  const [own, shared] = await Promise.allSettled([openOwn(parts), openShared(parts)])
  const opened = {
    ...(own.status === 'fulfilled' && { own: own.value }),
    ...(shared.status === 'fulfilled' && { shared: shared.value }),
  }
  try {
    for (const one of [own, shared]) if (one.status === 'rejected') throw one.reason
    return { ...opened, archive: await openArchiveOf(parts, opened.own) }
  } catch (error) {
    await Promise.all([opened.own?.close(), opened.shared?.close()])
    throw error
  }
}

async function openOwn({ config, ...parts }: StoreParts): Promise<Disk | undefined> {
  const { DATA_DIR: folder, DISK_MB } = config
  return folder === undefined
    ? undefined
    : await openDisk({ ...parts, folder, maxBytes: DISK_MB * megabyte * answersShare(config) })
}

/** The rest is the archive's, or what waits for it to be kept in PostgreSQL. */
function answersShare({ ARCHIVE: hasArchive = false, DATABASE_URL: database }: StoreParts['config']): number {
  if (!hasArchive) return 1
  return database ? 7 / 8 : 1 / 2
}

async function openShared({ config, ...parts }: StoreParts): Promise<Disk | undefined> {
  const { DATABASE_URL: database, DATABASE_MB = 0 } = config
  return database && (await openDisk({ ...parts, database, maxBytes: (DATABASE_MB * megabyte) / 10 }))
}

/** The lock of the folder is the own disk's: whoever has it writes all that is in it. */
async function openArchiveOf(
  { config, ...parts }: StoreParts,
  own: Disk | undefined,
): Promise<OpenArchive | undefined> {
  const { ARCHIVE: hasArchive = false, DATA_DIR: folder, DATABASE_URL: url, DATABASE_MB = 0 } = config
  if (!hasArchive) return undefined
  const maxBytes = config.DISK_MB * megabyte * (1 - answersShare(config))
  const mayWrite = () => !own?.isTaken()
  if (url) {
    const database = { url, maxBytes: DATABASE_MB * megabyte * 0.9 }
    return await openArchive({ ...parts, folder, maxBytes, mayWrite, database })
  }
  return folder === undefined ? undefined : await openArchive({ ...parts, folder, maxBytes, mayWrite })
}

const noFiles = {
  read: async () => undefined,
  readSurely: async () => undefined,
  has: async () => false,
  write: async () => false,
  remove: async () => undefined,
  troubles: () => [],
}

/** All that is not answers, where nothing outlasts the process. */
function inMemory(budget: Budget): Omit<Store, 'answers'> {
  return {
    budget,
    // Who has a copy holds what it made of it; the bytes are wanted after a restart only.
    shelf: noFiles,
    records: noRecords,
    troubles: () => [],
    notices: () => [],
    bytes: () => ({ memory: budget.bytes(), disk: 0 }),
    close: async () => undefined,
  }
}
