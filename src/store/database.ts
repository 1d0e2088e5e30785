// A database as the main thread sees it: one call to run a function in the worker thread, its faults, and the queue of writes before it.
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import type { Fault } from './sqlite/fault.ts'
import {
  type DatabaseOptions,
  type FunctionName,
  type FunctionResult,
  isRead,
  type RunOptions,
  type Tables,
} from './tables.ts'
import type { Reply, StoreThread } from './thread/store-thread.ts'
import { createWriteQueue, StoreError, type WriteQueue } from './write-queue.ts'

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
  const { log, epochMs, maxQueuedBytes: maxBytes = 32 * 1024 * 1024 } = context
  const times = { ...defaultTimings, ...context.timings }
  const health = createDatabaseHealth(options, log)
  const calls = createCalls(thread, { options, health, context, times, onFault: () => recovery.later() })
  const { run, onBug } = calls
  const { isWell } = health
  const mayTidy = () => !isClosed && isWell()
  const { maintain, tidy, shares } = createMaintenance(options, { run, onBug, epochMs, mayTidy })
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
    ...{ run, queue, health, times, epochMs, log },
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

type Run = ReturnType<typeof createCalls>['run']

interface MaintenanceParts {
  readonly run: Run
  readonly onBug: (error: unknown) => void
  readonly epochMs: () => number
  readonly mayTidy: () => boolean
}

/** Maintenance in steps, between which other calls have their turn. */
function createMaintenance({ answers, history }: DatabaseOptions, { run, onBug, epochMs, mayTidy }: MaintenanceParts) {
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

/** Health problems, one sentence each; empty if there are none. */
function describeTroubles(health: DatabaseHealth, queue: WriteQueue): readonly string[] {
  const tooMuch = queue.hasDropped() ? `data arrives faster than ${health.place} can be written` : undefined
  const words = health.words() ?? tooMuch
  return words === undefined ? [] : [`${words}${queue.describe()}`]
}

const maxNotices = 5

type DatabaseHealth = ReturnType<typeof createDatabaseHealth>

/** The fault of the database, logged once, and the corrupt files that were renamed. */
export function createDatabaseHealth({ name, at }: DatabaseOptions, log: DatabaseContext['log']) {
  const place = name === 'trawl.db' ? 'DATA_DIR' : name
  const silent =
    'url' in at ? 'PostgreSQL does not answer: check DATABASE_URL' : `${place} does not answer: check its disk`
  let fault: Fault | undefined
  let notices: readonly string[] = []
  const recovered = new Set<() => void>()

  return {
    /** Its name in messages. */
    place,
    /** The message when it does not answer, without full stop. */
    silent,
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
    onReplaced(setAside: string): void {
      const notice = `${name} in DATA_DIR was corrupt; it was renamed to ${setAside} and a new one was created`
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
    if (reply.setAside !== undefined) health.onReplaced(reply.setAside)
    if (reply.bug !== undefined) throw onBug(new Error(reply.bug))
    if (reply.fault) throw failed(reply.fault)
    if (reply.isLate) throw new StoreError('the call waited too long for its turn')
    return reply.result
  }

  /** Runs a function of the database. @throws (rejects) StoreError when it failed; it was logged, and `troubles` shows it. */
  async function run<Name extends FunctionName>(
    name: Name,
    args: Parameters<Tables[Name]>,
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
