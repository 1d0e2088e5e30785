// Persists state about sources: loads it at startup, saves it at intervals, merges what other replicas saved.

/** State that can be serialized and loaded. */
interface PersistentState {
  serialize(): string
  /**
   * Loads the stored state, perhaps saved by another replica: replaces what was loaded before, and is merged with local changes that are not
   * saved yet.
   */
  load(serialize: string): void
  /**
   * Begins a save of the current `serialize`; later changes belong to the next one. Returns the function to call with the result, or undefined if
   * nothing has changed since the last save.
   */
  beginSave(): ((isSaved: boolean) => void) | undefined
}

/** Storage of the records. */
interface StateStorage {
  /** Rejects while the storage cannot be read. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Resolves to the result; `changed`: another replica has written a version that was not read here yet. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** Adds a listener for writes of the record by other processes. */
  onChangedElsewhere(name: string, listener: () => void): void
}

/** The synchronised state. */
export interface SyncedState {
  /** Saves changes since the last successful save, and loads those of others. Never rejects. */
  save(): Promise<void>
}

/** Several times the size for thousands of sources. A larger record is ignored and overwritten, because it could exhaust memory at every start. */
const maxRecordBytes = 16 * 1024 * 1024

/** Maximum attempts to write when other replicas write at the same time; then the next save tries again. */
const maxAttempts = 5

/**
 * Loads the record of each of `states` by its name. While a record cannot be read it is not written either, or earlier state would be lost;
 * it is loaded later.
 */
export async function syncState(
  records: StateStorage,
  states: Readonly<Record<string, PersistentState>>,
): Promise<SyncedState> {
  const synchronizers = Object.entries(states).map(([name, persistentState]) =>
    createSynchronizer(records, name, persistentState),
  )
  const forEach = (run: (synchronizer: Synchronizer) => Promise<unknown>) => Promise.all(synchronizers.map(run))
  await forEach(({ takeUp: load }) => load())
  let latest = Promise.resolve()
  return {
    save() {
      // One at a time: loading twice would count twice.
      latest = latest.then(async () => void (await forEach(({ save }) => save())))
      return latest
    },
  }
}

type Synchronizer = ReturnType<typeof createSynchronizer>

function createSynchronizer(records: StateStorage, name: string, persistentState: PersistentState) {
  let isLoaded = false
  records.onChangedElsewhere(name, () => {
    isLoaded = false
  })

  /** Resolves to whether the record is loaded. */
  async function load(): Promise<boolean> {
    if (isLoaded) return true
    try {
      const bytes = await records.read(name)
      if (bytes && bytes.byteLength <= maxRecordBytes) persistentState.load(new TextDecoder().decode(bytes))
    } catch {
      // The store reports the error, in the log and as a problem.
      return false
    }
    isLoaded = true
    return true
  }

  async function write(): Promise<'written' | 'changed' | 'unwritten'> {
    const bytes = new TextEncoder().encode(persistentState.serialize())
    const endSave = persistentState.beginSave()
    if (!endSave) return 'written'
    const state = await records.write(name, bytes)
    endSave(state === 'written')
    return state
  }

  async function save(): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts && (await load()); attempt += 1) {
      if ((await write()) !== 'changed') return
      isLoaded = false
    }
  }

  return { takeUp: load, save }
}
