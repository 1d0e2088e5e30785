// The thread of the store: its calls, its end, and what replaces it.
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { createStoreThread } from './store-thread.ts'

/** Answers each call with its name, and `count` with the number of collections; ends after `end`, and fails after `fail`. */
const naming = `const { parentPort } = require('node:worker_threads')
  let collections = 0
  parentPort.on('message', (message) => {
    if (message === 'collect garbage') return (collections += 1)
    const { id, name } = typeof message === 'string' ? JSON.parse(message) : message
    if (name === 'end') process.exit(3)
    if (name === 'fail') throw new Error('broken')
    parentPort.postMessage({ id, result: name === 'count' ? collections : name, bytes: 0 })
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

it('has the thread collect its garbage when it is told to', async () => {
  const { thread, call } = start()
  expect(await call('count')).toBe(0)
  thread.collectGarbage()
  expect(await call('count')).toBe(1)
})
