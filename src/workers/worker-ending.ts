// Exits a worker on an uncaught error, after reporting it to the primary.

interface Parts {
  /** Sends a message to the primary; calls `told` when it is sent. */
  say(text: string, told: () => void): void
  /** The worker process. */
  readonly process: {
    on(event: 'uncaughtException' | 'unhandledRejection', hear: (error: unknown) => void): unknown
    exit(code: number): unknown
  }
}

/** Exit without waiting longer for a primary that does not read the message. */
const longestMs = 1_000

/** Handles uncaught exceptions and unhandled rejections. */
export function endByBugs({ say, process }: Parts): void {
  const end = () => process.exit(1)
  const fail = (error: unknown) => {
    setTimeout(end, longestMs)
    say(`cannot go on: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, end)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}
