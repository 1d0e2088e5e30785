// Records on their way to the disk, and those this process knows: they are written again when the database had to be replaced.
import type { RecordRead, RecordToWrite, Written } from './disk-messages.ts'

/** Records on their way. */
export interface RecordBatch {
  readonly records: readonly RecordToWrite[]
  /** What was not written, or only in part `changed`, is forgotten: whoever wrote it is told so. */
  done(isWritten: boolean, changed?: readonly string[]): void
}

export interface Records {
  /** Goes over what is known of it. Resolves to what has become of it, or of a newer one of its name. */
  put(name: string, bytes: Uint8Array): Promise<Written>
  /** All that wait. */
  take(): RecordBatch
  /** Notes what the disk has. */
  know(name: string, found: RecordRead | undefined): void
  /** The revision that is known, 0 where it is known that there is none; undefined when nobody knows. */
  revision(name: string): number | undefined
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
  readonly settle: ((written: Written) => void)[]
}

interface Known {
  readonly revision: number
  readonly bytes?: Uint8Array
}

/** Makes it; nothing is known yet. */
export function createRecords(): Records {
  const entries = new Map<string, Entry>()
  const known = new Map<string, Known>()
  const missing = new Set<string>()
  const next = (name: string) => (known.get(name)?.revision ?? 0) + 1

  function finish(taken: ReadonlyMap<string, Entry>, written: (name: string) => Written): void {
    for (const [name, { bytes, settle }] of taken) {
      const state = written(name)
      if (state === 'written') known.set(name, { bytes, revision: next(name) })
      for (const resolve of settle) resolve(state)
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
        ...again.flatMap((name) => knownToWrite(name, known.get(name))),
        ...[...taken].map(([name, { bytes }]) => toWrite(name, bytes, next(name))),
      ]
      entries.clear()
      return {
        records,
        done(isWritten, changed = []) {
          for (const name of isWritten ? again : []) missing.delete(name)
          const others = new Set(changed)
          const state = (name: string) => (others.has(name) ? 'changed' : 'written')
          finish(taken, isWritten ? state : () => 'unwritten')
        },
      }
    },
    know(name, found) {
      // It is about to be written again.
      if (!found && missing.has(name)) return
      known.set(name, found ? { ...found, bytes: new Uint8Array(found.bytes) } : { revision: 0 })
    },
    revision: (name) => known.get(name)?.revision,
    restore() {
      for (const [name, { bytes }] of known) if (bytes) missing.add(name)
    },
    hasSome: () => entries.size > 0 || missing.size > 0,
    hasNew: () => entries.size > 0,
    giveUp() {
      finish(entries, () => 'unwritten')
      entries.clear()
    },
  }
}

/** A copy to be handed over, like all here. */
function toWrite(name: string, bytes: Uint8Array, revision: number): RecordToWrite {
  return { name, bytes: new Uint8Array(bytes), revision, isOnlyIfAbsent: false }
}

function knownToWrite(name: string, known: Known | undefined): RecordToWrite[] {
  return known?.bytes ? [{ ...toWrite(name, known.bytes, known.revision), isOnlyIfAbsent: true }] : []
}
