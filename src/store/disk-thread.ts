// Entry of the worker thread of trawl.db: handles requests one at a time and transfers the bytes it reads.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { Database } from './database.ts'
import type { DatabaseFile } from './database-file.ts'
import type { Order, Reply } from './disk-messages.ts'
import { createDiskWork } from './disk-work.ts'

// Compressed bodies need buffers of their own, which can be freed at once.
Buffer.poolSize = 0

const { database, folder, maxBytes } = workerData
const obey = createDiskWork(await (database === undefined ? fileOf() : tablesOf()))
const line = { latest: Promise.resolve() }

/** Imported separately: each loads its own driver, and only one is needed. */
async function fileOf(): Promise<DatabaseFile<Database>> {
  const { createDiskFile } = await import('./disk-file.ts')
  return createDiskFile(folder, maxBytes)
}

async function tablesOf(): Promise<DatabaseFile<Database>> {
  const { createDiskTables } = await import('./disk-tables.ts')
  return createDiskTables(new URL(database), maxBytes)
}

function buffersOf({ answers = [], records = [] }: Reply): ArrayBuffer[] {
  return [...answers.map((answer) => answer?.json), ...records.map((record) => record?.bytes)].flatMap(
    (bytes) => bytes?.buffer ?? [],
  )
}

/** Frees transferred buffers at once, because garbage collection of a mostly idle thread is late. */
function release(order: Order): void {
  if (order.kind !== 'write') return
  for (const { json } of order.answers) json?.buffer.transfer(0)
}

parentPort?.on('message', (order: Order) => {
  line.latest = line.latest.then(async () => {
    const reply = await obey(order)
    release(order)
    // A process writes its compile cache on exit; a thread must do so explicitly.
    if (order.kind === 'close') flushCompileCache()
    parentPort?.postMessage(reply, buffersOf(reply))
  })
})
