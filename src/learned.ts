// Persists state about sources: loads it at startup, saves it at intervals, merges what other replicas saved.

/** State that can be serialized and loaded. */
interface Learner {
  text(): string
  /**
   * Loads the stored state, perhaps saved by another replica: replaces what was loaded before, and is merged with local changes that are not
   * saved yet.
   */
  takeUp(text: string): void
  /**
   * Begins a save of the current `text`; later changes belong to the next one. Returns the function to call with the result, or undefined if
   * nothing has changed since the last save.
   */
  handOver(): ((isKept: boolean) => void) | undefined
}

/** Storage of the records. */
interface Records {
  /** Rejects while the storage cannot be read. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Resolves to the result; `changed`: another replica has written a version that was not read here yet. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** Adds a listener for writes of the record by other processes. */
  onChangedElsewhere(name: string, hear: () => void): void
}

/** The synchronised state. */
export interface Learned {
  /** Saves changes since the last successful save, and loads those of others. Never rejects. */
  save(): Promise<void>
}

/** Several times the size for thousands of sources. A larger record is ignored and overwritten, because it could exhaust memory at every start. */
const maxRecordBytes = 16 * 1024 * 1024

/** Maximum attempts to write when other replicas write at the same time; then the next save tries again. */
const mostTries = 5

/**
 * Loads the record of each of `learners` by its name. While a record cannot be read it is not written either, or earlier state would be lost;
 * it is loaded later.
 */
export async function keepLearned(records: Records, learners: Readonly<Record<string, Learner>>): Promise<Learned> {
  const keepers = Object.entries(learners).map(([name, learner]) => keeperOf(records, name, learner))
  const forEach = (act: (keeper: Keeper) => Promise<unknown>) => Promise.all(keepers.map(act))
  await forEach(({ takeUp }) => takeUp())
  let latest = Promise.resolve()
  return {
    save() {
      // One at a time: loading twice would count twice.
      latest = latest.then(async () => void (await forEach(({ save }) => save())))
      return latest
    },
  }
}

type Keeper = ReturnType<typeof keeperOf>

function keeperOf(records: Records, name: string, learner: Learner) {
  let isTakenUp = false
  records.onChangedElsewhere(name, () => {
    isTakenUp = false
  })

  /** Resolves to whether the record is loaded. */
  async function takeUp(): Promise<boolean> {
    if (isTakenUp) return true
    try {
      const bytes = await records.read(name)
      if (bytes && bytes.byteLength <= maxRecordBytes) learner.takeUp(new TextDecoder().decode(bytes))
    } catch {
      // The store reports the error, in the log and as a problem.
      return false
    }
    isTakenUp = true
    return true
  }

  async function write(): Promise<'written' | 'changed' | 'unwritten'> {
    const bytes = new TextEncoder().encode(learner.text())
    const tell = learner.handOver()
    if (!tell) return 'written'
    const state = await records.write(name, bytes)
    tell(state === 'written')
    return state
  }

  async function save(): Promise<void> {
    for (let tries = 0; tries < mostTries && (await takeUp()); tries += 1) {
      if ((await write()) !== 'changed') return
      isTakenUp = false
    }
  }

  return { takeUp, save }
}
