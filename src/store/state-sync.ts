// Persists state about sources: loads it at startup, saves it at intervals, merges what other replicas saved.
import { createSerialQueue } from '../async/serial-queue.ts'
import type { RecordStore } from './records/record-store.ts'

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

type StateStorage = Pick<RecordStore, 'read' | 'write' | 'onChangedElsewhere' | 'isTaken'>

/** Several times the size for thousands of sources. A larger record is ignored and overwritten, because it could exhaust memory at every start. */
const maxRecordBytes = 16 * 1024 * 1024
/** Another replica may write between a load and a save. What is not saved is saved at the next interval. */
const maxAttempts = 50

/**
 * Loads the record of each of `states` by its name. While a record cannot be read it is not written either, or earlier state would be lost;
 * it is loaded later.
 */
export async function syncState(records: StateStorage, states: Readonly<Record<string, PersistentState>>) {
  const synchronizers = Object.entries(states).map(([name, state]) => createSynchronizer(records, name, state))
  const inTurn = createSerialQueue()
  await Promise.all(synchronizers.map(({ load }) => load()))
  return {
    /** Saves changes since the last successful save, and loads those of others. Never rejects. */
    save: () =>
      // One at a time: loading twice would count twice.
      inTurn(async () => void (await Promise.all(synchronizers.map(({ save }) => save())))),
  }
}

function createSynchronizer(records: StateStorage, name: string, state: PersistentState) {
  let isLoaded = false
  records.onChangedElsewhere(name, () => {
    isLoaded = false
  })

  /** Resolves to whether the stored state is known here. */
  async function load(): Promise<boolean> {
    // While another process uses the folder, what it learns after this would be lost.
    if (isLoaded || records.isTaken()) return isLoaded
    isLoaded = true
    try {
      const bytes = await records.read(name, (stored) => stored)
      if (bytes && bytes.byteLength <= maxRecordBytes) state.load(new TextDecoder().decode(bytes))
    } catch {
      // The store reports the error, in the log and as a problem.
      isLoaded = false
    }
    return isLoaded
  }

  async function save(): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts && (await load()); attempt += 1) {
      const text = state.serialize()
      const endSave = state.beginSave()
      if (!endSave) return
      const result = await records.write(name, new TextEncoder().encode(text))
      endSave(result === 'written')
      if (result === 'written') return
      isLoaded = false
      if (result === 'unwritten') return
    }
  }

  return { load, save }
}
