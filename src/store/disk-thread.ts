// The thread of the disk: takes orders, gives replies, and hands over the bytes it has read.
import { parentPort, workerData } from 'node:worker_threads'
import { createDiskFile } from './disk-file.ts'
import type { Order, Reply } from './disk-messages.ts'
import { createDiskWork } from './disk-work.ts'

// What is compressed is to have memory of its own, that can be given back at once.
Buffer.poolSize = 0

const obey = createDiskWork(createDiskFile(workerData.folder, workerData.maxBytes))

function buffersOf({ answers = [], records = [] }: Reply): ArrayBuffer[] {
  return [...answers.map((answer) => answer?.json), ...records].flatMap((bytes) => bytes?.buffer ?? [])
}

/** Gives back at once the bytes that were handed over: a thread that makes little garbage of its own would keep them for long. */
function release(order: Order): void {
  if (order.kind !== 'write') return
  for (const { json } of order.answers) json?.buffer.transfer(0)
}

parentPort?.on('message', (order: Order) => {
  const reply = obey(order)
  release(order)
  parentPort?.postMessage(reply, buffersOf(reply))
})
