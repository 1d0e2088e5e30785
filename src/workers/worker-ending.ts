// How a worker ends by a bug of ours: the main process is told why, and begins another.

interface Parts {
  /** Tells the main process; `told` is called once it is told. */
  say(text: string, told: () => void): void
  /** The worker process. */
  readonly process: {
    on(event: 'uncaughtException' | 'unhandledRejection', hear: (error: unknown) => void): unknown
    exit(code: number): unknown
  }
}

/** A main process that hears nothing does not hold it. */
const longestMs = 1_000

/** Begins to listen for what nobody caught. */
export function endByBugs({ say, process }: Parts): void {
  const end = () => process.exit(1)
  const fail = (error: unknown) => {
    setTimeout(end, longestMs)
    say(`cannot go on: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, end)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}
