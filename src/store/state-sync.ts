// Persists state about sources: loads it at startup, saves it at intervals, merges what other replicas saved.
import { createSerialQueue } from '../async/serial-queue.ts'
import type { RecordStore } from './records/records.ts'

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
  /** The names of the records whose stored state is known here. */
  const loaded = new Set<string>()
  const all = Object.entries(states)
  for (const [name] of all) records.onChangedElsewhere(name, () => void loaded.delete(name))

  /** Resolves to whether the stored state is known here. */
  async function load(name: string, state: PersistentState): Promise<boolean> {
    // While another process uses the folder, what it learns after this would be lost.
    if (loaded.has(name) || records.isTaken()) return loaded.has(name)
    loaded.add(name)
    try {
      const bytes = await records.read(name, (stored) => stored)
      if (bytes && bytes.byteLength <= maxRecordBytes) state.load(new TextDecoder().decode(bytes))
    } catch {
      // The store reports the error, in the log and as a problem.
      loaded.delete(name)
    }
    return loaded.has(name)
  }

  async function save(name: string, state: PersistentState): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts && (await load(name, state)); attempt += 1) {
      const text = state.serialize()
      const endSave = state.beginSave()
      if (!endSave) return
      const result = await records.write(name, new TextEncoder().encode(text))
      endSave(result === 'written')
      if (result === 'written') return
      loaded.delete(name)
      if (result === 'unwritten') return
    }
  }

  const inTurn = createSerialQueue()
  await Promise.all(all.map((one) => load(...one)))
  return {
    /** Saves changes since the last successful save, and loads those of others. Never rejects. */
    save: () =>
      // One at a time: loading twice would count twice.
      inTurn(async () => void (await Promise.all(all.map((one) => save(...one))))),
  }
}
