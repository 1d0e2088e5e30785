// A write loop: starts when data is queued, runs one round at a time, retries after failures, flushes on shutdown.

export interface Rounds {
  /** Schedules a round; writes of the same event loop turn go into one round. */
  want(): void
  /** Retries after a delay until healthy. */
  tryLater(): void
  /** Flushes the queue with one more attempt. Nothing is retried after it. */
  finish(): Promise<void>
}

interface RoundsParts {
  /** Writes the queue until it is empty or a write fails; `isRetry`: the last round failed. */
  run(round: { readonly isFinishing: () => boolean; readonly isRetry: boolean }): Promise<void>
  /** Whether a round may start. */
  mayBegin(): boolean
  /** Whether no retry is needed. */
  isWell(): boolean
  /** Whether data must be written before shutdown. */
  hasLeft(): boolean
  /** Called with errors that can only be bugs. */
  readonly failed: (error: unknown) => void
  readonly retryMs: number
}

/** Creates the loop; it starts with the first `want`. */
export function createRounds({ run, mayBegin, isWell, hasLeft, failed, retryMs }: RoundsParts): Rounds {
  let running: Promise<void> | undefined
  let isWanted = false
  let isFinishing = false
  let timer: NodeJS.Timeout | undefined

  function begin({ isRetry = false } = {}): Promise<void> {
    running ??= run({ isFinishing: () => isFinishing, isRetry })
      .catch(failed)
      .finally(() => {
        running = undefined
        if (!isWell()) tryLater()
      })
    return running
  }

  function tryLater(): void {
    if (isFinishing || running !== undefined) return
    timer ??= setTimeout(() => {
      timer = undefined
      void begin({ isRetry: true })
    }, retryMs)
  }

  return {
    tryLater,
    want() {
      if (isWanted) return
      isWanted = true
      setImmediate(() => {
        isWanted = false
        if (mayBegin()) void begin()
      })
    },
    async finish() {
      isFinishing = true
      clearTimeout(timer)
      await running
      if (hasLeft()) await begin()
    },
  }
}
