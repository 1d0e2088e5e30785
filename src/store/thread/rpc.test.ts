// RPC to a thread ends with the thread, which is not restarted afterwards.
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { createThreadRpc } from './rpc.ts'

/** Replies to each request at once. */
const replying = `const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ id }) => parentPort.postMessage({ id }))`

it('starts a thread with the first task, and none any more once it has ended', async () => {
  let started = 0
  const died: string[] = []
  const link = createThreadRpc<{ kind: string }, { id: number }>({
    start: () => {
      started += 1
      return new Worker(replying, { eval: true })
    },
    epochMs: () => 0,
    onReply: () => undefined,
    onExit: (why) => died.push(why),
  })
  expect(await link.call({ kind: 'open' }, 5_000)).toEqual({ id: 1 })
  await link.end()
  expect(await link.call({ kind: 'open' }, 5_000)).toBeUndefined()
  expect([started, died]).toEqual([1, []])
})
