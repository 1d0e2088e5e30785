// Pub/sub over a real Redis: messages arrive complete and at all other replicas, and garbage is skipped.
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startReplicas } from '../../test/kit/redis.ts'

const word = z.object({ word: z.string() })

async function startListening(count = 3) {
  const { server, replicas } = await startReplicas(count)
  const heard: string[] = []
  for (const { id, events } of replicas)
    events.subscribe('word', word, (body) => void heard.push(`to ${id}: ${body.word}`))
  const [first = expect.fail()] = replicas
  return { server, replicas, heard, first }
}

describe('a message of a replica', () => {
  it('reaches all other replicas and not its sender', async () => {
    const { heard, first } = await startListening()
    first.events.publish('word', { word: '你好 "x"\n\ud83d\ude00' })
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    first.events.publish('word', { word: 'y' })
    await vi.waitFor(() => expect(heard).toHaveLength(4))
    expect(heard.toSorted()).toEqual([
      'to B: y',
      'to B: 你好 "x"\n\ud83d\ude00',
      'to C: y',
      'to C: 你好 "x"\n\ud83d\ude00',
    ])
  })

  it('also arrives when a script publishes it', async () => {
    const { heard, first } = await startListening(2)
    const { channel, message } = first.events.publishArgs('word', { word: 'x' })
    await first.redis.run((redis) => redis.eval(`return redis.call('PUBLISH', ARGV[1], ARGV[2])`, 0, channel, message))
    await vi.waitFor(() => expect(heard).toEqual(['to B: x']))
  })

  it('of an unknown kind is skipped silently', async () => {
    const { heard, first, replicas } = await startListening(2)
    first.events.publish('of the future', 1)
    first.events.publish('word', { word: 'x' })
    await vi.waitFor(() => expect(heard).toEqual(['to B: x']))
    expect(replicas[1]?.said.join()).not.toContain('skipped')
  })

  it('or garbage in the channel that is malformed is skipped and logged once', async () => {
    const { server, heard, first, replicas } = await startListening(2)
    const { channel } = first.events.publishArgs('word', {})
    const garbage = [
      '',
      ' ',
      'word',
      'X word',
      'X word {',
      'X word {"word":1}',
      'X word null',
      'X word []',
      '\0',
      `${'X'.repeat(2_000_000)} word 1`,
    ]
    for (const message of [...garbage, ...garbage]) await server.client.publish(channel, message)
    await server.client.publish(channel, Buffer.from([0xff, 0xfe, 0x20, 0xff]))
    await server.client.publish(channel, 'X word {"word":"y"}')
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(['to A: y', 'to B: y']))
    expect(replicas[1]?.said.filter((line) => line.includes('skipped'))).toHaveLength(2)
  })

  it('reaches the other listeners when one of them throws', async () => {
    const { replicas, first, heard } = await startListening(2)
    replicas[1]?.events.subscribe('word', word, () => {
      throw new Error('this one cannot')
    })
    replicas[1]?.events.subscribe('word', word, ({ word }) => void heard.push(`again ${word}`))
    first.events.publish('word', { word: 'x' })
    await vi.waitFor(() => expect(heard).toEqual(['to B: x', 'again x']))
    expect(replicas[1]?.said.join()).toContain('failed to handle')
  })

  it('is lost while Redis is down; afterwards all replicas learn of the gap and receive messages again', async () => {
    const { server, replicas, heard, first } = await startListening(2)
    const gaps: string[] = []
    for (const { id, events } of replicas) events.onMissedMessages(() => void gaps.push(id))
    await server.kill()
    await vi.waitFor(() => expect(replicas.map(({ redis }) => redis.isUp())).toEqual([false, false]))
    first.events.publish('word', { word: 'lost' })
    await server.restart()
    await vi.waitFor(() => expect(gaps.toSorted()).toEqual(['A', 'B']))
    first.events.publish('word', { word: 'x' })
    await vi.waitFor(() => expect(heard).toEqual(['to B: x']))
  })
})
