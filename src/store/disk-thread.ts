// The thread of the disk: takes orders, does one after the other, gives replies, and hands over the bytes it has read.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { Database } from './database.ts'
import type { DatabaseFile } from './database-file.ts'
import type { Order, Reply } from './disk-messages.ts'
import { createDiskWork } from './disk-work.ts'

// What is compressed is to have memory of its own, that can be given back at once.
Buffer.poolSize = 0

const { database, folder, maxBytes } = workerData
const obey = createDiskWork(await (database === undefined ? fileOf() : tablesOf()))
const line = { latest: Promise.resolve() }

/** Each brings its own driver, of which one is enough. */
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

/** Gives back at once the bytes that were handed over: a thread that makes little garbage of its own would keep them for long. */
function release(order: Order): void {
  if (order.kind !== 'write') return
  for (const { json } of order.answers) json?.buffer.transfer(0)
}

parentPort?.on('message', (order: Order) => {
  line.latest = line.latest.then(async () => {
    const reply = await obey(order)
    release(order)
    // A process keeps what it has compiled when it ends; a thread only if told to.
    if (order.kind === 'close') flushCompileCache()
    parentPort?.postMessage(reply, buffersOf(reply))
  })
})
