// Databases with a worker thread of their own, also outside of tests.

import { openDatabases } from '../../src/store/databases.ts'
import type { HistoryLimits } from '../../src/store/history/tables.ts'
import type { DatabaseOptions } from '../../src/store/tables.ts'
import { createStoreThread, startWorker } from '../../src/store/thread/store-thread.ts'

/** The databases of answers, records and perhaps a history in a folder or a PostgreSQL. */
export function databasesAt(place: string | URL, maxBytes: number, history?: HistoryLimits): DatabaseOptions[] {
  const answers = { maxBytes }
  if (typeof place !== 'string') return [{ name: 'PostgreSQL', at: { url: place.href }, answers, history }]
  const at = { folder: place }
  return [{ name: 'trawl.db', at, answers }, ...(history ? [{ name: 'history.db', at, history } as const] : [])]
}

/** Opens databases in a thread of their own; `close` ends it. */
export async function openDisk(
  databases: readonly DatabaseOptions[],
  context: Parameters<typeof openDatabases>[2],
  start = startWorker,
) {
  const thread = createStoreThread(databases, start)
  const { answers, records, close, ...place } = await openDatabases(thread, databases, context).catch(async (error) => {
    await thread.end()
    throw error
  })
  if (!answers || !records) throw new Error('a disk has answers and records')
  const closeAll = async () => {
    await close()
    await thread.end()
  }
  return { ...place, ...answers, ...records, close: closeAll }
}

/** Opens an archive in a thread of its own; `close` ends it. */
export async function openArchiveWithThread(
  place: string | URL,
  maxBytes: number,
  context: Parameters<typeof openDatabases>[2],
  start = startWorker,
) {
  const archive = { maxBytes }
  const databases: readonly DatabaseOptions[] =
    typeof place === 'string'
      ? [{ name: 'archive.db', at: { folder: place }, archive }]
      : [{ name: 'PostgreSQL', at: { url: place.href }, archive }]
  const thread = createStoreThread(databases, start)
  const opened = await openDatabases(thread, databases, context).catch(async (error) => {
    await thread.end()
    throw error
  })
  if (!opened.archive) throw new Error('the place has an archive')
  const close = async () => {
    await opened.close()
    await thread.end()
  }
  return { ...opened.archive, troubles: opened.troubles, notices: opened.notices, close }
}
