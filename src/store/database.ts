// A database as the main thread sees it: one call to run a function in the worker thread, its faults, and the queue of writes before it.
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import type { Fault } from './fault.ts'
import { assume } from './sql/sql.ts'
import { type DatabaseOptions, type FunctionName, type FunctionResult, isRead, type Tables } from './tables.ts'
import type { Reply, StoreThread } from './thread/store-thread.ts'
import { createWriteQueue, StoreError } from './write-queue.ts'

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
  const { epochMs, maxQueuedBytes: maxBytes = 32 * 1024 * 1024 } = context
  const times = { ...defaultTimings, ...context.timings }
  const health = createDatabaseHealth(options, context.log)
  const { isWell } = health
  const calls = createCalls(thread, { options, health, context, times, onFault: () => recovery.later() })
  const { run, onBug } = calls
  const mayTidy = () => !isClosed && isWell()
  const { maintain, tidy, shares } = createMaintenance(options, calls, epochMs, mayTidy)
  const queue = createWriteQueue({ maxBytes, gatherMs: times.gatherMs, isWell, maintain, onBug })
  const recovery = createRecovery(times.retryMs, onBug, async (limitMs = times.writeMs) => {
    thread.ensureStarted()
    await run('probe', [], { limitMs })
    health.set(undefined)
    // Also to finish maintenance that an earlier process left.
    queue.schedule(0)
  })
  const tidying = setInterval(() => void tidy(), times.tidyMs)
  let isClosed = false

  async function flush(): Promise<void> {
    if (!isWell()) await recovery.now()
    await queue.flush()
    await calls.close()
  }

  return {
    ...{ run, queue, health, times, epochMs, log: context.log },
    /** Whether several processes write at the same time. */
    isShared: 'url' in options.at,
    isClosed: () => isClosed,
    /** The number of shares in the archive. */
    shares,
    /** Bytes of the database and its log on disk. */
    bytes: calls.bytes,
    /** After a failure the database is opened in the background. @throws (rejects) Error with a sentence when the database is from a newer version; then it is closed. */
    async open(): Promise<void> {
      await recovery.now(times.openMs)
      if (health.isNewer()) {
        await this.close()
        throw new Error(health.words())
      }
      await maintain(false).catch(onBug)
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
function describeTroubles(health: DatabaseHealth, queue: ReturnType<typeof createWriteQueue>): readonly string[] {
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
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const now = async (limitMs?: number) => void (await attempt(limitMs).catch(onBug))
  const retry = () => {
    timer = undefined
    void now()
  }
  return {
    now,
    later(): void {
      if (!isOver) timer ??= setTimeout(retry, delayMs)
    },
    end(): void {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** Maintenance in steps, between which other calls have their turn. */
function createMaintenance(
  { answers, history }: DatabaseOptions,
  { run, onBug }: ReturnType<typeof createCalls>,
  epochMs: () => number,
  mayTidy: () => boolean,
) {
  let shares = 0
  let isTidying = false
  async function maintain(isIdle: boolean) {
    const state = await run('maintain', [isIdle])
    shares = state.shares
    return state
  }
  return {
    /** One step after writes. */
    maintain,
    /** The number of shares in the archive after the last step. */
    shares: () => shares,
    /** Deletes what has expired; one run at a time. */
    async tidy(): Promise<void> {
      if (isTidying) return
      isTidying = true
      try {
        while (answers && mayTidy() && (await run('tidyAnswers', [epochMs()])));
        while (history && mayTidy() && (await run('tidyHistory', [epochMs(), history])));
        while (mayTidy() && (await maintain(true)).hasMore);
      } catch (error) {
        onBug(error)
      }
      isTidying = false
    },
  }
}

const maxNotices = 5

type DatabaseHealth = ReturnType<typeof createDatabaseHealth>

/** The fault of the database, logged once, and the corrupt files that were renamed. */
export function createDatabaseHealth({ name, at }: DatabaseOptions, log: DatabaseContext['log']) {
  const place = name === 'trawl.db' ? 'DATA_DIR' : name
  let fault: Fault | undefined
  let notices: readonly string[] = []
  const recovered = new Set<() => void>()

  return {
    /** Its name in messages. */
    place,
    /** The message when it does not answer, without full stop. */
    silent: 'url' in at ? 'PostgreSQL does not answer: check DATABASE_URL' : `${place} does not answer: check its disk`,
    set(next: Fault | undefined): void {
      const before = fault
      fault = next
      if (next && next.kind !== before?.kind)
        log.warn(`${next.words}; until it recovers, new data is kept in memory only`)
      if (next || !before) return
      log.info(`${place} stores new data again`)
      for (const listener of recovered) listener()
    },
    /** Reports that a corrupt file was renamed. */
    onReplaced(newName: string): void {
      const notice = `${name} in DATA_DIR was corrupt; it was renamed to ${newName} and a new one was created`
      notices = [...notices, notice].slice(-maxNotices)
      log.error(notice)
    },
    isWell: () => fault === undefined,
    isNewer: () => fault?.kind === 'newer',
    /** Whether another process holds the lock of the folder; until it ends this one only reads. */
    isLockedByOther: () => fault?.kind === 'taken',
    /** A sentence about the current fault, without full stop. */
    words: () => fault?.words,
    /** Warnings that remain after recovery, such as a quarantined file. */
    notices: () => notices,
    /** Listeners for the end of a fault: another process may have written meanwhile. */
    recovered,
  }
}

interface RunOptions {
  /** Buffers that are moved to the thread. */
  readonly transfer?: readonly ArrayBuffer[]
  /** A call that waited longer for its turn is not executed. */
  readonly maxWaitMs?: number
  /** Time limit; default: that of a read or a write. */
  readonly limitMs?: number
}

interface CallParts {
  readonly options: DatabaseOptions
  readonly health: DatabaseHealth
  readonly context: DatabaseContext
  readonly times: DatabaseTimings
  /** Called after a failure, to schedule a retry. */
  readonly onFault: () => void
}

/** What becomes of failed calls: the fault is noted, and the error has its sentence. */
function createFailures({ health, context, onFault }: CallParts) {
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
  return {
    failed,
    onBug,
    /** @throws StoreError. */
    resultOf(reply: Reply): unknown {
      if (reply.renamed !== undefined) health.onReplaced(reply.renamed)
      if (reply.bug !== undefined) throw onBug(new Error(reply.bug))
      if (reply.fault) throw failed(reply.fault)
      if (reply.isLate) throw new StoreError('the call waited too long for its turn')
      return reply.result
    },
  }
}

/** The calls of a database. */
function createCalls(thread: StoreThread, parts: CallParts) {
  const { options, health, context, times } = parts
  const { failed, onBug, resultOf } = createFailures(parts)
  let bytes = 0
  let isClosed = false
  /** Calls that take longer than their limit: until they are answered, others would only wait. */
  let stalled = 0

  /** @throws (rejects) StoreError. */
  async function send(name: string, args: readonly unknown[], { transfer, maxWaitMs, limitMs }: RunOptions) {
    if (stalled > 0) throw failed({ kind: 'silent', words: health.silent })
    const call = { database: options.name, name, args, now: context.epochMs(), maxWaitMs }
    const reply = thread.call(call, transfer).then((answer) => ({ answer }))
    const inTime = await withTimeout(reply, limitMs ?? (isRead(name) ? times.readMs : times.writeMs))
    bytes = inTime?.answer?.bytes ?? bytes
    if (inTime?.answer) return resultOf(inTime.answer)
    if (inTime) throw new StoreError(health.words() ?? `the worker thread of ${health.place} is not running`)
    stalled += 1
    void reply.then(() => {
      stalled -= 1
    })
    throw failed({ kind: 'silent', words: health.silent })
  }

  thread.onExit((why) => {
    if (!isClosed) failed({ kind: 'silent', words: `the worker thread of ${health.place} exited (${why})` })
  })
  return {
    /** Runs a function of the database. @throws (rejects) StoreError when it failed; it was logged, and `troubles` shows it. */
    async run<Name extends FunctionName>(
      name: Name,
      args: Parameters<Tables[Name]>,
      given: RunOptions = {},
    ): Promise<FunctionResult<Name>> {
      if (isClosed) throw new StoreError(`${health.place} is closed`)
      const result = await send(name, args, given)
      // The thread runs the function of this name.
      assume<FunctionResult<Name>>(result)
      return result
    },
    onBug,
    bytes: () => bytes,
    /** The last call. Never rejects. */
    async close(): Promise<void> {
      isClosed = true
      const call = { database: options.name, name: 'close', args: [], now: context.epochMs() }
      if (stalled === 0) await withTimeout(thread.call(call), times.closeMs)
    },
  }
}
