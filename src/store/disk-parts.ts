// The parts of a disk, put together: the line to its thread, what waits, and how it is.
import { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'
import { transactionBytes } from './database-room.ts'
import { createHealth, type Health } from './disk-health.ts'
import type { Reply, Task } from './disk-messages.ts'
import { createReading, type Reading } from './disk-reading.ts'
import { createRecords, type Records } from './disk-records.ts'
import { createWaiting, type Waiting } from './disk-waiting.ts'
import { createWriting } from './disk-writing.ts'
import type { Rounds } from './rounds.ts'
import { createLink, type Link } from './thread-link.ts'

/** What a disk is made of. */
export interface DiskOptions {
  readonly folder: string
  /** The database and its log stay within about so much. */
  readonly maxBytes: number
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch ms. */
  readonly now: () => number
}

export const usualPace = {
  /** After this what failed is tried again. */
  retryMs: 3_000,
  /** What has expired is let go so often, also when nothing is written. */
  tidyMs: 60_000,
  /** So long an opening may take until the start goes on without it. */
  openMs: 10_000,
  /** So long a reader waits. */
  readMs: 5_000,
  /** So long a writer waits. */
  writeMs: 30_000,
  /** So long the end may take. */
  closeMs: 4_000,
}

export type Pace = typeof usualPace

/** Starts the thread of a disk. */
export type StartThread = (options: DiskOptions) => Worker

export function startThread({ folder, maxBytes }: DiskOptions): Worker {
  // Flags of the process may not suit a thread. It makes little of its own, and what it is handed is large: young garbage shall not pile up.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }
  const options = { workerData: { folder, maxBytes }, name: 'disk', execArgv: [], resourceLimits }
  return new Worker(new URL('./disk-thread.ts', import.meta.url), options)
}

/** A disk from inside. */
export interface DiskParts {
  readonly link: Link<Task, Reply>
  readonly health: Health
  readonly records: Records
  readonly waiting: Waiting
  readonly writing: Rounds
  readonly reading: Reading
  /** The reply, or nothing when there is none in time; what is wrong is noted and tried again later. */
  ask(task: Task, limitMs: number): Promise<Reply | undefined>
}

/** So much may wait in memory to be written. */
const mostWaitingBytes = 32 * 1024 * 1024

/** Puts a disk together; nothing is opened yet. */
export function createDiskParts(options: DiskOptions, pace: Pace, start: StartThread): DiskParts {
  const health = createHealth(options.log)
  const records = createRecords()
  const waiting = createWaiting(mostWaitingBytes)
  let isAnother = false
  const link = createLink<Task, Reply>({
    start: () => start(options),
    isStarting: ({ kind }) => kind === 'write' || kind === 'open',
    buffersOf,
    now: options.now,
    heard(reply) {
      isAnother ||= reply.isAnother
      health.heard(reply)
    },
    died(why) {
      health.failed({ kind: 'silent', words: `the thread that reads and writes DATA_DIR has ended (${why})` })
      writing.tryLater()
    },
  })
  /** What can only be a mistake of ours, or memory at its end. */
  function failed(error: unknown): undefined {
    options.log.error({ err: error }, 'an order to the thread of DATA_DIR failed')
    health.failed({ kind: 'silent', words: 'DATA_DIR cannot be used by a fault of Trawl: see its log' })
  }
  async function ask(task: Task, limitMs: number): Promise<Reply | undefined> {
    const reply = link.isSilent() ? undefined : await link.ask(task, limitMs).catch(failed)
    if (link.isSilent()) health.failed({ kind: 'silent', words: 'DATA_DIR does not answer: look at its disk' })
    if (isAnother) {
      isAnother = false
      records.restore()
      writing.want()
    }
    if (!health.isWell()) writing.tryLater()
    return reply
  }
  const writing: Rounds = createWriting({
    waiting,
    records,
    isWell: health.isWell,
    isAlive: link.isSilent,
    failed,
    ask: (task) => ask(task, pace.writeMs),
    batchBytes: transactionBytes(options.maxBytes),
    retryMs: pace.retryMs,
  })
  const reading = createReading((answers, names) => ask({ kind: 'read', answers, records: names }, pace.readMs))
  return { link, health, records, waiting, writing, reading, ask }
}

function buffersOf(task: Task): ArrayBuffer[] {
  if (task.kind !== 'write') return []
  return [...task.answers.map(({ json }) => json), ...task.records.map(({ bytes }) => bytes)].flatMap(
    (bytes) => bytes?.buffer ?? [],
  )
}
