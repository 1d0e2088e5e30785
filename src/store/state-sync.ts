// Persists state about sources: loads it at startup, saves it at intervals, merges what other replicas saved.
import { createSerialQueue } from '../async/serial-queue.ts'
import { createSharedRecord } from '../async/shared-record.ts'
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
  const record = createSharedRecord<string>({
    name,
    records,
    async read() {
      // Otherwise what the other process learned since its last write would be lost.
      if (records.isTaken()) throw new Error(`${name} cannot be loaded: another Trawl process uses this DATA_DIR`)
      const bytes = await records.read(name, (stored) => stored)
      const text = bytes && bytes.byteLength <= maxRecordBytes ? new TextDecoder().decode(bytes) : undefined
      if (text !== undefined) state.load(text)
      return text ?? ''
    },
    serialize: (text) => text,
    // The state has the written data already, and `read` loads.
    apply: () => undefined,
  })
  let isLoaded = false
  records.onChangedElsewhere(name, () => {
    isLoaded = false
  })

  async function load(): Promise<void> {
    if (isLoaded) return
    isLoaded = true
    // The store reports the error, in the log and as a problem.
    await record.load().catch(() => {
      isLoaded = false
    })
  }

  async function save(): Promise<void> {
    await load()
    if (!isLoaded) return
    let endSave: ReturnType<PersistentState['beginSave']>
    const isSaved = await record.update(() => {
      endSave?.(false)
      const text = state.serialize()
      endSave = state.beginSave()
      return { next: endSave && text, result: true }
    })
    endSave?.(isSaved === true)
    if (!isSaved) isLoaded = false
  }

  return { load, save }
}
