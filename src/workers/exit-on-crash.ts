// Exits a worker on an uncaught error, after reporting it to the primary.

interface ExitOnCrashOptions {
  /** Sends a message to the primary; calls `onSent` when it is sent. */
  send(text: string, onSent: () => void): void
  /** The worker process. */
  readonly process: {
    on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
    exit(code: number): unknown
  }
}

/** Exit without waiting longer for a primary that does not read the message. */
const maxWaitMs = 1_000

/** Handles uncaught exceptions and unhandled rejections. */
export function exitOnCrash({ send, process }: ExitOnCrashOptions): void {
  const exit = () => process.exit(1)
  const fail = (error: unknown) => {
    setTimeout(exit, maxWaitMs)
    send(`cannot go on: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, exit)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}
