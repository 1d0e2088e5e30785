// Tickets in slot queues.
import PQueue from 'p-queue'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createQueueTicket, createQueueTickets, privateQueue } from './slot-queue.ts'

/** A queue with one slot that is taken until `free` is called; collects the tasks that ran. */
function fullQueue() {
  const slots = new PQueue({ concurrency: 1 })
  const busy = Promise.withResolvers<void>()
  const begun: string[] = []
  void slots.add(() => busy.promise)
  const { signal } = new AbortController()
  const wait = (name: string, order: number) => {
    const turn = createQueueTicket({ slots, order }, name)
    const done = turn.run(async () => void begun.push(name), signal)
    return { turn, done }
  }
  return { slots, wait, begun, free: busy.resolve }
}

it('a lower order goes first, regardless of arrival', async () => {
  const { wait, begun, free } = fullQueue()
  const all = [wait('late', 3), wait('soon', 1), wait('middle', 2)]
  free()
  await Promise.all(all.map(({ done }) => done))
  expect(begun).toEqual(['soon', 'middle', 'late'])
})

it('a waiting task moves forward when a caller with a better position in the same queue joins', async () => {
  const { slots, wait, begun, free } = fullQueue()
  const all = [wait('a', 2), wait('b', 3), wait('c', 4)]
  all[2]?.turn.alsoWaitAt({ slots, order: 1 })
  all[0]?.turn.alsoWaitAt({ slots, order: 9 })
  // Two would count twice where the queue spaces its tasks.
  expect(slots.size).toBe(3)
  const first = wait('d', 0)
  free()
  await Promise.all([...all, first].map(({ done }) => done))
  expect(begun).toEqual(['d', 'c', 'a', 'b'])
})

it('a waiting task starts in the queue of a joined caller if that has a slot first, and only once', async () => {
  const { wait, begun, free } = fullQueue()
  const other = new PQueue({ concurrency: 1 })
  const [one, two] = [wait('one', 1), wait('two', 2)]
  two.turn.alsoWaitAt({ slots: other, order: 5 })
  await two.done
  expect(begun).toEqual(['two'])
  free()
  await one.done
  await other.onIdle()
  expect(begun).toEqual(['two', 'one'])
})

it('further attempts wait in the queues of all callers', async () => {
  const { slots, begun, wait, free } = fullQueue()
  const turn = createQueueTicket({ slots, order: 1 }, 'more')
  const other = new PQueue({ concurrency: 1 })
  const full = fullQueue()
  for (const queue of [other, full.slots]) turn.alsoWaitAt({ slots: queue, order: 1 })
  await turn.run(async () => void begun.push('more'), new AbortController().signal)
  const { done } = wait('last', 2)
  expect(begun).toEqual(['more'])
  // It has begun before it came to the third queue.
  expect(full.slots.size).toBe(0)
  free()
  await done
  await expect(turn.run(() => Promise.reject(new Error('failed')), new AbortController().signal)).rejects.toThrow(
    'failed',
  )
})

it('a running task is not moved, and its next attempt has the better position', async () => {
  const { slots, wait, begun, free } = fullQueue()
  const { turn, done } = wait('first', 5)
  free()
  await done
  turn.alsoWaitAt({ slots, order: 0 })
  const busy = Promise.withResolvers<void>()
  void slots.add(() => busy.promise)
  const other = wait('other', 1)
  const again = turn.run(async () => void begun.push('again'), new AbortController().signal)
  busy.resolve()
  await Promise.all([other.done, again])
  expect(begun).toEqual(['first', 'again', 'other'])
})

it('an aborted task leaves the queue, and enters none of callers that come later', async () => {
  const { slots, free } = fullQueue()
  const other = fullQueue()
  const leaving = new AbortController()
  const turn = createQueueTicket({ slots, order: 1 }, 'left')
  const done = turn.run(async () => 'done', leaving.signal)
  leaving.abort(new Error('gone'))
  turn.alsoWaitAt({ slots, order: 0 })
  await expect(done).rejects.toThrow('gone')
  turn.alsoWaitAt({ slots: other.slots, order: 0 })
  expect([slots.size, other.slots.size]).toEqual([0, 0])
  free()
})

it('work that takes too long releases its slot and continues', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const slots = new PQueue({ concurrency: 1 })
  const { signal } = new AbortController()
  const slow = Promise.withResolvers<string>()
  const first = createQueueTicket({ slots, order: 0, releaseAfterMs: 1_000 }, 'slow').run(() => slow.promise, signal)
  const begun: string[] = []
  const second = createQueueTicket({ slots, order: 1 }, 'next').run(async () => void begun.push('next'), signal)
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await second
  expect(begun).toEqual(['next'])
  slow.resolve('late')
  expect(await first).toBe('late')
  expect(vi.getTimerCount()).toBe(0)
})

it('work without such a time keeps its slot until it ends', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const slots = new PQueue({ concurrency: 1 })
  const { signal } = new AbortController()
  const slow = Promise.withResolvers<string>()
  const first = createQueueTicket({ slots, order: 0 }, 'slow').run(() => slow.promise, signal)
  const begun: string[] = []
  const second = createQueueTicket({ slots, order: 1 }, 'next').run(async () => void begun.push('next'), signal)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(begun).toEqual([])
  slow.resolve('late')
  await Promise.all([first, second])
})

it('a caller joins the ask in flight for its key, not one before it nor one that has ended', async () => {
  const tickets = createQueueTickets()
  const joined: string[] = []
  const begin = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ticket = { ...createQueueTicket(privateQueue(), name), alsoWaitAt: () => void joined.push(name) }
    tickets.add('k', ticket, promise)
    return async () => {
      resolve()
      await promise
    }
  }
  const endAborted = begin('aborted')
  const endNext = begin('next')
  await endAborted()
  tickets.alsoWaitAt('k', privateQueue())
  tickets.alsoWaitAt('other', privateQueue())
  await endNext()
  tickets.alsoWaitAt('k', privateQueue())
  expect(joined).toEqual(['next'])
})
