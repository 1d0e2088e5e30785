// The thread of the store: its calls, its end, and what replaces it.
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { createStoreThread } from './store-thread.ts'

/** Answers each call with its name; ends after `end`, and fails after `fail`. */
const naming = `const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (message) => {
    const { id, name } = typeof message === 'string' ? JSON.parse(message) : message
    if (name === 'end') process.exit(3)
    if (name === 'fail') throw new Error('broken')
    parentPort.postMessage({ id, result: name, bytes: 0 })
  })`

function start() {
  const workers: Worker[] = []
  const exits: string[] = []
  const thread = createStoreThread([], () => {
    const worker = new Worker(naming, { eval: true })
    workers.push(worker)
    return worker
  })
  thread.onExit((why) => exits.push(why))
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.terminate()))))
  const call = async (name: string) => (await thread.call({ database: 'trawl.db', name, args: [], now: 0 }))?.result
  return { thread, call, workers, exits }
}

it.each(['end', 'fail'])('settles all calls when the thread ends (%s), and goes on with a new one', async (how) => {
  const { thread, call, workers, exits } = start()
  expect(await call('a')).toBe('a')
  expect(await Promise.all([call(how), call('b')])).toEqual([undefined, undefined])
  expect(exits).toHaveLength(1)
  expect(await call('c')).toBeUndefined()
  thread.ensureStarted()
  expect(await call('d')).toBe('d')
  expect(workers).toHaveLength(2)
})

it('starts no thread any more once it has ended', async () => {
  const { thread, call, workers, exits } = start()
  await thread.end()
  thread.ensureStarted()
  expect(await call('a')).toBeUndefined()
  expect([workers.length, exits]).toEqual([1, []])
})
