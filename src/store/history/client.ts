// The client of the history in the main thread: queues refreshes, writes them in batches, and reads.
import { withTimeout } from '../../async/timeout.ts'
import type { Logger } from '../../observability/log.ts'
import { createDatabaseHealth } from '../thread/database-health.ts'
import { createWriteLoop } from '../thread/write-loop.ts'
import type { HistoryReply, HistoryTask } from './request-handler.ts'
import { historyName } from './schema.ts'
import type { HistoryStorage } from './types.ts'
import type { RefreshToWrite } from './write-operations.ts'

export interface HistoryClient extends HistoryStorage {
  /** Opens the database; the sentence of a fault that must stop the start. */
  open(): Promise<string | undefined>
  /** Health problems, one sentence each; empty if there are none. */
  troubles(): readonly string[]
  /** Warnings that remain after recovery, such as a quarantined file. */
  notices(): readonly string[]
  bytes(): number
  /** Writes what is queued, then closes. */
  close(): Promise<void>
}

interface HistoryClientOptions {
  /** Sends a task to the thread of the database; undefined if it does not answer in time. */
  readonly ask: (task: HistoryTask, limitMs: number) => Promise<HistoryReply | undefined>
  readonly isShared: boolean
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  readonly timings: {
    readonly retryMs: number
    readonly tidyMs: number
    readonly openMs: number
    readonly readMs: number
    readonly writeMs: number
  }
}

/** Refreshes queued at most; a refresh of fifty items takes about 20 KB. */
const maxQueued = 1_000
/** Refreshes in one transaction, during which readers wait. */
const maxAtOnce = 20
/** Refreshes are gathered this long before they are written. */
const gatherMs = 250

export function createHistoryClient({ ask, isShared, log, timings }: HistoryClientOptions): HistoryClient {
  const health = createDatabaseHealth(log, {
    file: historyName,
    place: isShared ? 'the history in PostgreSQL' : historyName,
    silent: `${historyName} does not answer`,
    meanwhile: 'of the history waits in memory',
  })
  let isClosed = false
  const send = async (task: HistoryTask, limitMs: number): Promise<HistoryReply | undefined> => {
    const reply = isClosed ? undefined : await ask(task, limitMs)
    if (reply) health.onReply(reply)
    return reply
  }
  const queue = createRefreshQueue(
    async (refreshes) => (await send({ kind: 'write', refreshes }, timings.writeMs))?.isDone ?? false,
    { log, retryMs: timings.retryMs },
  )
  const onBug = (error: unknown) => log.error({ err: error }, 'bug: a repeated task of the history failed')
  const tidy = async () => (await send({ kind: 'tidy' }, timings.writeMs))?.hasMore ?? false
  const tidying = repeatTask(tidy, timings.tidyMs, onBug)
  // While no list is refreshed, nothing else would notice that the database is well again.
  const probe = async () => {
    if (health.faultMessage() !== undefined) await send({ kind: 'open' }, timings.openMs)
    return false
  }
  const probing = repeatTask(probe, timings.retryMs, onBug)
  return {
    async open() {
      const fault = (await send({ kind: 'open' }, timings.openMs))?.fault
      return fault?.kind === 'newer' ? fault.words : undefined
    },
    record(list, refresh) {
      if (!isClosed) queue.put({ list, ...refresh })
    },
    ...createReads(async (task) => {
      // Clients have received the refreshes that are queued.
      await withTimeout(queue.settle(), timings.readMs)
      return await send(task, timings.readMs)
    }),
    troubles() {
      const words = health.faultMessage()
      return words === undefined ? [] : [`${words}; ${queue.describe()}`]
    },
    notices: health.notices,
    bytes: health.bytes,
    async close() {
      tidying.end()
      probing.end()
      await queue.flush()
      await send({ kind: 'close' }, timings.writeMs)
      isClosed = true
    },
  }
}

function createReads(
  read: (task: HistoryTask) => Promise<HistoryReply | undefined>,
): Pick<HistoryStorage, 'listAt' | 'listsSince' | 'page'> {
  return {
    listAt: async (list, time) => (await read({ kind: 'listAt', list, time }))?.listAt,
    listsSince: async (time) => (await read({ kind: 'listsSince', time }))?.lists,
    page: async (query) => (await read({ kind: 'page', query }))?.page,
  }
}

/** Creates the queue of refreshes; `write` resolves to whether they were written. The oldest are dropped when it is full. */
function createRefreshQueue(
  write: (refreshes: readonly RefreshToWrite[]) => Promise<boolean>,
  { log, retryMs }: Pick<HistoryClientOptions, 'log'> & { readonly retryMs: number },
) {
  const queue: RefreshToWrite[] = []
  let dropped = 0
  let isWell = true

  async function writeSome(): Promise<void> {
    const some = queue.slice(0, maxAtOnce)
    isWell = await write(some)
    // Some may have been dropped meanwhile.
    if (isWell) queue.splice(0, some.filter((refresh) => queue.includes(refresh)).length)
    if (queue.length === 0) dropped = 0
  }

  const { schedule, settle, flush } = createWriteLoop({
    async run() {
      do await writeSome()
      while (isWell && queue.length > 0)
    },
    mayBegin: () => isWell,
    isWell: () => isWell,
    hasPending: () => queue.length > 0,
    onBug: (error) => log.error({ err: error }, 'bug: the write loop of the history failed'),
    retryMs,
    gatherMs,
  })
  return {
    put(refresh: RefreshToWrite): void {
      queue.push(refresh)
      if (queue.length > maxQueued) {
        queue.shift()
        dropped += 1
      }
      schedule()
    },
    settle,
    flush,
    describe: () =>
      `${queue.length} refreshes of hot lists are queued in memory${dropped > 0 ? `, ${dropped} were dropped` : ''}`,
  }
}

/** Runs a task at intervals, again at once while it has more to do, one run at a time; after a rejection at the next interval. */
function repeatTask(task: () => Promise<boolean>, everyMs: number, onBug: (error: unknown) => void) {
  let isRunning = false
  let isOver = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (!isOver && (await task()));
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void run().catch(onBug), everyMs)
  return {
    end(): void {
      isOver = true
      clearInterval(timer)
    },
  }
}
