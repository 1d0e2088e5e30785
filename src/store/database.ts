// A database as the main thread sees it: one call to run a function in the worker thread, its faults, and the queue of writes before it.
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import { createDatabaseHealth, type DatabaseHealth } from './database-health.ts'
import { createMaintenance } from './maintenance.ts'
import type { Fault } from './sqlite/fault.ts'
import { StoreError } from './store-error.ts'
import {
  type DatabaseOptions,
  type FunctionArguments,
  type FunctionName,
  type FunctionResult,
  isRead,
  type RunOptions,
} from './tables.ts'
import type { Reply, StoreThread } from './thread/store-thread.ts'
import { createWriteLoop } from './write-loop.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

export interface DatabaseContext {
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly timings?: Partial<DatabaseTimings> | undefined
  /** Size limit of the queue in bytes; default 32 MB. */
  readonly maxQueuedBytes?: number | undefined
}

const defaultTimings = {
  /** How long data is gathered before it is written. */
  gatherMs: 250,
  /** Delay of a retry after a failure. */
  retryMs: 3_000,
  /** Interval of maintenance, which deletes what has expired. */
  tidyMs: 60_000,
  /** The start waits this long for the database to open. */
  openMs: 10_000,
  /** Time limit of a read. */
  readMs: 5_000,
  /** Time limit of a write. The thread itself gives up on a PostgreSQL statement after seconds. */
  writeMs: 30_000,
  /** Time limit of `close`. */
  closeMs: 4_000,
  /** Interval of checks for records that other processes wrote. */
  lookMs: 1_000,
}

export type DatabaseTimings = typeof defaultTimings

export type Database = ReturnType<typeof createDatabase>

/** Creates the database `options.name` of the thread; it is not opened yet. */
export function createDatabase(thread: StoreThread, options: DatabaseOptions, context: DatabaseContext) {
  const { log, epochMs, maxQueuedBytes = 32 * 1024 * 1024 } = context
  const times = { ...defaultTimings, ...context.timings }
  const health = createDatabaseHealth(options, log)
  const queue = createWriteQueue(maxQueuedBytes)
  const calls = createCalls(thread, { options, health, context, times, onFault: () => recovery.later() })
  const { run, onBug } = calls
  const maintenance = createMaintenance(options, run)
  const { isWell } = health
  const loop = createWriteLoop({ queue, isWell, maintain: maintenance.maintain, gatherMs: times.gatherMs, onBug })
  let isClosed = false

  const recovery = createRecovery(times.retryMs, onBug, async (limitMs = times.writeMs) => {
    thread.ensureStarted()
    await run('probe', [], { limitMs })
    health.set(undefined)
    // Also to finish maintenance that an earlier process left.
    loop.schedule(0)
  })

  async function flush(): Promise<void> {
    if (!isWell()) await recovery.now()
    await loop.flush()
    await calls.close()
  }

  const tidy = async () => void (await maintenance.tidy(epochMs, () => isClosed || !isWell()).catch(onBug))
  const tidying = setInterval(() => void tidy(), times.tidyMs)

  return {
    ...{ run, queue, loop, health, times, epochMs, log, options },
    /** Whether several processes write at the same time. */
    isShared: 'url' in options.at,
    isClosed: () => isClosed,
    /** The number of shares in the archive. */
    shares: maintenance.shares,
    /** Bytes of the database and its log on disk. */
    bytes: calls.bytes,
    /** @throws (rejects) Error with a sentence when the database is from a newer version. */
    async open(): Promise<void> {
      await recovery.now(times.openMs)
      if (health.isNewer()) throw new Error(health.words())
      await maintenance.maintain(false).catch(onBug)
      void tidy()
    },
    troubles: () => describeTroubles(health, queue),
    /** Writes what is queued, then closes, within a time limit. */
    async close(): Promise<void> {
      if (isClosed) return
      isClosed = true
      clearInterval(tidying)
      await withTimeout(flush().catch(onBug), times.closeMs)
      recovery.end()
    },
  }
}

