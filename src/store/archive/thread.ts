// Entry of the archive's worker thread: opens archive.db, or PostgreSQL with waiting.db for writes that it cannot accept yet.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { createDatabaseFile } from '../sqlite/database-file.ts'
import type { ArchiveRequest, ArchiveResponse } from './messages.ts'
import { openOverflowDatabase, overflowFileName } from './overflow-database.ts'
import { createOverflowQueue } from './overflow-queue.ts'
import { createRequestHandler } from './request-handler.ts'
import { createArchiveFile } from './sqlite-database.ts'

/** A search that waited this long returns nothing: its result would be too late, and its sources answer anyway. */
const maxQueuedMs = 1_000

const { folder, maxBytes, url, waitingBytes } = workerData

function clock(): number {
  return performance.now()
}

async function openParts(): Promise<Parameters<typeof createRequestHandler>[0]> {
  if (url === undefined) return { file: createArchiveFile(folder, { maxBytes, clock }) }
  // Only where it is used: the driver takes longer to load than everything else.
  const { createPostgresLifecycle } = await import('../postgres/connection-lifecycle.ts')
  const { openPostgresArchive } = await import('./postgres-database.ts')
  const file = createPostgresLifecycle({
    url: new URL(url),
    open: (lines) => openPostgresArchive(lines, maxBytes),
    bytesOf: (archive) => archive.bytes(),
  })
  if (folder === undefined) return { file, isShared: true }
  const open = (path: string, isSound: boolean) => openOverflowDatabase(path, waitingBytes, isSound)
  // A read-only queue is useless: its rows are read only to be written elsewhere.
  const overflow = createDatabaseFile({ folder, name: overflowFileName, open, openReadOnly: open })
  return { file, isShared: true, overflow: createOverflowQueue(overflow) }
}

const handle = createRequestHandler(await openParts())
const enqueueWrite = createSerialQueue()
/** Reads of PostgreSQL have a queue of their own: they do not wait for writes. */
const enqueueRead = url === undefined ? enqueueWrite : createSerialQueue()

/** Handles requests one at a time. A search that waited too long finds nothing. */
function enqueue(order: ArchiveRequest): Promise<ArchiveResponse> {
  if (order.kind === 'health' || order.kind === 'stretch' || order.kind === 'work')
    return enqueueRead(() => handle(order))
  if (order.kind !== 'find') return enqueueWrite(() => handle(order))
  const until = clock() + maxQueuedMs
  return enqueueRead(() => handle(clock() > until ? { ...order, wanted: { ...order.wanted, ways: [] } } : order))
}

parentPort?.on('message', async (message: string) => {
  const order: ArchiveRequest = JSON.parse(message)
  const reply = await enqueue(order)
  // A process writes its compile cache on exit; a thread must do so explicitly.
  if (order.kind === 'close') flushCompileCache()
  parentPort?.postMessage(reply)
})
