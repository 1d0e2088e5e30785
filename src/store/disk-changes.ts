// Watches records for changes by other processes and notifies listeners.

export interface Changes {
  /** Registers a listener. It is called repeatedly while the stored revision differs from the known one, until the record is read; and after a time without information. */
  on(name: string, hear: () => void): void
  /** Checks now, in addition to the interval. */
  look(): void
  /** Marks all records as uncertain, because the database cannot be read now. */
  doubt(): void
  /** Notifies all listeners, because any record may have changed. */
  tellAll(): void
  end(): void
}

interface ChangesParts {
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
export function createChanges({ revisions, known, isWell, everyMs }: ChangesParts): Changes {
  const hearers = new Map<string, (() => void)[]>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isWantedAgain = false
  /** Revisions could not be read for a while; listeners whose writes failed then may want to retry. */
  let isDoubtful = false

  async function lookOnce(): Promise<void> {
    const names = [...hearers.keys()]
    const found = await revisions(names)
    if (!found) return
    for (const [at, revision] of found.entries()) {
      const name = names[at]
      if (name !== undefined && (isDoubtful || known(name) !== revision)) tell(name)
    }
    isDoubtful = false
  }

  async function lookAll(): Promise<void> {
    if (isLooking) {
      isWantedAgain = true
      return
    }
    isLooking = true
    do {
      isWantedAgain = false
      if (isWell()) await lookOnce()
    } while (isWantedAgain)
    isLooking = false
  }

  function tell(name: string): void {
    for (const hear of hearers.get(name) ?? []) hear()
  }

  return {
    on(name, hear) {
      hearers.set(name, [...(hearers.get(name) ?? []), hear])
      if (everyMs !== undefined) timer ??= setInterval(() => void lookAll(), everyMs)
    },
    look() {
      if (timer !== undefined) void lookAll()
    },
    doubt() {
      isDoubtful = true
    },
    tellAll() {
      for (const name of hearers.keys()) tell(name)
    },
    end() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
