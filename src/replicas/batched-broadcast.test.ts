// Batched broadcast: values are collected, sent together and received by all other replicas.
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startReplicas } from '../../test/kit/redis.ts'
import { createBatchedBroadcast } from './batched-broadcast.ts'

async function startPair() {
  const { replicas } = await startReplicas(2)
  const heard: ReadonlyMap<string, number>[] = []
  const [a] = replicas.map(({ events }) =>
    createBatchedBroadcast({ events, kind: 'number', shape: z.number(), onReceive: (notes) => void heard.push(notes) }),
  )
  if (!a) throw new Error('there should be two')
  return { a, heard }
}

describe('notes', () => {
  it('of one moment are sent together, with the latest value per key', async () => {
    const { a, heard } = await startPair()
    for (let at = 0; at < 100; at += 1) a.send(`key ${at % 10}`, at)
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect([...(heard[0] ?? [])]).toEqual(Array.from({ length: 10 }, (_, at) => [`key ${at}`, 90 + at]))
    a.send('key 0', 1)
    await vi.waitFor(() => expect(heard[1]).toEqual(new Map([['key 0', 1]])))
  })

  it('are split into several messages when there are many, each value once', async () => {
    const { a, heard } = await startPair()
    for (let at = 0; at < 1_200; at += 1) a.send(`key ${at}`, at)
    await vi.waitFor(() => expect(heard.map(({ size }) => size)).toEqual([500, 500, 200]))
  })
})
