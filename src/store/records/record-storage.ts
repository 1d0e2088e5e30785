// Records as the main thread reads and writes them: over the revision that it knows, and again into a database that was replaced.
import type { Database } from '../database.ts'
import { StoreError } from '../store-error.ts'
import { createChangeWatcher } from './change-watcher.ts'

/** The result of a write; `changed`: another process wrote a revision that was not read here; `unwritten`: the write failed. */
export type WriteResult = 'written' | 'changed' | 'unwritten'

export type RecordStorage = ReturnType<typeof createRecordStorage>

interface KnownRecord {
  readonly revision: number
  readonly bytes?: Uint8Array | undefined
}

export function createRecordStorage(database: Database) {
  const { run, health, isShared, isClosed, times } = database
  const known = new Map<string, KnownRecord>()
  const missing = restoreAfterReplacement(database, known)
  const changes = createChangeWatcher({
    revisions: (names) => run('readRevisions', [names]).catch(() => undefined),
    known: (name) => known.get(name)?.revision,
    isWell: health.isWell,
    everyMs: isShared ? times.lookMs : undefined,
  })
  health.acquired.add(changes.notifyAll)
  if (isShared) health.recovered.add(changes.notifyAll)

  return {
    /** Returns a record by name; undefined if there is none. Rejects when the database cannot be read. */
    async readRecord(name: string): Promise<Uint8Array | undefined> {
      if (isClosed()) throw new Error(`${name} cannot be read: ${health.place} is closed`)
      if (missing.has(name)) return known.get(name)?.bytes
      try {
        const found = await run('readRecord', [name])
        known.set(name, found ?? { revision: 0 })
        return found && new Uint8Array(found.bytes)
      } catch (error) {
        throw new Error(`${name} cannot be read from ${health.place}`, { cause: error })
      }
    },
    /**
     * Writes a record over the revision last read or written here; if another process has written since, the result is `changed` and nothing is
     * written. A write that takes longer than its time limit is `unwritten` for its caller, and may still come to its end. Never rejects.
     */
    async writeRecord(name: string, bytes: Uint8Array): Promise<WriteResult> {
      // Recovery is checked in the background; while another process has the folder, a record may be derived from an older one than that wrote.
      if (isClosed() || !health.isWell()) return 'unwritten'
      const kept = new Uint8Array(bytes)
      const revision = (known.get(name)?.revision ?? 0) + 1
      const record = { name, revision, bytes: new Uint8Array(bytes) }
      try {
        if (!(await run('writeRecord', [record], { transfer: [record.bytes.buffer] }))) return 'changed'
      } catch (error) {
        if (error instanceof StoreError) return 'unwritten'
        throw error
      }
      known.set(name, { revision, bytes: kept })
      missing.delete(name)
      return 'written'
    },
    /** Registers a listener for changes of a record by other processes; it is called, also on suspicion, until the record is read here. */
    onChangedElsewhere: changes.on,
    /** Checks now whether other processes have written records. */
    lookForChanges: changes.checkNow,
    end: changes.end,
  }
}

/** Writes the known records again into a database that was replaced. Returns the names of those that it lacks. */
function restoreAfterReplacement({ run, health }: Database, known: ReadonlyMap<string, KnownRecord>): Set<string> {
  const missing = new Set<string>()
  async function restore(): Promise<void> {
    const names = [...missing]
    const records = names.flatMap((name) => {
      const { bytes, revision = 0 } = known.get(name) ?? {}
      return bytes ? [{ name, revision, bytes: new Uint8Array(bytes) }] : []
    })
    if (records.length === 0) return
    try {
      await run('restoreRecords', [records], { transfer: records.map(({ bytes }) => bytes.buffer) })
      for (const name of names) missing.delete(name)
    } catch {
      // The database reported why; its recovery tries again.
    }
  }
  health.replaced.add(() => {
    for (const [name, { bytes }] of known) if (bytes) missing.add(name)
    void restore()
  })
  health.recovered.add(() => void restore())
  return missing
}
