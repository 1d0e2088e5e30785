// A database as storage of answers, records, links and lists.
import { createAnswerStorage } from './answers/answer-storage.ts'
import { createArchiveStorage } from './archive/archive-storage.ts'
import { createDatabase, type DatabaseContext } from './database.ts'
import { createHistoryStorage } from './history/history-storage.ts'
import { createRecordStorage } from './records/record-storage.ts'
import type { DatabaseOptions } from './tables.ts'
import type { StoreThread } from './thread/store-thread.ts'

export type OpenedDatabase = Awaited<ReturnType<typeof openDatabase>>

/**
 * Opens a database of the thread; after a failure it is tried again in the background.
 * @throws (rejects) Error with a sentence when it is from a newer version; then it is closed.
 */
export async function openDatabase(thread: StoreThread, options: DatabaseOptions, context: DatabaseContext) {
  const database = createDatabase(thread, options, context)
  const { archive, history } = options
  const records = createRecordStorage(database)
  const opened = {
    answers: createAnswerStorage(database, options.answers?.maxBytes ?? 0),
    records,
    archive: archive && createArchiveStorage(database, archive.maxBytes),
    history: history && createHistoryStorage(database),
    /** Health problems, one sentence each; empty if there are none. */
    troubles: database.troubles,
    /** Warnings that remain after recovery, such as a quarantined file. */
    notices: database.health.notices,
    /** Whether another process holds the lock of the folder; until it ends this one only reads. */
    isTaken: database.health.isLockedByOther,
    /** Whether several processes write at the same time. */
    isShared: database.isShared,
    /** Bytes of the database and its log. */
    bytes: database.bytes,
    /** Writes what is queued, then closes, within a time limit. */
    async close(): Promise<void> {
      records.end()
      await database.close()
    },
  }
  try {
    await database.open()
  } catch (error) {
    await opened.close()
    throw error
  }
  return opened
}
