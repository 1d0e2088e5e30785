// The line to the archive's thread, and how the archive is.
import { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'
import { archiveName } from './archive-database.ts'
import type { ArchiveOrder, ArchiveReply, ArchiveTask } from './archive-messages.ts'
import { createHealth, type Health } from './disk-health.ts'
import { createLink } from './thread-link.ts'

/** What an archive is made of. */
export interface ArchiveOptions {
  readonly folder: string
  /** The file and its log stay within so much. */
  readonly maxBytes: number
  /** Whether the folder is ours: while another Trawl has it nothing is written. */
  readonly mayWrite: () => boolean
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch ms. */
  readonly now: () => number
}

/** Starts the thread of an archive. */
export type StartArchiveThread = (options: ArchiveOptions) => Worker

/** Starts the thread; nothing is opened yet. */
export function startArchiveThread({ folder, maxBytes }: ArchiveOptions): Worker {
  const options = { workerData: { folder, maxBytes }, name: 'archive', execArgv: [] }
  return new Worker(new URL('./archive-thread.ts', import.meta.url), options)
}

export interface ArchiveLine {
  readonly health: Health
  /** The reply, or nothing when there is none in time; what is wrong is noted. Never rejects. */
  ask(task: ArchiveTask, limitMs: number): Promise<ArchiveReply | undefined>
  /** How many shares are kept, as last heard. */
  shares(): number
  /** Ends the thread. */
  end(): Promise<void>
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
  const health = createHealth(options.log, archiveName, archiveName)
  let shares = 0
  const link = createLink<Sent, ArchiveReply>({
    start: () => start(options),
    isStarting: ({ kind }) => kind === 'open' || kind === 'write',
    now: options.now,
    heard({ fault, ...reply }) {
      shares = reply.shares
      // Of a folder that another Trawl has trawl.db tells.
      health.heard({ ...reply, ...(fault && fault.kind !== 'taken' && { fault }) })
    },
    died(why) {
      health.failed({ kind: 'silent', words: `the thread that reads and writes ${archiveName} has ended (${why})` })
      failed()
    },
  })
  /** What can only be a mistake of ours, or memory at its end. */
  function broke(error: unknown): undefined {
    options.log.error({ err: error }, `an order to the thread of ${archiveName} failed`)
    health.failed({ kind: 'silent', words: `${archiveName} cannot be used by a fault of Trawl: see its log` })
  }
  return {
    health,
    async ask(task, limitMs) {
      const order = { ...task, mayWrite: options.mayWrite() }
      const reply = link.isSilent() ? undefined : await link.ask(order, limitMs).catch(broke)
      if (link.isSilent())
        health.failed({ kind: 'silent', words: `${archiveName} in DATA_DIR does not answer: look at its disk` })
      if (!health.isWell()) failed()
      return reply
    },
    shares: () => shares,
    end: link.end,
  }
}
