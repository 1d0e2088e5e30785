// Serves the archive in the worker thread of the store: archive.db, or PostgreSQL with waiting.db for writes that it cannot accept yet.
import { flushCompileCache } from 'node:module'
import type { MessagePort } from 'node:worker_threads'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { createDatabaseFile } from '../sqlite/database-file.ts'
import type { ArchiveRequest, ArchiveResponse } from './messages.ts'
import { openOverflowDatabase, overflowFileName } from './overflow-database.ts'
import { createOverflowQueue } from './overflow-queue.ts'
import { createRequestHandler } from './request-handler.ts'
import { createArchiveFile } from './sqlite-database.ts'

/** A search that waited this long is not read: its result would be too late, and its sources answer anyway. */
const maxQueuedMs = 1_000

/** The thread receives the location of the archive: a file in a folder, or a PostgreSQL with an optional folder for the overflow queue. */
export type ServedArchive =
  | { readonly folder: string; readonly maxBytes: number; readonly database?: undefined }
  | {
      readonly folder: string | undefined
      /** Size limit of the overflow queue. */
      readonly maxBytes: number
      readonly database: { readonly url: string; readonly maxBytes: number }
    }

/** `clock` returns monotonic milliseconds. */
export async function serveArchive(options: ServedArchive, port: MessagePort, clock: () => number): Promise<void> {
  const handle = createRequestHandler(await openParts(options, clock))
  const enqueueWrite = createSerialQueue()
  /** Reads of PostgreSQL have a queue of their own: they do not wait for writes. */
  const enqueueRead = options.database ? createSerialQueue() : enqueueWrite

  /** Handles requests one at a time. A search that waited too long is sent on without words, which is not read. */
  function enqueue(order: ArchiveRequest): Promise<ArchiveResponse> {
    if (order.kind === 'health' || order.kind === 'scan' || order.kind === 'work')
      return enqueueRead(() => handle(order))
    if (order.kind !== 'find') return enqueueWrite(() => handle(order))
    const until = clock() + maxQueuedMs
    return enqueueRead(() => handle(clock() > until ? { ...order, wanted: { ...order.wanted, ways: [] } } : order))
  }

  port.on('message', async (message: string) => {
    const order: ArchiveRequest = JSON.parse(message)
    const reply = await enqueue(order)
    // A process writes its compile cache on exit; a thread must do so explicitly.
    if (order.kind === 'close') flushCompileCache()
    port.postMessage(reply)
  })
}

async function openParts(
  options: ServedArchive,
  clock: () => number,
): Promise<Parameters<typeof createRequestHandler>[0]> {
  const { folder, maxBytes, database } = options
  if (database === undefined) return { file: createArchiveFile(options.folder, { maxBytes, clock }) }
  // Only where it is used: the driver takes longer to load than everything else.
  const { createPostgresLifecycle } = await import('../postgres/connection-lifecycle.ts')
  const { openPostgresArchive } = await import('./postgres-database.ts')
  const file = createPostgresLifecycle({
    url: new URL(database.url),
    open: (lines) => openPostgresArchive(lines, database.maxBytes),
    bytesOf: (archive) => archive.bytes(),
  })
  if (folder === undefined) return { file, isShared: true }
  const open = (path: string, isSound: boolean) => openOverflowDatabase(path, maxBytes, isSound)
  // A read-only queue is useless: its rows are read only to be written elsewhere.
  const overflow = createDatabaseFile({ folder, name: overflowFileName, open, openReadOnly: open })
  return { file, isShared: true, overflow: createOverflowQueue(overflow) }
}
