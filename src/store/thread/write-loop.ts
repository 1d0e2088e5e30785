// A write loop: starts when data is queued, runs one round at a time, retries after failures, flushes on shutdown.
export type WriteLoop = ReturnType<typeof createWriteLoop>

interface WriteLoopOptions {
  /** Writes the queue until it is empty or a write fails; `isRetry`: the last round failed. */
  run(round: { readonly isFinishing: () => boolean; readonly isRetry: boolean }): Promise<void>
  mayBegin(): boolean
  isWell(): boolean
  /** Whether data must be written before shutdown. */
  hasPending(): boolean
  /** Called with errors that can only be bugs. */
  readonly onBug: (error: unknown) => void
  readonly retryMs: number
  /** How long data is gathered before a round; default: until the end of the event loop turn. */
  readonly gatherMs?: number
}

/** Creates the loop; it starts with the first `schedule`. */
export function createWriteLoop({ run, mayBegin, isWell, hasPending, onBug, retryMs, gatherMs }: WriteLoopOptions) {
  let running: Promise<void> | undefined
  let isScheduled = false
  let isFinishing = false
  let timer: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined

  function begin({ isRetry = false } = {}): Promise<void> {
    running ??= run({ isFinishing: () => isFinishing, isRetry })
      .catch(onBug)
      .finally(() => {
        running = undefined
        if (!isWell()) retryLater()
      })
    return running
  }

  function retryLater(): void {
    if (isFinishing || running !== undefined) return
    timer ??= setTimeout(() => {
      timer = undefined
      void begin({ isRetry: true })
    }, retryMs)
  }

  return {
    /** Retries after a delay until healthy. */
    retryLater,
    /** Schedules a round; what is queued before it starts goes into it. One that is gathering data is replaced by one that does not wait. */
    schedule(waitMs = gatherMs): void {
      if (isScheduled && (waitMs !== undefined || gathering === undefined)) return
      clearTimeout(gathering)
      isScheduled = true
      const start = () => {
        isScheduled = false
        gathering = undefined
        if (mayBegin()) void begin()
      }
      gathering = waitMs === undefined ? undefined : setTimeout(start, waitMs)
      if (!gathering) setImmediate(start)
    },
    /** Resolves when what is queued now was written, or could not be. */
    async settle(): Promise<void> {
      await running
      if (!hasPending() || !mayBegin()) return
      clearTimeout(gathering)
      isScheduled = false
      await begin()
    },
    /** Flushes the queue with one more attempt. Nothing is retried after it. */
    async flush(): Promise<void> {
      isFinishing = true
      for (const one of [timer, gathering]) clearTimeout(one)
      await running
      if (hasPending()) await begin()
    },
  }
}
