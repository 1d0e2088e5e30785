// Builds the parts of the trawl.db client: its thread, write queue, write loop (one transaction at a time), reads, changes by others.
import type { Logger } from '../../observability/log.ts'
import { createHistoryClient } from '../history/client.ts'
import type { HistoryTask } from '../history/request-handler.ts'
import type { HistoryLimits } from '../history/sqlite-database.ts'
import { createWritePermit, revokeCommit } from '../thread/commit-permit.ts'
import { type ConnectToThread, startSharedThread, type ThreadConnection } from '../thread/shared-thread.ts'
import { createStorageThread } from '../thread/storage-thread.ts'
import { createWriteLoop, type WriteLoop } from '../thread/write-loop.ts'
import { createChangeWatcher } from './change-watcher.ts'
import { type DatabaseLocation, describeLocation, isSharedLocation, transactionBytes } from './location.ts'
import type { TrawlDbRequestBody, TrawlDbResponse } from './messages.ts'
import { createPendingRecords, type PendingRecords } from './pending-records.ts'
import { createReadBatcher } from './read-batcher.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

export type TrawlDbOptions = DatabaseLocation & {
  /** Approximate size limit of the database and its log. */
  readonly maxBytes: number
  /** Limits of the history of hot lists; undefined: none is kept there. */
  readonly history?: HistoryLimits | undefined
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

const defaultTimings = {
  /** Answers are gathered this long before they are written: those of a search come one after another, and each transaction costs. */
  gatherMs: 250,
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

export type StartThread = (options: TrawlDbOptions) => ThreadConnection

/** Connects to the database in this thread; by default in one of its own. The database is not opened yet. */
export function startThread(
  { maxBytes, history, ...place }: TrawlDbOptions,
  connect: ConnectToThread = startSharedThread(),
): ThreadConnection {
  const at = 'database' in place ? { database: place.database.href } : { folder: place.folder }
  return connect({ name: 'trawl.db', options: { ...at, maxBytes, history } })
}

export type TrawlDbParts = ReturnType<typeof createTrawlDbParts>

/** Size limit of the write queue in memory. */
const maxQueuedBytes = 32 * 1024 * 1024

/** Creates the parts; the database is not opened yet. */
export function createTrawlDbParts(options: TrawlDbOptions, timings: TrawlDbTimings, start: StartThread) {
  const names = describeLocation(options)
  const records = createPendingRecords()
  const waiting = createWriteQueue(maxQueuedBytes)
  const thread = createStorageThread<TrawlDbRequestBody, TrawlDbResponse>({
    start: () => start(options),
    names,
    options,
    buffersOf,
    onReplaced() {
      records.restore()
      writing.schedule()
    },
    onFault() {
      writing.retryLater()
      changes.markUncertain()
    },
  })
  const { ask, health } = thread
  const writing: WriteLoop = createTrawlDbWriter({
    waiting,
    records,
    isWell: health.isWell,
    isAlive: thread.isStalled,
    failed: thread.failed,
    ask: (task) => ask(task, timings.writeMs),
    batchBytes: transactionBytes(options.maxBytes),
    retryMs: timings.retryMs,
    gatherMs: timings.gatherMs,
  })
  const reading = createReadBatcher(names.place, (answers, records) =>
    ask({ kind: 'read', answers, records }, timings.readMs),
  )
  const changes = createChangeWatcher({
    revisions: async (names) => (await ask({ kind: 'look', names }, timings.readMs))?.revisions,
    known: records.revision,
    isWell: health.isWell,
    everyMs: isSharedLocation(options) ? timings.lookMs : undefined,
  })
  health.onLockAcquired(changes.notifyAll)
  const history =
    options.history &&
    createHistoryClient({ ask: askHistory, isShared: isSharedLocation(options), log: options.log, timings })
  return { thread, health, records, waiting, writing, reading, changes, history }

  async function askHistory(task: HistoryTask, limitMs: number) {
    return (await ask({ kind: 'history', task }, limitMs))?.history
  }
}

function buffersOf(task: TrawlDbRequestBody): ArrayBuffer[] {
  if (task.kind !== 'write') return []
  return [...task.answers.map(({ json }) => json), ...task.records.map(({ bytes }) => bytes)].flatMap(
    (bytes) => bytes?.buffer ?? [],
  )
}

interface TrawlDbWriterOptions {
  readonly waiting: WriteQueue
  readonly records: PendingRecords
  readonly ask: (task: TrawlDbRequestBody) => Promise<TrawlDbResponse | undefined>
  readonly isWell: () => boolean
  /** Whether an unanswered request may still be executed. */
  readonly isAlive: () => boolean
  /** Called with bugs and lack of memory; the database then counts as unhealthy until the next reply. */
  readonly failed: (error: unknown) => void
  /** Approximate bytes of one transaction. */
  readonly batchBytes: number
  readonly retryMs: number
  /** How long answers that arrive during a round are gathered. */
  readonly gatherMs: number
}

/** Maximum answers in one transaction, during which readers wait. */
const maxAnswersAtOnce = 500

/** Writes what is queued at this moment; returns whether there were more answers than one transaction takes. */
async function round({ waiting, records, ask, isAlive, failed, batchBytes }: TrawlDbWriterOptions): Promise<boolean> {
  const some = records.take()
  const permit = createWritePermit()
  let batch: ReturnType<WriteQueue['take']> | undefined
  let reply: TrawlDbResponse | undefined
  let isCut = false
  try {
    batch = waiting.take(batchBytes, maxAnswersAtOnce)
    isCut = waiting.count() > batch.answers.length
    reply = await ask({ kind: 'write', records: some.records, answers: batch.answers, permit })
  } catch (error) {
    failed(error)
  }
  if (reply) some.done(reply.areRecordsWritten, reply.changed)
  // Do not block later writes on a commit that hangs.
  else void revokeCommit(permit, isAlive).then(some.done)
  batch?.done(reply?.areAnswersWritten ?? false)
  return isCut
}

/** Creates the write loop; it starts with the first write. */
export function createTrawlDbWriter(parts: TrawlDbWriterOptions): WriteLoop {
  const { waiting, records, isWell, failed: onBug, retryMs, gatherMs } = parts
  const hasPending = () => records.hasSome() || waiting.hasSome()
  const loop: WriteLoop = createWriteLoop({
    async run({ isFinishing }) {
      let isCut = false
      do isCut = await round(parts)
      while (records.hasNew() || (isWell() && (isCut || isFinishing()) && hasPending()))
      if (isWell() && hasPending() && !isFinishing()) loop.schedule(gatherMs)
    },
    mayBegin: () => isWell() || records.hasNew(),
    isWell,
    hasPending,
    onBug,
    retryMs,
  })
  return loop
}
