// Pending writes of records, and a copy of all known records, to restore them when the database is replaced.
import type { RecordRead, RecordToWrite, WriteResult } from './messages.ts'

export type PendingRecords = ReturnType<typeof createPendingRecords>

interface PendingRecord {
  readonly bytes: Uint8Array
  readonly settle: ((written: WriteResult) => void)[]
}

interface KnownRecord {
  readonly revision: number
  readonly bytes?: Uint8Array
}

export function createPendingRecords() {
  const entries = new Map<string, PendingRecord>()
  const known = new Map<string, KnownRecord>()
  const missing = new Set<string>()
  const next = (name: string) => (known.get(name)?.revision ?? 0) + 1

  function finish(taken: ReadonlyMap<string, PendingRecord>, written: (name: string) => WriteResult): void {
    for (const [name, { bytes, settle }] of taken) {
      const state = written(name)
      if (state === 'written') known.set(name, { bytes, revision: next(name) })
      for (const resolve of settle) resolve(state)
    }
  }

  return {
    /** Queues a write over the known revision. Resolves to the result of this write, or of a newer one of the same name. */
    put(name: string, bytes: Uint8Array): Promise<WriteResult> {
      const before = entries.get(name)?.settle ?? []
      return new Promise((resolve) => entries.set(name, { bytes: new Uint8Array(bytes), settle: [...before, resolve] }))
    },
    /** Takes all pending records. */
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
        /** Settles the batch. Failed and `changed` records are dropped; their writers get the result. */
        done(isWritten: boolean, changed: readonly string[] = []): void {
          for (const name of isWritten ? again : []) missing.delete(name)
          const others = new Set(changed)
          const state = (name: string) => (others.has(name) ? 'changed' : 'written')
          finish(taken, isWritten ? state : () => 'unwritten')
        },
      }
    },
    /** Stores what the database has. */
    know(name: string, found: RecordRead | undefined): void {
      // It is queued to be restored.
      if (!found && missing.has(name)) return
      known.set(name, found ? { ...found, bytes: new Uint8Array(found.bytes) } : { revision: 0 })
    },
    /** The known revision, 0 for a missing record; undefined if unknown. */
    revision: (name: string) => known.get(name)?.revision,
    /** Queues all known records, to be written where they are missing. */
    restore(): void {
      for (const [name, { bytes }] of known) if (bytes) missing.add(name)
    },
    hasSome: () => entries.size > 0 || missing.size > 0,
    /** Whether a caller waits for a record to be written. */
    hasNew: () => entries.size > 0,
    giveUp(): void {
      finish(entries, () => 'unwritten')
      entries.clear()
    },
  }
}

/** A copy, because its buffer is transferred to the thread. */
function toWrite(name: string, bytes: Uint8Array, revision: number): RecordToWrite {
  return { name, bytes: new Uint8Array(bytes), revision, isOnlyIfAbsent: false }
}

function knownToWrite(name: string, known: KnownRecord | undefined): RecordToWrite[] {
  return known?.bytes ? [{ ...toWrite(name, known.bytes, known.revision), isOnlyIfAbsent: true }] : []
}
