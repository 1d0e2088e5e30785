// Talks to the archive's thread and tracks the archive's health.
import { Worker } from 'node:worker_threads'
import type { Logger } from '../../observability/log.ts'
import { createDatabaseHealth, type DatabaseHealth } from '../thread/database-health.ts'
import { createThreadRpc } from '../thread/rpc.ts'
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

/** Starts the worker thread of an archive. */
export type StartArchiveThread = (options: ArchiveOptions) => Worker

/** Starts the worker thread; the database is not opened yet. */
export function startArchiveThread({ folder, maxBytes, database }: ArchiveOptions): Worker {
  const shared = database && { url: database.url.href, maxBytes: database.maxBytes, waitingBytes: maxBytes }
  const options = { workerData: { folder, maxBytes, ...shared }, name: 'archive', execArgv: [] }
  return new Worker(new URL('./thread.ts', import.meta.url), options)
}

export interface ArchiveThread {
  readonly health: DatabaseHealth
  /** Sends a request; resolves to undefined on a timeout or failure, which `health` records. Never rejects. */
  ask(task: ArchiveRequestBody, limitMs: number): Promise<ArchiveResponse | undefined>
  /** Number of shares in the last reply. */
  shares(): number
  /** Size of the overflow queue in the last reply; undefined if there is none. */
  overflowSize(): OverflowSize | undefined
  /** Whether writes are stored, in the database or in the overflow queue. */
  canWrite(): boolean
  /** Terminates the thread. */
  end(): Promise<void>
}

/** Names of the archive and its file for messages. */
function describeArchive({ database, folder }: ArchiveOptions) {
  if (!database) {
    const silent = `${archiveName} in DATA_DIR does not answer: check its disk`
    return { file: archiveName, place: archiveName, silent, meanwhile: undefined }
  }
  const silent = 'PostgreSQL does not answer: check DATABASE_URL'
  const meanwhile = folder === undefined ? undefined : 'is queued in DATA_DIR'
  return { file: overflowFileName, place: 'PostgreSQL', silent, meanwhile }
}

interface ArchiveThreadOptions {
  readonly options: ArchiveOptions
  readonly start: StartArchiveThread
  /** Called after a failure, to schedule a retry. */
  readonly onFailure: () => void
}

type SentRequest = ArchiveRequestBody & Pick<ArchiveRequest, 'mayWrite'>

/** Creates the connection; the thread starts with the first `open` or `write` request. */
export function createArchiveThread({ options, start, onFailure }: ArchiveThreadOptions): ArchiveThread {
  const words = describeArchive(options)
  const health = createDatabaseHealth(options.log, words.file, words.place, words.meanwhile)
  let shares = 0
  let overflowSize: OverflowSize | undefined
  const link = createThreadRpc<SentRequest, ArchiveResponse>({
    start: () => start(options),
    isStarting: ({ kind }) => kind === 'open' || kind === 'write',
    epochMs: options.epochMs,
    onReply({ fault, ...reply }) {
      shares = reply.shares
      overflowSize = reply.onDisk
      // A locked folder is reported by trawl.db.
      health.onReply({ ...reply, fault: fault?.kind === 'taken' ? undefined : fault })
    },
    onExit(why) {
      overflowSize = undefined
      health.failed({ kind: 'silent', words: `the worker thread of ${words.place} exited (${why})` })
      onFailure()
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
      const reply = link.isStalled() ? undefined : await link.call(order, limitMs).catch(broke)
      if (link.isStalled()) health.failed({ kind: 'silent', words: words.silent })
      if (!health.isWell()) onFailure()
      return reply
    },
    shares: () => shares,
    overflowSize: () => overflowSize,
    canWrite: () => health.isWell() || (overflowSize !== undefined && !link.isStalled()),
    end: link.end,
  }
}
