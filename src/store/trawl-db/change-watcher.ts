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
  const listeners = createListeners()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false
  let mustRepeat = false
  /** Revisions could not be read for a while; listeners whose writes failed then may want to retry. */
  let isUncertain = false

  async function checkOnce(): Promise<void> {
    const names = listeners.names()
    const found = await revisions(names)
    if (!found) return
    for (const [at, revision] of found.entries()) {
      const name = names[at]
      if (name !== undefined && (isUncertain || known(name) !== revision)) listeners.notify(name)
    }
    isUncertain = false
  }

  async function checkAll(): Promise<void> {
    if (isChecking) {
      mustRepeat = true
      return
    }
    isChecking = true
    try {
      do {
        mustRepeat = false
        if (isWell()) await checkOnce()
      } while (mustRepeat)
    } finally {
      isChecking = false
    }
  }

  return {
    /** Registers a listener. It is called repeatedly while the stored revision differs from the known one, until the record is read; and after a time without information. `signal` removes it. */
    on(name: string, listener: () => void, signal?: AbortSignal): void {
      listeners.add(name, listener)
      signal?.addEventListener('abort', () => listeners.remove(name, listener), { once: true })
      if (everyMs !== undefined) timer ??= setInterval(() => void checkAll(), everyMs)
    },
    /** Checks now, in addition to the interval. */
    checkNow(): void {
      if (timer !== undefined) void checkAll()
    },
    /** Marks all records as uncertain, because the database cannot be read now. */
    markUncertain(): void {
      isUncertain = true
    },
    /** Notifies all listeners, because any record may have changed. */
    notifyAll(): void {
      for (const name of listeners.names()) listeners.notify(name)
    },
    end(): void {
      clearInterval(timer)
      timer = undefined
    },
  }
}

function createListeners() {
  const byName = new Map<string, Set<() => void>>()
  return {
    names: () => [...byName.keys()],
    add(name: string, listener: () => void): void {
      byName.set(name, (byName.get(name) ?? new Set()).add(listener))
    },
    remove(name: string, listener: () => void): void {
      const others = byName.get(name)
      others?.delete(listener)
      if (others?.size === 0) byName.delete(name)
    },
    notify(name: string): void {
      for (const listener of byName.get(name) ?? []) listener()
    },
  }
}
