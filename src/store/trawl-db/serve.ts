// Serves trawl.db in the worker thread of the store: handles requests one at a time and transfers the bytes it reads.
import { flushCompileCache } from 'node:module'
import type { MessagePort } from 'node:worker_threads'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { createFolderLock } from '../files/folder-lock.ts'
import { createHistoryHandler } from '../history/request-handler.ts'
import type { HistoryLimits } from '../history/sqlite-database.ts'
import type { TrawlDbRequest, TrawlDbResponse } from './messages.ts'
import { createTrawlDbHandler } from './request-handler.ts'

/** The thread receives the location of the database: a folder or the URL of a PostgreSQL. */
export type ServedTrawlDb = ({ readonly folder: string } | { readonly database: string }) & {
  readonly maxBytes: number
  readonly history: HistoryLimits | undefined
}

export async function serveTrawlDb(options: ServedTrawlDb, port: MessagePort): Promise<void> {
  // Imported separately: each loads its own driver, and only one is needed.
  const { file, historyFile } = 'folder' in options ? await openFiles(options) : await openTables(options)
  const handle = createTrawlDbHandler(file, historyFile && createHistoryHandler(historyFile))
  const enqueue = createSerialQueue()
  port.on('message', (order: TrawlDbRequest) => {
    void enqueue(async () => {
      const reply = await handle(order)
      freeBuffers(order)
      // A process writes its compile cache on exit; a thread must do so explicitly.
      if (order.kind === 'close') flushCompileCache()
      port.postMessage(reply, buffersOf(reply))
    })
  })
}

async function openFiles({ folder, maxBytes, history }: ServedTrawlDb & { readonly folder: string }) {
  const { createTrawlDbFile } = await import('./sqlite-database.ts')
  const { createHistoryFile } = await import('../history/sqlite-database.ts')
  const lock = createFolderLock(folder)
  return {
    file: createTrawlDbFile(folder, maxBytes, lock),
    historyFile: history && createHistoryFile(folder, history, lock),
  }
}

async function openTables({ database, maxBytes, history }: ServedTrawlDb & { readonly database: string }) {
  const { createTrawlDbTables } = await import('./postgres-database.ts')
  const { createHistoryTables } = await import('../history/postgres-database.ts')
  const url = new URL(database)
  return { file: createTrawlDbTables(url, maxBytes), historyFile: history && createHistoryTables(url, history) }
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
