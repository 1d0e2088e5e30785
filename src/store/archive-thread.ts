// The thread of the archive: takes orders and gives replies.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { createArchiveFile, createArchiveTables, createWaitingFile } from './archive-file.ts'
import { createLanes } from './archive-lanes.ts'
import type { ArchiveOrder } from './archive-messages.ts'
import { createArchiveOverflow } from './archive-overflow.ts'
import { createArchiveWork } from './archive-work.ts'

const { folder, maxBytes, url, waitingBytes } = workerData

function clock(): number {
  return performance.now()
}

function partsOf(): Parameters<typeof createArchiveWork>[0] {
  if (url === undefined) return { file: createArchiveFile(folder, { maxBytes, clock }) }
  const file = createArchiveTables(new URL(url), maxBytes)
  if (folder === undefined) return { file, isShared: true }
  return { file, isShared: true, overflow: createArchiveOverflow(createWaitingFile(folder, waitingBytes)) }
}

const obey = createLanes({ work: createArchiveWork(partsOf()), isApart: url !== undefined, clock })

parentPort?.on('message', async (order: ArchiveOrder) => {
  const reply = await obey(order)
  // A process keeps what it has compiled when it ends; a thread only if told to.
  if (order.kind === 'close') flushCompileCache()
  parentPort?.postMessage(reply)
})
