// Records as the main thread reads and writes them: over the revision that it knows. Listeners hear of what other processes wrote.
import type { Database } from '../database.ts'
import { StoreError } from '../write-queue.ts'

/** The result of a write; `changed`: another process wrote a revision that was not read here; `unwritten`: the write failed. */
export type WriteResult = 'written' | 'changed' | 'unwritten'

export type RecordStorage = ReturnType<typeof createRecordStorage>

export function createRecordStorage(database: Database) {
  const { run, health, isShared, isClosed } = database
  /** The revisions that were read or written here. */
  const known = new Map<string, number>()

  return {
    ...createChangeListeners(database, known),
    isShared,
    /** Whether another process holds the lock of the folder; until it ends this one only reads. */
    isTaken: health.isLockedByOther,
    troubles: database.troubles,
    /** Returns a record by name; undefined if there is none. Rejects when the database cannot be read. */
    async readRecord(name: string): Promise<Uint8Array | undefined> {
      if (isClosed()) throw new Error(`${name} cannot be read: ${health.place} is closed`)
      try {
        const found = await run('readRecord', [name])
        known.set(name, found?.revision ?? 0)
        return found?.bytes
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
      const record = { name, revision: (known.get(name) ?? 0) + 1, bytes: new Uint8Array(bytes) }
      try {
        if (!(await run('writeRecord', [record], { transfer: [record.bytes.buffer] }))) return 'changed'
      } catch (error) {
        if (error instanceof StoreError) return 'unwritten'
        throw error
      }
      known.set(name, record.revision)
      return 'written'
    },
  }
}

/** Looks at the revisions that others may have written, if there are listeners. */
function createChangeListeners(
  { run, health, isShared, isClosed, times }: Database,
  known: ReadonlyMap<string, number>,
) {
  const listeners = new Map<() => void, string>()
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    const names = [...new Set(listeners.values())]
    const found = health.isWell() ? await run('readRevisions', [names]).catch(() => []) : []
    const changed = new Set(found.flatMap((revision, at) => (known.get(names[at] ?? '') === revision ? [] : names[at])))
    for (const [listener, name] of listeners) if (changed.has(name)) listener()
  }

  /** Checks again after a check that is under way, which may have read before. */
  function checkSoon(): void {
    if (isClosed()) clearInterval(timer)
    if (timer === undefined || isClosed()) return
    const checked = Promise.resolve(checking).then(check)
    checking = checked.finally(() => undefined)
  }

  health.recovered.add(() => {
    for (const listener of listeners.keys()) listener()
  })
  return {
    /**
     * Registers a listener for changes of a record by other processes; it is called, also on suspicion, until the record is read here. `signal`
     * removes it.
     */
    onChangedElsewhere(name: string, listener: () => void, signal?: AbortSignal): void {
      listeners.set(listener, name)
      signal?.addEventListener('abort', () => void listeners.delete(listener), { once: true })
      if (isShared) timer ??= setInterval(checkSoon, times.lookMs).unref()
    },
    /** Checks now whether other processes have written records, in addition to the interval. */
    lookForChanges: checkSoon,
  }
}
