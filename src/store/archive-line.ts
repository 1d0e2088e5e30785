// The line to the archive's thread, and how the archive is.
import { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'
import { archiveName } from './archive-database.ts'
import type { ArchiveOrder, ArchiveReply, ArchiveTask, OnDisk } from './archive-messages.ts'
import { waitingName } from './archive-waiting-database.ts'
import { createHealth, type Health } from './disk-health.ts'
import { createLink } from './thread-link.ts'

/** What an archive is made of: it is in a file of the folder, or in PostgreSQL, with what cannot be written there waiting in the folder, if there is one. */
export type ArchiveOptions = Parts &
  (
    | { readonly folder: string; readonly database?: undefined }
    | { readonly folder: string | undefined; readonly database: ArchiveInDatabase }
  )

interface Parts {
  /** What is in the folder stays within so much: the file and its log, or what waits. */
  readonly maxBytes: number
  /** Whether the folder is ours: while another Trawl has it nothing is written there. */
  readonly mayWrite: () => boolean
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch ms. */
  readonly now: () => number
}

interface ArchiveInDatabase {
  readonly url: URL
  /** What all replicas keep there stays within about so much. */
  readonly maxBytes: number
}

/** Starts the thread of an archive. */
export type StartArchiveThread = (options: ArchiveOptions) => Worker

/** Starts the thread; nothing is opened yet. */
export function startArchiveThread({ folder, maxBytes, database }: ArchiveOptions): Worker {
  const shared = database && { url: database.url.href, maxBytes: database.maxBytes, waitingBytes: maxBytes }
  const options = { workerData: { folder, maxBytes, ...shared }, name: 'archive', execArgv: [] }
  return new Worker(new URL('./archive-thread.ts', import.meta.url), options)
}

export interface ArchiveLine {
  readonly health: Health
  /** The reply, or nothing when there is none in time; what is wrong is noted. Never rejects. */
  ask(task: ArchiveTask, limitMs: number): Promise<ArchiveReply | undefined>
  /** How many shares are kept, as last heard. */
  shares(): number
  /** How much waits on disk, as last heard; nothing where all waits in memory. */
  onDisk(): OnDisk | undefined
  /** Whether what is to be written is kept now, be it that it waits on disk. */
  canKeep(): boolean
  /** Ends the thread. */
  end(): Promise<void>
}

/** How the archive and its file are called in sentences. */
function wordsOf({ database, folder }: ArchiveOptions) {
  if (!database) {
    const silent = `${archiveName} in DATA_DIR does not answer: look at its disk`
    return { file: archiveName, place: archiveName, silent, meanwhile: undefined }
  }
  const silent = 'PostgreSQL does not answer: look at DATABASE_URL'
  const meanwhile = folder === undefined ? undefined : 'waits in DATA_DIR'
  return { file: waitingName, place: 'PostgreSQL', silent, meanwhile }
}

interface LineParts {
  readonly options: ArchiveOptions
  readonly start: StartArchiveThread
  /** Hears that something went wrong, or may be better when it is tried again. */
  readonly failed: () => void
}

type Sent = ArchiveTask & Pick<ArchiveOrder, 'mayWrite'>

/** Makes the line; the thread starts with the first order to open or to write. */
export function createArchiveLine({ options, start, failed }: LineParts): ArchiveLine {
  const words = wordsOf(options)
  const health = createHealth(options.log, words.file, words.place, words.meanwhile)
  let shares = 0
  let onDisk: OnDisk | undefined
  const link = createLink<Sent, ArchiveReply>({
    start: () => start(options),
    isStarting: ({ kind }) => kind === 'open' || kind === 'write',
    now: options.now,
    heard({ fault, ...reply }) {
      shares = reply.shares
      onDisk = reply.onDisk
      // Of a folder that another Trawl has trawl.db tells.
      health.heard({ ...reply, ...(fault && fault.kind !== 'taken' && { fault }) })
    },
    died(why) {
      onDisk = undefined
      health.failed({ kind: 'silent', words: `the thread that reads and writes ${words.place} has ended (${why})` })
      failed()
    },
  })
  /** What can only be a mistake of ours, or memory at its end. */
  function broke(error: unknown): undefined {
    options.log.error({ err: error }, `an order to the thread of ${words.place} failed`)
    health.failed({ kind: 'silent', words: `${words.place} cannot be used by a fault of Trawl: see its log` })
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
