// The parts of a disk, put together: the line to its thread, what waits, and how it is.
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

/** What a disk is made of. */
export type DiskOptions = DiskPlace & {
  /** The database and its log stay within about so much. */
  readonly maxBytes: number
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch ms. */
  readonly now: () => number
}

const usualPace = {
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
  /** Whether somebody else has written is looked at so often. */
  lookMs: 1_000,
}

export type Pace = typeof usualPace

/** How a disk is paced there. A statement that PostgreSQL does not answer is given up after seconds, by the thread itself. */
export function paceOf(place: DiskPlace): Pace {
  return isShared(place) ? { ...usualPace, writeMs: 8_000 } : usualPace
}

/** Starts the thread of a disk. */
export type StartThread = (options: DiskOptions) => Worker

export function startThread({ maxBytes, ...place }: DiskOptions): Worker {
  // Flags of the process may not suit a thread. It makes little of its own, and what it is handed is large: young garbage shall not pile up.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }
  const at = 'database' in place ? { database: place.database.href } : { folder: place.folder }
  const options = { workerData: { ...at, maxBytes }, name: 'disk', execArgv: [], resourceLimits }
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
  readonly changes: Changes
  /** The reply, or nothing when there is none in time; what is wrong is noted and tried again later. */
  ask(task: Task, limitMs: number): Promise<Reply | undefined>
}

/** So much may wait in memory to be written. */
const mostWaitingBytes = 32 * 1024 * 1024

/** Puts a disk together; nothing is opened yet. */
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

/** Who hears what came of asking. */
interface Hearers {
  /** The database is another than before. */
  isAnother(): void
  /** Something is wrong: it is to be tried again. */
  isWrong(): void
}

type Asking = Pick<DiskParts, 'health' | 'link' | 'ask'> & { readonly failed: (error: unknown) => void }

/** Makes the line to the thread; whatever comes of asking, how the database is is noted. */
function createAsking(options: DiskOptions, start: StartThread, hearers: Hearers): Asking {
  const words = wordsOf(options)
  const health = createHealth(options.log, 'trawl.db', words.name)
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
      health.failed({ kind: 'silent', words: `the thread that reads and writes ${words.name} has ended (${why})` })
      hearers.isWrong()
    },
  })
  /** What can only be a mistake of ours, or memory at its end. */
  function failed(error: unknown): undefined {
    options.log.error({ err: error }, `an order to the thread of ${words.name} failed`)
    health.failed({ kind: 'silent', words: `${words.name} cannot be used by a fault of Trawl: see its log` })
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
