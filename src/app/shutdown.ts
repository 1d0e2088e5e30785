// Ends the process: on a signal, on a mistake of the operator, or on a bug; always within bounded time.
import { pathToFileURL } from 'node:url'
import { withTimeout } from '../async/timeout.ts'
import type { ClosableLog } from '../observability/log.ts'
import { UpstreamError } from '../upstream/errors.ts'

export interface ShutdownStep {
  /** Names the step in the log. */
  readonly what: string
  readonly limitMs: number
  run(): Promise<unknown>
  readonly isUrgent?: boolean
}

export interface ShutdownOptions extends Pick<ClosableLog, 'log' | 'write' | 'end'> {
  /** Absolute paths of folders with custom sources: an error in one of these does not end the process. */
  readonly sourcesFolders: readonly string[]
  /** The id of the parent process where that is a shell of npm: many shells exit on a signal and do not forward it. */
  readonly shellPid?: (() => number) | undefined
  readonly monotonicMs: () => number
  /** The process that receives the signals and ends. */
  readonly process: {
    on(event: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
    on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
    removeAllListeners(event: NodeJS.Signals): unknown
    readonly pid: number
    kill(pid: number, signal: NodeJS.Signals): unknown
    exit(code: number): unknown
  }
}

export type Shutdown = ReturnType<typeof installShutdown>

/** A terminal and npm both forward the same Ctrl+C; a signal within this time is the same one. */
const sameSignalMs = 150

/** Time for the log to finish writing when a second signal forces the exit. */
const flushMs = 100

const shellPollMs = 500

/** Time limit of urgent steps after a bug, when the state of the process is unknown. */
const urgentMs = 1_000

/** SIGHUP: a closed terminal must not lose learned state. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Installs the handlers for signals and uncaught errors. The first signal lets running requests finish, a second one ends at once. */
export function installShutdown(options: ShutdownOptions) {
  const { log, write, end, monotonicMs: now, process } = options
  /** Undefined until the start has finished. */
  let steps: readonly ShutdownStep[] | undefined
  let signalledAt: number | undefined
  let hasFailed = false

  async function exit(code: number, limitMs?: number): Promise<void> {
    await end(limitMs)
    process.exit(code)
  }

  async function endNow(): Promise<void> {
    await runUrgent(steps ?? [])
    await exit(1)
  }

  async function fail(error: unknown): Promise<void> {
    // Errors during this exit are consequences of the first, or the same again.
    if (hasFailed) return
    hasFailed = true
    log.fatal({ err: error }, 'cannot go on')
    await endNow()
  }

  function stop(why: string, signal: NodeJS.Signals): void {
    if (signalledAt !== undefined) return
    signalledAt = now()
    if (!steps) return void endUnfinishedStart(signal, options)
    log.info(`${why}: finishing running requests; send it again to stop immediately`)
    void runSteps(steps, log).then((hasSucceeded) => exit(hasSucceeded ? 0 : 1))
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (signalledAt !== undefined && now() - signalledAt > sameSignalMs) void exit(1, flushMs)
    stop(signal, signal)
  }

  function onUncaught(error: unknown): void {
    const reason = tolerableReason(error, options.sourcesFolders)
    if (reason === undefined) void fail(error)
    else log.error({ err: error }, reason)
  }

  for (const signal of signals) process.on(signal, onSignal)
  if (options.shellPid) onChange(options.shellPid, () => stop('the shell of npm has ended', 'SIGTERM'))
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  return {
    setSteps(all: readonly ShutdownStep[]) {
      steps = all
    },
    isShuttingDown: () => signalledAt !== undefined || hasFailed,
    /** Prints a sentence for the operator as it is, also where the log is JSON: a container's log may be all that they see. */
    async exitWithMessage(message: string): Promise<void> {
      write(`${message}\n`)
      await endNow()
    },
    exitOnBug: fail,
  }
}

/** Leaves it to the default action of the signal, which ends a process with a thread in an endless system call too; `exit` waits for all threads. */
async function endUnfinishedStart(signal: NodeJS.Signals, { log, end, process }: ShutdownOptions): Promise<void> {
  log.info(`${signal}: the start has not finished; the process ends at once`)
  await end(flushMs)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // The first process of a container has no default action.
  process.exit(0)
}

/** Polls a number, and calls `then` once when it changes. */
function onChange(read: () => number, then: () => void): void {
  const first = read()
  const timer = setInterval(() => {
    if (read() === first) return
    clearInterval(timer)
    then()
  }, shellPollMs).unref()
}

async function runUrgent(steps: readonly ShutdownStep[]): Promise<void> {
  const urgent = steps.filter(({ isUrgent }) => isUrgent === true).map(({ run }) => run())
  await withTimeout(Promise.allSettled(urgent), urgentMs)
}

/** Runs all steps even if one fails; resolves to whether all succeeded. */
async function runSteps(
  steps: readonly ShutdownStep[],
  log: Pick<ClosableLog['log'], 'error' | 'fatal'>,
): Promise<boolean> {
  let hasSucceeded = true
  for (const { what, limitMs, run } of steps) {
    try {
      if (
        await withTimeout(
          run().then(() => true),
          limitMs,
        )
      )
        continue
      log.fatal(`${what} did not finish within ${limitMs / 1000} s; the process ends without it`)
    } catch (error) {
      log.error({ err: error }, `${what} failed during shutdown`)
    }
    hasSucceeded = false
  }
  return hasSucceeded
}

/** Why the process may go on after an uncaught error; undefined where it must end, because its state is unknown. */
function tolerableReason(error: unknown, sourcesFolders: readonly string[]): string | undefined {
  // A source may start an ask and not await it; upstream errors are expected.
  if (error instanceof UpstreamError) return 'an upstream failed, and the source that asked did not await it'
  if (!(error instanceof Error)) return undefined
  const folders = sourcesFolders.map((folder) => `${pathToFileURL(folder).href}/`)
  // By stack frames, not by the message, which anyone may have written.
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const isCustomSource = frames.some((line) => folders.some((folder) => line.includes(folder)))
  return isCustomSource ? 'a source of SOURCES_DIR failed outside of an ask' : undefined
}
