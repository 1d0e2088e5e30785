// Writing in rounds: begun when something waits, one at a time, tried again after a while when it failed, finished at the end.

export interface Rounds {
  /** Something waits: it goes with all that comes in this turn of the event loop. */
  want(): void
  /** Something is wrong: tries again after a while, and goes on until it is not. */
  tryLater(): void
  /** Writes what waits, with one more try. Nothing is tried again after it. */
  finish(): Promise<void>
}

interface RoundsParts {
  /** Writes what waits, as long as that goes well; `isFinishing` says that all is to end, `isAgain` that it failed before. */
  run(isFinishing: () => boolean, isAgain: boolean): Promise<void>
  /** Is it worth beginning? */
  mayBegin(): boolean
  /** Need nothing be tried again? */
  isWell(): boolean
  /** Is there something that is to be written before the end? */
  hasLeft(): boolean
  /** Hears of what can only be a mistake of ours. */
  readonly failed: (error: unknown) => void
  readonly retryMs: number
}

/** Makes them; the first begins when something is wanted. */
export function createRounds({ run, mayBegin, isWell, hasLeft, failed, retryMs }: RoundsParts): Rounds {
  let running: Promise<void> | undefined
  let isWanted = false
  let isFinishing = false
  let timer: NodeJS.Timeout | undefined

  function begin(isAgain = false): Promise<void> {
    running ??= run(() => isFinishing, isAgain)
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
      void begin(true)
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
