// Builds the parts of the trawl.db client: connection to its thread, write queue, health.
import { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'
import { type Changes, createChanges } from './disk-changes.ts'
import { createHealth, type Health } from './disk-health.ts'
import type { Reply, Task } from './disk-messages.ts'
import { type DiskPlace, isShared, wordsOf } from './disk-place.ts'
import { createReading, type Reading } from './disk-reading.ts'
import { createRecords, type Records } from './disk-records.ts'
import { createWaiting, type Waiting } from './disk-waiting.ts'
import { createWriting } from './disk-writing.ts'
import type { Rounds } from './rounds.ts'
import { createLink, type Link } from './thread-link.ts'
import { transactionBytes } from './transaction-bytes.ts'

/** Options of the trawl.db client. */
export type DiskOptions = DiskPlace & {
  /** Approximate size limit of the database and its log. */
  readonly maxBytes: number
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

const usualPace = {
  /** Delay of a retry after a failure. */
  retryMs: 3_000,
  /** Interval of maintenance, which deletes expired answers. */
  tidyMs: 60_000,
  /** The start waits this long for the database to open. */
  openMs: 10_000,
  /** Time limit of a read. */
  readMs: 5_000,
  /** Time limit of a write. */
  writeMs: 30_000,
  /** Time limit of `close`. */
  closeMs: 4_000,
  /** Interval of checks for writes of other processes. */
  lookMs: 1_000,
}

export type Pace = typeof usualPace

/** The timings of a location. The thread itself gives up on a PostgreSQL statement after seconds. */
export function paceOf(place: DiskPlace): Pace {
  return isShared(place) ? { ...usualPace, writeMs: 8_000 } : usualPace
}

/** Starts the worker thread of the database. */
export type StartThread = (options: DiskOptions) => Worker

export function startThread({ maxBytes, ...place }: DiskOptions): Worker {
  // Node flags of the process may not suit a thread. Its messages are large and its garbage is small, so the young generation is kept small.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }
  const at = 'database' in place ? { database: place.database.href } : { folder: place.folder }
  const options = { workerData: { ...at, maxBytes }, name: 'disk', execArgv: [], resourceLimits }
  return new Worker(new URL('./disk-thread.ts', import.meta.url), options)
}

/** The parts of the client. */
export interface DiskParts {
  readonly link: Link<Task, Reply>
  readonly health: Health
  readonly records: Records
  readonly waiting: Waiting
  readonly writing: Rounds
  readonly reading: Reading
  readonly changes: Changes
  /** Sends a request; resolves to undefined on a timeout or failure, which `health` records and a retry follows. */
  ask(task: Task, limitMs: number): Promise<Reply | undefined>
}

/** Size limit of the write queue in memory. */
const mostWaitingBytes = 32 * 1024 * 1024

/** Creates the parts; the database is not opened yet. */
export function createDiskParts(options: DiskOptions, pace: Pace, start: StartThread): DiskParts {
  const records = createRecords()
  const waiting = createWaiting(mostWaitingBytes)
  const { health, link, failed, ask } = createAsking(options, start, {
    isAnother() {
      records.restore()
      writing.want()
    },
    isWrong() {
      writing.tryLater()
      changes.doubt()
    },
  })
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
  const reading = createReading(wordsOf(options).name, (answers, names) =>
    ask({ kind: 'read', answers, records: names }, pace.readMs),
  )
  const changes = createChanges({
    revisions: async (names) => (await ask({ kind: 'look', names }, pace.readMs))?.revisions,
    known: records.revision,
    isWell: health.isWell,
    everyMs: isShared(options) ? pace.lookMs : undefined,
  })
  health.onTakenOver(changes.tellAll)
  return { link, health, records, waiting, writing, reading, changes, ask }
}

/** Listeners for the results of calls. */
interface Hearers {
  /** Called when the database was replaced. */
  isAnother(): void
  /** Called after a failure, to schedule a retry. */
  isWrong(): void
}

type Asking = Pick<DiskParts, 'health' | 'link' | 'ask'> & { readonly failed: (error: unknown) => void }

/** Creates the call to the thread; the result of each call updates the health. */
function createAsking(options: DiskOptions, start: StartThread, hearers: Hearers): Asking {
  const words = wordsOf(options)
  const health = createHealth(options.log, 'trawl.db', words.name)
  let isAnother = false
  const link = createLink<Task, Reply>({
    start: () => start(options),
    isStarting: ({ kind }) => kind === 'write' || kind === 'open',
    buffersOf,
    epochMs: options.epochMs,
    heard(reply) {
      isAnother ||= reply.isAnother
      health.heard(reply)
    },
    died(why) {
      health.failed({ kind: 'silent', words: `the worker thread of ${words.name} exited (${why})` })
      hearers.isWrong()
    },
  })
  /** Handles errors that can only be bugs, or lack of memory. */
  function failed(error: unknown): undefined {
    options.log.error({ err: error }, `a request to the worker thread of ${words.name} failed`)
    health.failed({ kind: 'silent', words: `${words.name} cannot be used because of a bug: see the log` })
  }
  async function ask(task: Task, limitMs: number): Promise<Reply | undefined> {
    const reply = link.isSilent() ? undefined : await link.ask(task, limitMs).catch(failed)
    if (link.isSilent()) health.failed({ kind: 'silent', words: words.silent })
    if (isAnother) {
      isAnother = false
      hearers.isAnother()
    }
    if (!health.isWell()) hearers.isWrong()
    return reply
  }
  return { health, link, failed, ask }
}

function buffersOf(task: Task): ArrayBuffer[] {
  if (task.kind !== 'write') return []
  return [...task.answers.map(({ json }) => json), ...task.records.map(({ bytes }) => bytes)].flatMap(
    (bytes) => bytes?.buffer ?? [],
  )
}
