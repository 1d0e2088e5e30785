// Builds the parts of the trawl.db client: connection to its thread, write queue, health.
import { Worker } from 'node:worker_threads'
import type { Logger } from '../../observability/log.ts'
import { transactionBytes } from '../thread/batch-size.ts'
import { createDatabaseHealth, type DatabaseHealth } from '../thread/database-health.ts'
import { createThreadRpc, type ThreadRpc } from '../thread/rpc.ts'
import type { WriteLoop } from '../thread/write-loop.ts'
import { type ChangeWatcher, createChangeWatcher } from './change-watcher.ts'
import { type DatabaseLocation, describeLocation, isSharedLocation } from './location.ts'
import type { TrawlDbRequestBody, TrawlDbResponse } from './messages.ts'
import { createPendingRecords, type PendingRecords } from './pending-records.ts'
import { createReadBatcher, type ReadBatcher } from './read-batcher.ts'
import { createTrawlDbWriter } from './write-loop.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

/** Options of the trawl.db client. */
export type TrawlDbOptions = DatabaseLocation & {
  /** Approximate size limit of the database and its log. */
  readonly maxBytes: number
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

const defaultTimings = {
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

export type TrawlDbTimings = typeof defaultTimings

/** The timings of a location. The thread itself gives up on a PostgreSQL statement after seconds. */
export function timingsFor(place: DatabaseLocation): TrawlDbTimings {
  return isSharedLocation(place) ? { ...defaultTimings, writeMs: 8_000 } : defaultTimings
}

/** Starts the worker thread of the database. */
export type StartThread = (options: TrawlDbOptions) => Worker

export function startThread({ maxBytes, ...place }: TrawlDbOptions): Worker {
  // Node flags of the process may not suit a thread. Its messages are large and its garbage is small, so the young generation is kept small.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }
  const at = 'database' in place ? { database: place.database.href } : { folder: place.folder }
  const options = { workerData: { ...at, maxBytes }, name: 'disk', execArgv: [], resourceLimits }
  return new Worker(new URL('./thread.ts', import.meta.url), options)
}

/** The parts of the client. */
export interface TrawlDbParts {
  readonly link: ThreadRpc<TrawlDbRequestBody, TrawlDbResponse>
  readonly health: DatabaseHealth
  readonly records: PendingRecords
  readonly waiting: WriteQueue
  readonly writing: WriteLoop
  readonly reading: ReadBatcher
  readonly changes: ChangeWatcher
  /** Sends a request; resolves to undefined on a timeout or failure, which `health` records and a retry follows. */
  ask(task: TrawlDbRequestBody, limitMs: number): Promise<TrawlDbResponse | undefined>
}

/** Size limit of the write queue in memory. */
const maxQueuedBytes = 32 * 1024 * 1024

/** Creates the parts; the database is not opened yet. */
export function createTrawlDbParts(options: TrawlDbOptions, pace: TrawlDbTimings, start: StartThread): TrawlDbParts {
  const records = createPendingRecords()
  const waiting = createWriteQueue(maxQueuedBytes)
  const { health, link, failed, ask } = createThreadCall(options, start, {
    onReplaced() {
      records.restore()
      writing.schedule()
    },
    onFault() {
      writing.retryLater()
      changes.markUncertain()
    },
  })
  const writing: WriteLoop = createTrawlDbWriter({
    waiting,
    records,
    isWell: health.isWell,
    isAlive: link.isStalled,
    failed,
    ask: (task) => ask(task, pace.writeMs),
    batchBytes: transactionBytes(options.maxBytes),
    retryMs: pace.retryMs,
  })
  const reading = createReadBatcher(describeLocation(options).name, (answers, names) =>
    ask({ kind: 'read', answers, records: names }, pace.readMs),
  )
  const changes = createChangeWatcher({
    revisions: async (names) => (await ask({ kind: 'look', names }, pace.readMs))?.revisions,
    known: records.revision,
    isWell: health.isWell,
    everyMs: isSharedLocation(options) ? pace.lookMs : undefined,
  })
  health.onLockAcquired(changes.notifyAll)
  return { link, health, records, waiting, writing, reading, changes, ask }
}

/** Listeners for the results of calls. */
interface ThreadListeners {
  /** Called when the database was replaced. */
  onReplaced(): void
  /** Called after a failure, to schedule a retry. */
  onFault(): void
}

type ThreadCall = Pick<TrawlDbParts, 'health' | 'link' | 'ask'> & { readonly failed: (error: unknown) => void }

/** Creates the call to the thread; the result of each call updates the health. */
function createThreadCall(options: TrawlDbOptions, start: StartThread, listeners: ThreadListeners): ThreadCall {
  const words = describeLocation(options)
  const health = createDatabaseHealth(options.log, 'trawl.db', words.name)
  let onReplaced = false
  const link = createThreadRpc<TrawlDbRequestBody, TrawlDbResponse>({
    start: () => start(options),
    isStarting: ({ kind }) => kind === 'write' || kind === 'open',
    buffersOf,
    epochMs: options.epochMs,
    onReply(reply) {
      onReplaced ||= reply.isAnother
      health.onReply(reply)
    },
    onExit(why) {
      health.failed({ kind: 'silent', words: `the worker thread of ${words.name} exited (${why})` })
      listeners.onFault()
    },
  })
  /** Handles errors that can only be bugs, or lack of memory. */
  function failed(error: unknown): undefined {
    options.log.error({ err: error }, `a request to the worker thread of ${words.name} failed`)
    health.failed({ kind: 'silent', words: `${words.name} cannot be used because of a bug: see the log` })
  }
  async function ask(task: TrawlDbRequestBody, limitMs: number): Promise<TrawlDbResponse | undefined> {
    const reply = link.isStalled() ? undefined : await link.call(task, limitMs).catch(failed)
    if (link.isStalled()) health.failed({ kind: 'silent', words: words.silent })
    if (onReplaced) {
      onReplaced = false
      listeners.onReplaced()
    }
    if (!health.isWell()) listeners.onFault()
    return reply
  }
  return { health, link, failed, ask }
}

function buffersOf(task: TrawlDbRequestBody): ArrayBuffer[] {
  if (task.kind !== 'write') return []
  return [...task.answers.map(({ json }) => json), ...task.records.map(({ bytes }) => bytes)].flatMap(
    (bytes) => bytes?.buffer ?? [],
  )
}