/** Health problems, one sentence each; empty if there are none. */
function describeTroubles(health: DatabaseHealth, queue: WriteQueue): readonly string[] {
  const tooMuch = queue.hasDropped() ? `data arrives faster than ${health.place} can be written` : undefined
  const words = health.words() ?? tooMuch
  return words === undefined ? [] : [`${words}${queue.describe()}`]
}

/** Finds out whether the database works again, now or after a delay. A failure schedules the next attempt itself. */
function createRecovery(
  delayMs: number,
  onBug: (error: unknown) => void,
  attempt: (limitMs?: number) => Promise<void>,
) {
  const now = async (limitMs?: number) => void (await attempt(limitMs).catch(onBug))
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  return {
    now,
    later(): void {
      if (isOver) return
      timer ??= setTimeout(() => {
        timer = undefined
        void now()
      }, delayMs)
    },
    end(): void {
      isOver = true
      clearTimeout(timer)
    },
  }
}

interface CallParts {
  readonly options: DatabaseOptions
  readonly health: DatabaseHealth
  readonly context: DatabaseContext
  readonly times: DatabaseTimings
  /** Called after a failure, to schedule a retry. */
  readonly onFault: () => void
}

/** The calls of a database, and what becomes of their failures. */
function createCalls(thread: StoreThread, { options, health, context, times, onFault }: CallParts) {
  const send = createSending(thread, options.name, context.epochMs)
  let bytes = 0
  let isClosed = false

  function failed(fault: Fault): StoreError {
    health.set(fault)
    onFault()
    return new StoreError(fault.words)
  }

  function onBug(error: unknown): StoreError {
    if (error instanceof StoreError) return error
    context.log.error({ err: error }, `a call of the worker thread for ${health.place} failed`)
    return failed({ kind: 'silent', words: `${health.place} cannot be used because of a bug: see the log` })
  }

  /** @throws StoreError. */
  function resultOf(reply: Reply): unknown {
    bytes = reply.bytes
    if (reply.isAnother) health.onReplaced(reply.setAside)
    if (reply.bug !== undefined) throw onBug(new Error(reply.bug))
    if (reply.fault) throw failed(reply.fault)
    if (reply.isLate) throw new StoreError('the call waited too long for its turn')
    return reply.result
  }

  async function run<Name extends FunctionName>(
    name: Name,
    args: FunctionArguments<Name>,
    given: RunOptions = {},
  ): Promise<FunctionResult<Name>> {
    if (isClosed) throw new StoreError(`${health.place} is closed`)
    const reply = await send(name, args, { limitMs: isRead(name) ? times.readMs : times.writeMs, ...given })
    if (reply === 'silent') throw failed({ kind: 'silent', words: health.silent })
    if (reply === 'dead') throw new StoreError(health.words() ?? `the worker thread of ${health.place} is not running`)
    const result = resultOf(reply)
    assumeResult<Name>(result)
    return result
  }

  thread.onExit((why) => {
    if (!isClosed) failed({ kind: 'silent', words: `the worker thread of ${health.place} exited (${why})` })
  })
  return {
    run,
    onBug,
    bytes: () => bytes,
    /** The last call. */
    async close(): Promise<void> {
      isClosed = true
      await send('close', [], { limitMs: times.closeMs })
    },
  }
}

/** Sends calls to the thread; `silent` when one takes longer than its limit, and at once until that one is answered: others would only wait. */
function createSending(thread: StoreThread, database: DatabaseOptions['name'], epochMs: () => number) {
  let stalled = 0
  return async (
    name: string,
    args: readonly unknown[],
    { limitMs, maxWaitMs, transfer }: RunOptions & { readonly limitMs: number },
  ): Promise<Reply | 'silent' | 'dead'> => {
    if (stalled > 0) return 'silent'
    const calling = thread.call({ database, name, args, now: epochMs(), maxWaitMs }, transfer)
    const reply = await withTimeout(
      calling.then((answer) => answer ?? 'dead'),
      limitMs,
    )
    if (reply !== undefined) return reply
    stalled += 1
    void calling.then(() => {
      stalled -= 1
    })
    return 'silent'
  }
}

function assumeResult<Name extends FunctionName>(_result: unknown): asserts _result is FunctionResult<Name> {
  // Not checked at run time: the thread runs the function of this name.
}
