// Entry of the archive's worker thread: handles requests.
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
  // A process writes its compile cache on exit; a thread must do so explicitly.
  if (order.kind === 'close') flushCompileCache()
  parentPort?.postMessage(reply)
})
