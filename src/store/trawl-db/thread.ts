// Entry of the worker thread of trawl.db: handles requests one at a time and transfers the bytes it reads.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { createFolderLock } from '../files/folder-lock.ts'
import { createHistoryHandler } from '../history/request-handler.ts'
import type { TrawlDbRequest, TrawlDbResponse } from './messages.ts'
import { createTrawlDbHandler } from './request-handler.ts'

// Compressed bodies need buffers of their own, which can be freed at once.
Buffer.poolSize = 0

const { database, folder, maxBytes, history } = workerData
// Imported separately: each loads its own driver, and only one is needed.
const { file, historyFile } = database === undefined ? await openFiles() : await openTables(new URL(database))
const obey = createTrawlDbHandler(file, history && createHistoryHandler(historyFile))
const enqueue = createSerialQueue()

async function openFiles() {
  const { createTrawlDbFile } = await import('./sqlite-database.ts')
  const { createHistoryFile } = await import('../history/sqlite-database.ts')
  const lock = createFolderLock(folder)
  return { file: createTrawlDbFile(folder, maxBytes, lock), historyFile: createHistoryFile(folder, history, lock) }
}

async function openTables(url: URL) {
  const { createTrawlDbTables } = await import('./postgres-database.ts')
  const { createHistoryTables } = await import('../history/postgres-database.ts')
  return { file: createTrawlDbTables(url, maxBytes), historyFile: createHistoryTables(url, history) }
}

function buffersOf({ answers = [], records = [] }: TrawlDbResponse): ArrayBuffer[] {
  return [...answers.map((answer) => answer?.json), ...records.map((record) => record?.bytes)].flatMap(
    (bytes) => bytes?.buffer ?? [],
  )
}

/** Frees transferred buffers at once, because garbage collection of a mostly idle thread is late. */
function freeBuffers(order: TrawlDbRequest): void {
  if (order.kind !== 'write') return
  for (const { json } of order.answers) json?.buffer.transfer(0)
}

parentPort?.on('message', (order: TrawlDbRequest) => {
  void enqueue(async () => {
    const reply = await obey(order)
    freeBuffers(order)
    // A process writes its compile cache on exit; a thread must do so explicitly.
    if (order.kind === 'close') flushCompileCache()
    parentPort?.postMessage(reply, buffersOf(reply))
  })
})
