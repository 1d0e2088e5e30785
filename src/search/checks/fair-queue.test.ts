// The order in which callers of link checks are served.
import PQueue from 'p-queue'
import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** A queue with one running task until `free` is called; collects the names of tasks as they start. */
function makeBusy() {
  const order = createFairQueue()
  const queue = new PQueue({ concurrency: 1 })
  const busy = Promise.withResolvers<void>()
  const begun: string[] = []
  const all: Promise<void>[] = [queue.add(() => busy.promise)]
  const wait = (client: string, name: string, { signal, then }: { signal?: AbortSignal; then?: () => void } = {}) => {
    const task = order.enqueue(client)
    const run = async () => {
      task.start()
      begun.push(name)
      then?.()
    }
    const done = queue.add(run, { priority: task.priority, ...(signal ? { signal } : {}) }).finally(task.end)
    all.push(done.catch(() => undefined))
  }
  const free = async () => {
    busy.resolve()
    await Promise.all(all)
  }
  return { wait, free, begun }
}

it('clients take turns, however much one of them had waiting before', async () => {
  const { wait, free, begun } = makeBusy()
  for (const at of [1, 2, 3, 4]) wait('greedy', `greedy ${at}`)
  for (const at of [1, 2]) wait('other', `other ${at}`)
  await free()
  expect(begun).toEqual(['greedy 1', 'other 1', 'greedy 2', 'other 2', 'greedy 3', 'greedy 4'])
})

it('a client that arrives later starts in the current round', async () => {
  const { wait, free, begun } = makeBusy()
  const then = () => {
    for (const at of [1, 2]) wait('late', `late ${at}`)
  }
  for (const at of [1, 2, 3, 4]) wait('early', `early ${at}`, at === 2 ? { then } : {})
  await free()
  await free()
  expect(begun).toEqual(['early 1', 'early 2', 'early 3', 'late 1', 'early 4', 'late 2'])
})

it('a client is not charged for cancelled tasks', async () => {
  const { wait, free, begun } = makeBusy()
  const leaving = new AbortController()
  for (const at of [1, 2, 3]) wait('hasty', `given up ${at}`, { signal: leaving.signal })
  for (const at of [1, 2]) wait('other', `other ${at}`)
  leaving.abort(new Error('left'))
  await new Promise(setImmediate)
  wait('hasty', 'hasty')
  await free()
  expect(begun).toEqual(['other 1', 'hasty', 'other 2'])
})
