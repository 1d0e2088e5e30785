// The serial queue: order, and failures.
import { expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

it('a task starts after the one before it has ended, and a failed one does not stop the next', async () => {
  const enqueue = createSerialQueue()
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const results = [
    enqueue(async () => {
      log.push('first starts')
      await first.promise
      log.push('first ends')
      throw new Error('first fails')
    }),
    enqueue(async () => {
      log.push('second starts')
      return 'second'
    }),
  ]
  first.resolve()
  const [failed, second] = await Promise.allSettled(results)
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('first fails') })
  expect(second).toEqual({ status: 'fulfilled', value: 'second' })
  expect(log).toEqual(['first starts', 'first ends', 'second starts'])
})
