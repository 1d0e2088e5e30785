// A database as storage of answers, records, links and lists.
import { createAnswerStorage } from './answers/answer-storage.ts'
import { createArchiveStorage } from './archive/archive-storage.ts'
import type { Database } from './database.ts'
import { createHistoryStorage } from './history/history-storage.ts'
import { createRecordStorage } from './records/record-storage.ts'
import type { DatabaseOptions } from './tables.ts'

/** Opens a database. Rejects as `Database.open`. */
export async function openDatabase(database: Database, options: DatabaseOptions) {
  const { archive, history } = options
  const opened = {
    answers: createAnswerStorage(database, options.answers?.maxBytes ?? 0),
    records: createRecordStorage(database),
    archive: archive && createArchiveStorage(database, archive.maxBytes),
    history: history && createHistoryStorage(database),
    /** Health problems, one sentence each; empty if there are none. */
    troubles: database.troubles,
    /** Warnings that remain after recovery, such as a quarantined file. */
    notices: database.health.notices,
    /** Bytes of the database and its log. */
    bytes: database.bytes,
    /** Writes what is queued, then closes, within a time limit. */
    close: database.close,
  }
  await database.open()
  return opened
}
