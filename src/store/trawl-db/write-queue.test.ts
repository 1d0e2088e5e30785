// The write queue of answers at its size limit.
import { expect, it } from 'vitest'
import { createWriteQueue } from './write-queue.ts'

function change(length: number) {
  return { at: 1, until: 2, json: new Uint8Array(length) }
}

it('lets go the oldest, and has what the disk may have under their keys removed', async () => {
  const waiting = createWriteQueue(25_000)
  const first = waiting.put('a', change(10_000))
  void waiting.put('b', change(10_000))
  void waiting.put('c', change(10_000))
  expect(await first).toBe(false)
  expect([waiting.count(), waiting.dropped()]).toEqual([2, 1])
  expect(waiting.find('a')).toMatchObject({ until: 0 })
  expect(waiting.find('a')?.json).toBeUndefined()
  const batch = waiting.take(1_000_000, 10)
  expect(batch.answers.map(({ key, json }) => [key, json?.length])).toEqual([
    ['a', undefined],
    ['b', 10_000],
    ['c', 10_000],
  ])
  batch.done(true)
  expect([waiting.hasSome(), waiting.dropped()]).toEqual([false, 0])
})

it('removes nothing once there is a newer one of the key', () => {
  const waiting = createWriteQueue(15_000)
  void waiting.put('a', change(10_000))
  void waiting.put('b', change(10_000))
  void waiting.put('a', change(1_000))
  expect(waiting.take(1_000_000, 10).answers.map(({ key, json }) => [key, json?.length])).toEqual([
    ['b', 10_000],
    ['a', 1_000],
  ])
})

it('stays within its bounds however many keys there are', () => {
  const waiting = createWriteQueue(25_000)
  for (let at = 0; at < 1_000; at += 1) void waiting.put(`${at}`, change(10_000))
  expect(waiting.take(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY).answers.length).toBeLessThan(125)
})
