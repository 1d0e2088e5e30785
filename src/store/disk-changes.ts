// Notices that somebody else has written a record, and tells who has made something of it.

export interface Changes {
  /** From now on `hear` is called when the record of this name is not what this process knows of it, again and again until it has been read; and when nobody could say for a while. */
  on(name: string, hear: () => void): void
  /** Looks now, besides. */
  look(): void
  /** Nobody can say at the moment what there is. */
  doubt(): void
  /** Tells all: nobody knows which of them have changed. */
  tellAll(): void
  end(): void
}

interface ChangesParts {
  /** The revisions of these; undefined when nobody can say. */
  readonly revisions: (names: readonly string[]) => Promise<readonly number[] | undefined>
  /** The revision that is known of a record. */
  readonly known: (name: string) => number | undefined
  /** While it is not, nobody is asked. */
  readonly isWell: () => boolean
  /** It looks this often; not at all where nobody else writes. */
  readonly everyMs: number | undefined
}

/** Makes it; it begins to look when somebody wants to hear of something. */
export function createChanges({ revisions, known, isWell, everyMs }: ChangesParts): Changes {
  const hearers = new Map<string, (() => void)[]>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isWantedAgain = false
  /** Nobody could say for a while what there is; and who could not write then may want to try again. */
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
