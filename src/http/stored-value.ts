// A value that is changed over the API and stored as a JSON record, which other processes may change too.
import { createSharedRecord, type SharedRecords } from '../async/shared-record.ts'
import { RequestError } from './errors.ts'

interface StoredValueOptions<Value> {
  /** Name of the record. */
  readonly name: string
  readonly records: SharedRecords
  /** Until the record is loaded, and where there is none. */
  readonly initial: Value
  /** @throws Error for JSON that is no such value. */
  parse(json: unknown): Value
  /** Called with each value that comes into force; the next change waits for it. */
  readonly onChange?: (value: Value) => Promise<void> | void
  /** The message of the error when a change could not be stored. */
  readonly notStored: string
}

export function createStoredValue<Value>(options: StoredValueOptions<Value>) {
  const { name, records, initial, parse, onChange, notStored } = options
  const decode = (bytes: Uint8Array) => parse(JSON.parse(new TextDecoder().decode(bytes)))
  let current = initial
  const record = createSharedRecord<Value>({
    name,
    records,
    read: async () => (await records.read(name, decode)) ?? initial,
    serialize: (value) => JSON.stringify(value),
    apply(value) {
      current = value
      return onChange?.(value)
    },
  })
  return {
    get: (): Value => current,
    /** Loads the stored value, and follows changes by other processes. @throws (rejects) if a stored one cannot be read. */
    async open(): Promise<void> {
      await record.load()
      record.follow()
    },
    /**
     * Stores what `next` makes of the value, or nothing if that is undefined; resolves once it is stored and in force.
     * @throws (rejects) what `next` throws; RequestError 500 if it could not be stored, and the value is then unchanged.
     */
    async change(next: (before: Value) => Value | undefined): Promise<void> {
      const isStored = await record.update(() => ({ next: next(current), result: true }))
      if (!isStored) throw new RequestError(500, notStored)
    },
  }
}
