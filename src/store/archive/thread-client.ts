// The client side of the archive's thread.
import type { Logger } from '../../observability/log.ts'
import type { StorageNames } from '../thread/database-health.ts'
import { type ConnectToThread, startSharedThread, type ThreadConnection } from '../thread/shared-thread.ts'
import { createStorageThread } from '../thread/storage-thread.ts'
import type { ArchiveRequest, ArchiveRequestBody, ArchiveResponse, OverflowSize } from './messages.ts'
import { overflowFileName } from './overflow-database.ts'
import { archiveName } from './sqlite-database.ts'

/** Options of an archive: a file in a folder, or PostgreSQL with an optional folder for the overflow queue. */
export type ArchiveOptions = ArchiveLocation &
  (
    | { readonly folder: string; readonly database?: undefined }
    | { readonly folder: string | undefined; readonly database: SharedArchiveOptions }
  )

interface ArchiveLocation {
  /** Size limit in the folder: of the file and its log, or of the overflow queue. */
  readonly maxBytes: number
  /** Whether this process holds the lock of the folder. Without it nothing is written there. */
  readonly mayWrite: () => boolean
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

interface SharedArchiveOptions {
  readonly url: URL
  /** Approximate size limit of the data of all replicas. */
  readonly maxBytes: number
}

export type StartArchiveThread = (options: ArchiveOptions) => ThreadConnection

/** Connects to the archive in this thread; by default in one of its own. The database is not opened yet. */
export function startArchiveThread(
  { folder, maxBytes, database }: ArchiveOptions,
  connect: ConnectToThread = startSharedThread(),
): ThreadConnection {
  if (!database) return connect({ name: 'archive.db', options: { folder, maxBytes } })
  const shared = { url: database.url.href, maxBytes: database.maxBytes }
  return connect({ name: 'archive.db', options: { folder, maxBytes, database: shared } })
}

export type ArchiveThread = ReturnType<typeof createArchiveThread>

function describeArchive({ database, folder }: ArchiveOptions): StorageNames {
  if (!database) {
    const silent = `${archiveName} in DATA_DIR does not answer: check its disk`
    return { file: archiveName, place: archiveName, silent }
  }
  const silent = 'PostgreSQL does not answer: check DATABASE_URL'
  const meanwhile = folder === undefined ? undefined : 'is queued in DATA_DIR'
  return { file: overflowFileName, place: 'PostgreSQL', silent, meanwhile }
}

/** Time limits, and the size limit of the queue. */
export const defaultTimings = {
  /** Sightings are gathered this long before they are written: a write for the answer of each source takes several times the CPU time. */
  gatherMs: 250,
  /** Delay of a retry after a failure. */
  retryMs: 3_000,
  /** The start waits this long for the archive to open. */
  openMs: 10_000,
  /** Time limit of a read. */
  readMs: 5_000,
  /** Time limit of a write. */
  writeMs: 30_000,
  /** Time limit of `close`. */
  closeMs: 4_000,
  /** Maximum number of sightings queued in memory. */
  maxQueued: 50_000,
}

export type ArchiveTimings = typeof defaultTimings

type SentRequest = ArchiveRequestBody & Pick<ArchiveRequest, 'mayWrite'>

/** Creates the client; `onFault` is called after a failure, to schedule a retry. */
export function createArchiveThread(options: ArchiveOptions, start: StartArchiveThread, onFault: () => void) {
  let shares = 0
  let overflowSize: OverflowSize | undefined
  const thread = createStorageThread<SentRequest, ArchiveResponse>({
    start: () => start(options),
    names: describeArchive(options),
    options,
    onReply(reply) {
      shares = reply?.shares ?? shares
      overflowSize = reply?.onDisk
    },
    onFault,
    // A string is copied at once; cloning a batch takes several times as long as its JSON.
    encode: JSON.stringify,
  })
  return {
    health: thread.health,
    ask: (task: ArchiveRequestBody, limitMs: number) => thread.ask({ ...task, mayWrite: options.mayWrite() }, limitMs),
    /** Number of shares in the last reply. */
    shares: () => shares,
    /** Size of the overflow queue in the last reply; undefined if there is none. */
    overflowSize: () => overflowSize,
    /** Whether writes are stored, in the database or in the overflow queue. */
    canWrite: () => thread.health.isWell() || (overflowSize !== undefined && !thread.isStalled()),
    close: thread.close,
  }
}
