// The databases of a folder, or a PostgreSQL, as one storage. Each group of tables is in one of them.
import { createAnswerStorage } from './answers/answer-storage.ts'
import { createArchiveStorage } from './archive/archive-storage.ts'
import { createDatabase, type DatabaseContext } from './database.ts'
import { createHistoryStorage } from './history/history-storage.ts'
import { createRecordStorage } from './records/record-storage.ts'
import type { DatabaseOptions } from './tables.ts'
import type { StoreThread } from './thread/store-thread.ts'

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * Opens these databases of the thread; one that fails is tried again in the background.
 * @throws (rejects) Error with a sentence when one of them is from a newer version; then all are closed.
 */
export async function openDatabases(thread: StoreThread, given: readonly DatabaseOptions[], context: DatabaseContext) {
  const databases = given.map((options) => createDatabase(thread, options, context))
  const having = (group: 'answers' | 'archive' | 'history') => databases.find(({ options }) => options[group])
  const [home, archived, listed] = [having('answers'), having('archive'), having('history')]
  const records = home && createRecordStorage(home)
  const storage = {
    answers: home && createAnswerStorage(home, home.options.answers?.maxBytes ?? 0),
    records,
    archive: archived && createArchiveStorage(archived, archived.options.archive?.maxBytes ?? 0),
    history: listed && createHistoryStorage(listed),
    /** Health problems, one sentence each; empty if there are none. */
    troubles: (): readonly string[] => [...new Set(databases.flatMap((one) => one.troubles()))],
    /** Warnings that remain after recovery, such as a quarantined file. */
    notices: (): readonly string[] => databases.flatMap((one) => one.health.notices()),
    /** Whether another process holds the lock of the folder; until it ends this one only reads. */
    isTaken: () => databases.some(({ health }) => health.isLockedByOther()),
    /** Whether several processes write at the same time. */
    isShared: databases.some(({ isShared }) => isShared),
    /** Bytes of the databases and their logs. */
    bytes: () => databases.reduce((sum, one) => sum + one.bytes(), 0),
    /** Writes what is queued, then closes, within a time limit. */
    async close(): Promise<void> {
      records?.end()
      await Promise.all(databases.map((one) => one.close()))
    },
  }
  const opening = await Promise.allSettled(databases.map((one) => one.open()))
  for (const one of opening) {
    if (one.status === 'fulfilled') continue
    await storage.close()
    throw one.reason
  }
  return storage
}
