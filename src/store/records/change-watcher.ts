// Watches records for changes by other processes and notifies listeners.
interface ChangeWatcherOptions {
  /** Reads revisions; undefined if that fails. */
  readonly revisions: (names: readonly string[]) => Promise<readonly number[] | undefined>
  /** The revision that this process knows. */
  readonly known: (name: string) => number | undefined
  /** While false, nothing is checked. */
  readonly isWell: () => boolean
  /** Interval of checks; undefined if no other process writes. */
  readonly everyMs: number | undefined
}

/** Creates the watcher; it starts with the first listener. */
export function createChangeWatcher({ revisions, known, isWell, everyMs }: ChangeWatcherOptions) {
  const listeners = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false
  let mustRepeat = false

  function notify(name: string): void {
    for (const listener of listeners.get(name) ?? []) listener()
  }

  async function checkOnce(): Promise<void> {
    const names = [...listeners.keys()]
    const found = isWell() ? await revisions(names) : undefined
    for (const [at, name] of names.entries()) if (found && known(name) !== found[at]) notify(name)
  }

  async function check(): Promise<void> {
    mustRepeat = true
    if (isChecking) return
    isChecking = true
    while (mustRepeat) {
      mustRepeat = false
      await checkOnce()
    }
    isChecking = false
  }

  return {
    /** Registers a listener. It is called repeatedly while the stored revision differs from the known one, until the record is read. `signal` removes it. */
    on(name: string, listener: () => void, signal?: AbortSignal): void {
      const others = listeners.get(name) ?? new Set()
      listeners.set(name, others.add(listener))
      const remove = () => {
        others.delete(listener)
        if (others.size === 0) listeners.delete(name)
      }
      signal?.addEventListener('abort', remove, { once: true })
      if (everyMs !== undefined) timer ??= setInterval(() => void check(), everyMs)
    },
    /** Checks now, in addition to the interval. */
    checkNow(): void {
      if (timer !== undefined) void check()
    },
    /** Notifies all listeners, because any record may have changed. */
    notifyAll(): void {
      for (const name of [...listeners.keys()]) notify(name)
    },
    end(): void {
      clearInterval(timer)
      timer = undefined
    },
  }
}
