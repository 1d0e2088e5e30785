// The thread of the archive: takes orders and gives replies.
import { parentPort, workerData } from 'node:worker_threads'
import { createArchiveFile } from './archive-file.ts'
import type { ArchiveOrder } from './archive-messages.ts'
import { createArchiveWork } from './archive-work.ts'

const { folder, maxBytes } = workerData
const obey = createArchiveWork(createArchiveFile(folder, { maxBytes, clock: () => performance.now() }))

parentPort?.on('message', (order: ArchiveOrder) => parentPort?.postMessage(obey(order)))
