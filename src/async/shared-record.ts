// Keeps a value in memory in step with a record that other processes write too.
import { createSerialQueue } from './serial-queue.ts'

/** Small records by name that survive restarts, and that other processes may write too. */
export interface SharedRecords {
  /** The record as parsed by `parse`; undefined if there is none. Rejects while it cannot be read, and if `parse` throws. */
  read<Value>(name: string, parse: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /**
   * Writes a record over the version last read or written here. `unwritten`: the write failed and will not happen later. `changed`: another
   * process has written since, and nothing was written; read the record, apply the change again and write it.
   */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /**
   * Adds a listener for changes of a record by other processes: within about a second of a write, and on suspicion, when the process that held
   * the folder has ended or the database is back. It is called repeatedly until the record is read here, and no longer after `signal`.
   */
  onChangedElsewhere(name: string, listener: () => void, signal?: AbortSignal): void
}

interface SharedRecordOptions<Value> {
  readonly name: string
  readonly records: Pick<SharedRecords, 'write' | 'onChangedElsewhere'>
  /** Reads the stored value. Rejects if it cannot be read. */
  read(): Promise<Value>
  serialize(value: Value): string
  /** Puts a value into force that was read or written. The next change waits for it. */
  apply(value: Value): Promise<void> | void
}

/** Maximum attempts to write a change when other processes write at the same time. */
const maxAttempts = 50

/** Creates the record. Its reads and changes run one after the other; concurrent ones would overwrite each other. */
export function createSharedRecord<Value>(options: SharedRecordOptions<Value>) {
  const { name, records, read, serialize, apply } = options
  const inTurn = createSerialQueue()

  async function load(): Promise<void> {
    await apply(await read())
  }

  async function update<Result>(
    change: () => { readonly next?: Value | undefined; readonly result: Result },
  ): Promise<Result | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { next, result } = change()
      if (next === undefined) return result
      const state = await records.write(name, new TextEncoder().encode(serialize(next)))
      if (state === 'unwritten') return undefined
      if (state === 'written') {
        await apply(next)
        return result
      }
      try {
        await load()
      } catch {
        // The store logs read errors.
        return undefined
      }
    }
    return undefined
  }

  return {
    inTurn,
    /** Reads the record and applies it. Rejects if it cannot be read; the value in force then stays. */
    load: () => inTurn(load),
    /** Loads the record whenever another process changes it, until `signal`. */
    follow: (signal?: AbortSignal) =>
      records.onChangedElsewhere(name, () => void inTurn(load).catch(() => undefined), signal),
    /**
     * Writes and applies the `next` of `change`, or nothing without one, and resolves to its `result`. `change` is called again after another
     * process was first and its value was applied. Resolves to undefined if the change could not be written; it is not applied then. Rejects
     * with what `change` throws.
     */
    update: <Result>(change: () => { readonly next?: Value | undefined; readonly result: Result }) =>
      inTurn(() => update(change)),
  }
}
