// Several databases in one thread: their connections, the end of the thread, and what replaces it.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { type ServedDatabase, startSharedThread, type ThreadConnection } from './shared-thread.ts'

/** Answers each message with the name of the database; ends after `end`, and fails after `fail`. */
const naming = `const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ database, port }) => port.on('message', (message) => {
    if (message === 'end') process.exit(3)
    if (message === 'fail') throw new Error('broken')
    port.postMessage(database.name + ' ' + message)
  }))`

const folder = 'unused'
const archive: ServedDatabase = { name: 'archive.db', options: { folder, maxBytes: 1 } }
const answers: ServedDatabase = { name: 'trawl.db', options: { folder, maxBytes: 1, history: undefined } }

function start() {
  const workers: Worker[] = []
  const connect = startSharedThread(() => {
    const worker = new Worker(naming, { eval: true })
    workers.push(worker)
    return worker
  })
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.terminate()))))
  return { connect, workers }
}

function reply(connection: ThreadConnection, message: string): Promise<string> {
  return new Promise((resolve) => {
    connection.on('message', resolve)
    connection.postMessage(message, [])
  })
}

function endOf(connection: ThreadConnection): Promise<number> {
  return new Promise((resolve) => connection.on('exit', resolve))
}

it('serves databases in one thread, which ends with the last connection', async () => {
  const { connect, workers } = start()
  const [one, other] = [connect(archive), connect(answers)]
  expect(await Promise.all([reply(one, 'a'), reply(other, 'b')])).toEqual(['archive.db a', 'trawl.db b'])
  await one.terminate()
  expect(await reply(other, 'c')).toBe('trawl.db c')
  const ended = endOf(other)
  await other.terminate()
  await ended
  expect(workers).toHaveLength(1)
})

it.each(['end', 'fail'])(
  'tells all connections that the thread has ended (%s), and replaces it at the next connection',
  async (how) => {
    const { connect, workers } = start()
    const [one, other] = [connect(archive), connect(answers)]
    const ended = Promise.all([endOf(one), endOf(other)])
    one.postMessage(how, [])
    await ended
    const [first, second] = [connect(archive), connect(answers)]
    expect(await Promise.all([reply(first, 'a'), reply(second, 'b')])).toEqual(['archive.db a', 'trawl.db b'])
    // Ends of connections to the thread before do not end this one.
    await Promise.all([one.terminate(), other.terminate()])
    expect(await reply(first, 'c')).toBe('archive.db c')
    expect(workers).toHaveLength(2)
  },
)

it('replaces a thread that has ended before the first connection', async () => {
  const { connect, workers } = start()
  const [worker] = workers
  const ended = worker && once(worker, 'exit')
  await worker?.terminate()
  await ended
  expect(await reply(connect(answers), 'a')).toBe('trawl.db a')
  expect(workers).toHaveLength(2)
})
