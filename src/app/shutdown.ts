// How the process ends: told to by a signal, by a mistake of the operator, or by a bug of ours; always, and soon.
import { pathToFileURL } from 'node:url'
import type { Log } from '../log.ts'
import { UpstreamError } from '../upstream/errors.ts'

/** Something to be done before the process ends. */
export interface ShutdownStep {
  /** What hangs if it takes longer than `mostMs`, in the words of the log. */
  readonly what: string
  readonly limitMs: number
  run(): Promise<unknown>
  /** It is done also when a bug of ours ends the process, as far as that takes no longer than a second. */
  readonly isUrgent?: boolean
}

export interface ShutdownOptions extends Log {
  /** Where the operator's own sources are, as absolute paths: what fails in them ends nothing. */
  readonly sourcesFolders: readonly string[]
  /**
   * The id of the process that started this one, where that is a shell of npm: many of these take the signals that npm hands on, end by
   * them, and tell nobody.
   */
  readonly shellPid?: (() => number) | undefined
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  /** The process: who sends the signals, and what ends. */
  readonly process: {
    on(event: NodeJS.Signals, hear: (signal: NodeJS.Signals) => void): unknown
    on(event: 'uncaughtException' | 'unhandledRejection', hear: (error: unknown) => void): unknown
    exit(code: number): unknown
  }
}

export interface Shutdown {
  /** From now on these are done, one after the other, before the process ends by a signal. */
  setSteps(steps: readonly ShutdownStep[]): void
  /** Has the process been told to end? */
  isShuttingDown(): boolean
  /** Ends the process by a mistake of the operator, said in a sentence. */
  exitWithMessage(sentence: string): Promise<void>
  /** Ends the process by a bug of ours. */
  exitOnBug(error: unknown): Promise<void>
}

/** A terminal and npm both hand on the same Ctrl+C; what follows this soon is not a second one. */
const sameSignalMs = 150

/** At once, but for lines of the log that are just being written. */
const atOnceMs = 100

/** Whether the shell of npm is still there is looked at so often. */
const shellEveryMs = 500

/** What is urgent has so long when nobody knows any more in what state the process is. */
const urgentMs = 1_000

/** A closed terminal is no reason to lose what was learned. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Begins to listen for all that ends the process. The first signal lets running answers finish, the second ends at once. */
export function installShutdown(parts: ShutdownOptions): Shutdown {
  const { log, end, now, process } = parts
  let steps: readonly ShutdownStep[] = []
  let since: number | undefined
  let hasFailed = false

  async function exit(code: number, limitMs?: number): Promise<void> {
    await end(limitMs)
    process.exit(code)
  }

  async function endNow(): Promise<void> {
    const urgent = steps.filter(({ isUrgent }) => isUrgent === true).map(({ run }) => run())
    await settlesWithin(Promise.allSettled(urgent), urgentMs)
    await exit(1)
  }

  async function fail(error: unknown): Promise<void> {
    // What fails while the process ends by a failure is a consequence, or the same again.
    if (hasFailed) return
    hasFailed = true
    log.fatal({ err: error }, 'cannot go on')
    await endNow()
  }

  function stop(why: string): void {
    if (since !== undefined) return
    since = now()
    log.info(`${why}: finishing what is running; once more ends at once`)
    void runSteps(steps, log).then((isWell) => exit(isWell ? 0 : 1))
  }

  function hear(signal: NodeJS.Signals): void {
    if (since !== undefined && now() - since > sameSignalMs) void exit(1, atOnceMs)
    stop(signal)
  }

  function judge(error: unknown): void {
    const excuse = tolerationOf(error, parts.sourcesFolders)
    if (excuse === undefined) void fail(error)
    else log.error({ err: error }, excuse)
  }

  for (const signal of signals) process.on(signal, hear)
  if (parts.shellPid) whenOther(parts.shellPid, () => stop('the shell of npm has ended'))
  process.on('uncaughtException', judge)
  process.on('unhandledRejection', judge)
  return {
    setSteps(all) {
      steps = all
    },
    isShuttingDown: () => since !== undefined || hasFailed,
    async exitWithMessage(sentence) {
      log.fatal(sentence)
      await endNow()
    },
    exitOnBug: fail,
  }
}

/** Calls `then` once a number is another than now. */
function whenOther(read: () => number, then: () => void): void {
  const first = read()
  const timer = setInterval(() => {
    if (read() === first) return
    clearInterval(timer)
    then()
  }, shellEveryMs).unref()
}

/** Does them all, whatever becomes of one; resolves to whether all ended well. */
async function runSteps(steps: readonly ShutdownStep[], log: Pick<Log['log'], 'error' | 'fatal'>): Promise<boolean> {
  let isWell = true
  for (const { what, limitMs: mostMs, run } of steps) {
    try {
      if (await settlesWithin(run(), mostMs)) continue
      log.fatal(`${what} did not end within ${mostMs / 1000} s; the process ends without it`)
    } catch (error) {
      log.error({ err: error }, `${what} failed while the service stopped`)
    }
    isWell = false
  }
  return isWell
}

/** Waits for it, but no longer; resolves to whether it has ended, and rejects as it does. */
async function settlesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), limitMs)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Why what nobody caught is no reason to stop for all others; undefined where it is, because nobody knows what else is wrong then. */
function tolerationOf(error: unknown, sourcesFolders: readonly string[]): string | undefined {
  // A source may begin an ask and not wait for it. How an upstream fails is known, whoever hears of it.
  if (error instanceof UpstreamError) return 'an upstream failed, and the source that asked did not wait for it'
  if (!(error instanceof Error)) return undefined
  const folders = sourcesFolders.map((folder) => `${pathToFileURL(folder).href}/`)
  // By its frames, not its words: these may be of anybody's choosing.
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const isTheirs = frames.some((line) => folders.some((folder) => line.includes(folder)))
  return isTheirs ? 'a source of SOURCES_DIR failed where nobody could catch it' : undefined
}
