// Databases with a worker thread of their own, also outside of tests.

import { openDatabase } from '../../src/store/open-database.ts'
import type { DatabaseOptions, TableLimits } from '../../src/store/tables.ts'
import { createStoreThread, startWorker } from '../../src/store/thread/store-thread.ts'

/** The database in a folder or a PostgreSQL. */
export function databaseAt(place: string | URL, limits: TableLimits): DatabaseOptions {
  if (typeof place !== 'string') return { name: 'PostgreSQL', at: { url: place.href }, ...limits }
  return { name: 'trawl.db', at: { folder: place }, ...limits }
}

type Context = Parameters<typeof openDatabase>[2]

async function openWithThread(options: DatabaseOptions, context: Context, start: typeof startWorker) {
  const thread = createStoreThread([options], start)
  const opened = await openDatabase(thread, options, context).catch(async (error) => {
    await thread.end()
    throw error
  })
  const close = async () => {
    await opened.close()
    await thread.end()
  }
  return { ...opened, close }
}

/** Opens a database in a thread of its own, with the functions of answers and records; `close` ends it. */
export async function openDisk(options: DatabaseOptions, context: Context, start = startWorker) {
  const { answers, records, ...place } = await openWithThread(options, context, start)
  return { ...records, ...answers, ...place }
}

/** Opens an archive in a thread of its own; `close` ends it. */
export async function openArchiveWithThread(
  place: string | URL,
  maxBytes: number,
  context: Context,
  start = startWorker,
) {
  const options = databaseAt(place, { archive: { maxBytes } })
  const { archive, troubles, notices, close } = await openWithThread(options, context, start)
  if (!archive) throw new Error('the place has an archive')
  return { ...archive, troubles, notices, close }
}
