// Entry of the archive's worker thread: handles requests.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { createArchiveFile, createArchiveTables, createOverflowFile } from './files.ts'
import type { ArchiveRequest } from './messages.ts'
import { createOverflowQueue } from './overflow-queue.ts'
import { createQueues } from './read-write-queues.ts'
import { createRequestHandler } from './request-handler.ts'

const { folder, maxBytes, url, waitingBytes } = workerData

function clock(): number {
  return performance.now()
}

function partsOf(): Parameters<typeof createRequestHandler>[0] {
  if (url === undefined) return { file: createArchiveFile(folder, { maxBytes, clock }) }
  const file = createArchiveTables(new URL(url), maxBytes)
  if (folder === undefined) return { file, isShared: true }
  return { file, isShared: true, overflow: createOverflowQueue(createOverflowFile(folder, waitingBytes)) }
}

const obey = createQueues({ work: createRequestHandler(partsOf()), hasReadQueue: url !== undefined, clock })

parentPort?.on('message', async (order: ArchiveRequest) => {
  const reply = await obey(order)
  // A process writes its compile cache on exit; a thread must do so explicitly.
  if (order.kind === 'close') flushCompileCache()
  parentPort?.postMessage(reply)
})
