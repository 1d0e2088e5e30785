// Databases with a worker thread of their own, also outside of tests.

import type { StoredAnswer } from '../../src/store/answers/answer-table.ts'
import { createDatabase, type DatabaseContext } from '../../src/store/database.ts'
import { storageOf } from '../../src/store/open-store.ts'
import type { DatabaseOptions, TableLimits } from '../../src/store/tables.ts'
import { createStoreThread, startWorker } from '../../src/store/thread/store-thread.ts'

/** The database in a folder or a PostgreSQL. */
export function databaseAt(place: string | URL, limits: TableLimits): DatabaseOptions {
  if (typeof place !== 'string') return { name: 'PostgreSQL', at: { url: place.href }, ...limits }
  return { name: 'trawl.db', at: { folder: place }, ...limits }
}

async function openWithThread(options: DatabaseOptions, context: DatabaseContext, start: typeof startWorker) {
  const thread = createStoreThread([options], start)
  const database = createDatabase(thread, options, context)
  const opened = storageOf(database, options)
  await opened.open().catch(async (error) => {
    await thread.end()
    throw error
  })
  const close = async () => {
    await opened.close()
    await thread.end()
  }
  /** Waits until what is queued was written; whether it was. */
  const settle = async () => {
    await database.queue.settle()
    return database.health.isWell() && !database.isClosed()
  }
  return { ...opened, settle, close }
}

/** Opens a database in a thread of its own, with the functions of answers and records; `close` ends it. */
export async function openDisk(options: DatabaseOptions, context: DatabaseContext, start = startWorker) {
  const { answers, records, settle, ...place } = await openWithThread(options, context, start)
  return {
    ...records,
    records,
    /** The text of a record. */
    readRecord: (name: string) => records.read(name, (bytes) => Buffer.from(bytes).toString('latin1')),
    writeRecord: records.write,
    readAnswer: answers.readAnswer,
    /** Resolves to whether it was written. */
    async writeAnswer(key: string, stored: StoredAnswer): Promise<boolean> {
      answers.writeAnswer(key, stored)
      return await settle()
    },
    async removeAnswer(key: string): Promise<boolean> {
      answers.removeAnswer(key)
      return await settle()
    },
    ...place,
  }
}

/** Opens an archive in a thread of its own; `close` ends it. */
export async function openArchiveWithThread(
  place: string | URL,
  maxBytes: number,
  context: DatabaseContext,
  start = startWorker,
) {
  const options = databaseAt(place, { archive: { maxBytes } })
  const { archive, troubles, notices, close } = await openWithThread(options, context, start)
  if (!archive) throw new Error('the place has an archive')
  return { ...archive, troubles, notices, close }
}
