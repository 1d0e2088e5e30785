// Runs work on the database of a thread: replaces a corrupt one, and remembers the fault since the last success.
import type { DatabaseFile } from '../sqlite/database-file.ts'
import type { Fault } from '../sqlite/fault.ts'

/** Busy timeouts: shorter after a failure, because readers wait meanwhile. */
const busyTimeoutMs = { first: 1_000, again: 100 }

/** Creates the attempts on `file`; nothing is opened before the first one. */
export function createAttempts<D extends { waitForLocks(forMs: number): void }>(file: DatabaseFile<D>) {
  let fault: Fault | undefined
  let replaced = 0

  /**
   * Runs work on the database, opened for writing; undefined if it failed. A corrupt database is replaced, and the work is repeated on the
   * new one.
   */
  async function attempt<T>(
    now: number,
    work: (database: D) => Promise<T>,
    isLast = false,
  ): Promise<{ readonly result: T } | undefined> {
    try {
      const database = await file.writable(now)
      database.waitForLocks(fault ? busyTimeoutMs.again : busyTimeoutMs.first)
      return { result: await work(database) }
    } catch (error) {
      fault = await file.failed(error, now)
      if (fault.kind !== 'corrupt' || isLast) return undefined
      replaced += 1
      return await attempt(now, work, true)
    }
  }

  return {
    attempt,
    /** Runs work on the database if it is open; undefined if it is not, or the work failed. */
    async read<T>(now: number, work: (database: D) => Promise<T>): Promise<T | undefined> {
      try {
        const database = file.readable()
        return database && (await work(database))
      } catch (error) {
        fault = await file.failed(error, now)
        return undefined
      }
    },
    fault: () => fault,
    /** Number of times that the database was replaced because it was corrupt. */
    replaced: () => replaced,
    /** Called when work has shown that the database is writable. */
    recovered(): void {
      fault = undefined
    },
    /** The fields of a reply about the database. */
    status: () => ({ bytes: file.bytes(), ...file.takeEvents(), fault }),
  }
}
