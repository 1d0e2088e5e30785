// Records on their way to the disk, and those this process knows: they are written again when the database had to be replaced.
import type { RecordToWrite } from './disk-messages.ts'

/** Records on their way. */
export interface RecordBatch {
  readonly records: readonly RecordToWrite[]
  /** What was not written is forgotten: whoever wrote it is told so. */
  done(isWritten: boolean): void
}

export interface Records {
  /** Resolves to whether it, or a newer one of its name, was written. */
  put(name: string, bytes: Uint8Array): Promise<boolean>
  /** All that wait. */
  take(): RecordBatch
  /** Notes what the disk has. */
  know(name: string, bytes: Uint8Array): void
  /** Has all that is known written again, where it is missing. */
  restore(): void
  /** Whether there is something to write. */
  hasSome(): boolean
  /** Whether somebody waits for a record to be written. */
  hasNew(): boolean
  giveUp(): void
}

interface Entry {
  readonly bytes: Uint8Array
  readonly settle: ((isWritten: boolean) => void)[]
}

/** Makes it; nothing is known yet. */
export function createRecords(): Records {
  const entries = new Map<string, Entry>()
  const known = new Map<string, Uint8Array>()
  const missing = new Set<string>()

  function finish(taken: ReadonlyMap<string, Entry>, again: readonly string[], isWritten: boolean): void {
    for (const name of isWritten ? again : []) missing.delete(name)
    for (const [name, { bytes, settle }] of taken) {
      if (isWritten) known.set(name, bytes)
      for (const resolve of settle) resolve(isWritten)
    }
  }

  return {
    put(name, bytes) {
      const before = entries.get(name)?.settle ?? []
      return new Promise((resolve) => entries.set(name, { bytes: new Uint8Array(bytes), settle: [...before, resolve] }))
    },
    take() {
      const taken = new Map(entries)
      const again = [...missing]
      const records = [
        ...again.flatMap((name) => toWrite(name, known.get(name), true)),
        ...[...taken].flatMap(([name, { bytes }]) => toWrite(name, bytes, false)),
      ]
      entries.clear()
      return { records, done: (isWritten) => finish(taken, again, isWritten) }
    },
    know: (name, bytes) => void known.set(name, new Uint8Array(bytes)),
    restore() {
      for (const name of known.keys()) missing.add(name)
    },
    hasSome: () => entries.size > 0 || missing.size > 0,
    hasNew: () => entries.size > 0,
    giveUp() {
      finish(entries, [], false)
      entries.clear()
    },
  }
}

/** A copy to be handed over. */
function toWrite(name: string, bytes: Uint8Array | undefined, isOnlyIfAbsent: boolean): RecordToWrite[] {
  return bytes ? [{ name, bytes: new Uint8Array(bytes), isOnlyIfAbsent }] : []
}
