// Talks to the archive's thread and tracks the archive's health.
import { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'
import { archiveName } from './archive-database.ts'
import type { ArchiveOrder, ArchiveReply, ArchiveTask, OnDisk } from './archive-messages.ts'
import { waitingName } from './archive-waiting-database.ts'
import { createHealth, type Health } from './disk-health.ts'
import { createLink } from './thread-link.ts'

/** Options of an archive: a file in a folder, or PostgreSQL with an optional folder for the overflow queue. */
export type ArchiveOptions = Parts &
  (
    | { readonly folder: string; readonly database?: undefined }
    | { readonly folder: string | undefined; readonly database: ArchiveInDatabase }
  )

interface Parts {
  /** Size limit in the folder: of the file and its log, or of the overflow queue. */
  readonly maxBytes: number
  /** Whether this process holds the lock of the folder. Without it nothing is written there. */
  readonly mayWrite: () => boolean
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

interface ArchiveInDatabase {
  readonly url: URL
  /** Approximate size limit of the data of all replicas. */
  readonly maxBytes: number
}

/** Starts the worker thread of an archive. */
export type StartArchiveThread = (options: ArchiveOptions) => Worker

/** Starts the worker thread; the database is not opened yet. */
export function startArchiveThread({ folder, maxBytes, database }: ArchiveOptions): Worker {
  const shared = database && { url: database.url.href, maxBytes: database.maxBytes, waitingBytes: maxBytes }
  const options = { workerData: { folder, maxBytes, ...shared }, name: 'archive', execArgv: [] }
  return new Worker(new URL('./archive-thread.ts', import.meta.url), options)
}

export interface ArchiveLine {
  readonly health: Health
  /** Sends a request; resolves to undefined on a timeout or failure, which `health` records. Never rejects. */
  ask(task: ArchiveTask, limitMs: number): Promise<ArchiveReply | undefined>
  /** Number of shares in the last reply. */
  shares(): number
  /** Size of the overflow queue in the last reply; undefined if there is none. */
  onDisk(): OnDisk | undefined
  /** Whether writes are stored, in the database or in the overflow queue. */
  canKeep(): boolean
  /** Terminates the thread. */
  end(): Promise<void>
}

/** Names of the archive and its file for messages. */
function wordsOf({ database, folder }: ArchiveOptions) {
  if (!database) {
    const silent = `${archiveName} in DATA_DIR does not answer: check its disk`
    return { file: archiveName, place: archiveName, silent, meanwhile: undefined }
  }
  const silent = 'PostgreSQL does not answer: check DATABASE_URL'
  const meanwhile = folder === undefined ? undefined : 'is queued in DATA_DIR'
  return { file: waitingName, place: 'PostgreSQL', silent, meanwhile }
}

interface LineParts {
  readonly options: ArchiveOptions
  readonly start: StartArchiveThread
  /** Called after a failure, to schedule a retry. */
  readonly failed: () => void
}

type Sent = ArchiveTask & Pick<ArchiveOrder, 'mayWrite'>

/** Creates the connection; the thread starts with the first `open` or `write` request. */
export function createArchiveLine({ options, start, failed }: LineParts): ArchiveLine {
  const words = wordsOf(options)
  const health = createHealth(options.log, words.file, words.place, words.meanwhile)
  let shares = 0
  let onDisk: OnDisk | undefined
  const link = createLink<Sent, ArchiveReply>({
    start: () => start(options),
    isStarting: ({ kind }) => kind === 'open' || kind === 'write',
    epochMs: options.epochMs,
    heard({ fault, ...reply }) {
      shares = reply.shares
      onDisk = reply.onDisk
      // A locked folder is reported by trawl.db.
      health.heard({ ...reply, fault: fault?.kind === 'taken' ? undefined : fault })
    },
    died(why) {
      onDisk = undefined
      health.failed({ kind: 'silent', words: `the worker thread of ${words.place} exited (${why})` })
      failed()
    },
  })
  /** Handles errors that can only be bugs, or lack of memory. */
  function broke(error: unknown): undefined {
    options.log.error({ err: error }, `a request to the worker thread of ${words.place} failed`)
    health.failed({ kind: 'silent', words: `${words.place} cannot be used because of a bug: see the log` })
  }
  return {
    health,
    async ask(task, limitMs) {
      const order = { ...task, mayWrite: options.mayWrite() }
      const reply = link.isSilent() ? undefined : await link.ask(order, limitMs).catch(broke)
      if (link.isSilent()) health.failed({ kind: 'silent', words: words.silent })
      if (!health.isWell()) failed()
      return reply
    },
    shares: () => shares,
    onDisk: () => onDisk,
    canKeep: () => health.isWell() || (onDisk !== undefined && !link.isSilent()),
    end: link.end,
  }
}
