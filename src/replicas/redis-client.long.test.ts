// The Redis client with a real server that is frozen, killed, full, read-only or slow for a while.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { startTcpProxy } from '../../test/kit/network.ts'
import { back, gone, openTestClient, startRedis } from '../../test/kit/redis.ts'
import { channel } from './key-prefix.ts'

describe('while Redis is unavailable, a client', () => {
  it('gives up on a frozen server, and uses it again after it', async () => {
    const server = await startRedis()
    const { line, said, set, untilUp } = await openTestClient(server.url)
    server.signal('SIGSTOP')
    expect(await Promise.all([set(), set('b'), set('c')])).toEqual([undefined, undefined, undefined])
    expect(await set()).toBeUndefined()
    expect(line.problems()).toEqual(['Redis does not answer in time: this replica runs without shared state'])
    await pause(3_000)
    server.signal('SIGCONT')
    await untilUp()
    expect(await set()).toBe('OK')
    expect(said).toEqual([back, gone, back])
  })

  it('notices it without running commands', async () => {
    const server = await startRedis()
    const { untilUp } = await openTestClient(server.url, { timings: { heartbeatMs: 200 } })
    server.signal('SIGSTOP')
    await untilUp(false)
    server.signal('SIGCONT')
    await untilUp()
  })

  it('notifies about a killed server and its successor, and subscribes again', async () => {
    const server = await startRedis()
    const { line, said, set, untilUp } = await openTestClient(server.url)
    const heard: string[] = []
    line.onMessage((message) => void heard.push(message.toString()))
    const downs: string[] = []
    line.onDown(() => void downs.push('down'))
    await server.kill()
    await untilUp(false)
    expect(await set()).toBeUndefined()
    await pause(1_500)
    expect(line.problems()).toEqual([
      'Redis cannot be reached: connection refused: this replica runs without shared state',
    ])
    await server.restart()
    await untilUp()
    await server.client.publish(channel, 'x')
    await vi.waitFor(() => expect(heard).toEqual(['x']))
    expect(downs).toEqual(['down'])
    expect(said).toEqual([back, gone, back])
  })

  it('does not use a full one until there is room again', async () => {
    const { url, client } = await startRedis(['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'])
    const { line, said, untilUp } = await openTestClient(url)
    for (let count = 0; line.isUp(); count += 1)
      await line.run((redis) => redis.set(`fill ${count}`, 'x'.repeat(10_000)))
    expect(line.problems()).toEqual(['Redis is full: this replica runs without shared state'])
    await client.config('SET', 'maxmemory', '1mb')
    await pause(700)
    expect(line.isUp()).toBe(false)
    await client.flushall()
    await client.config('SET', 'maxmemory', '3mb')
    await untilUp()
    expect(said).toEqual([back, gone, back])
  })

  it('does not flap when the server is nearly full', async () => {
    const { url } = await startRedis(['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'])
    const { line, said } = await openTestClient(url, { timings: { probeMs: 20, maxProbeMs: 60 * 60_000 } })
    for (let turn = 0; turn < 300; turn += 1) {
      await line.run((redis) => redis.set('big', 'x'.repeat(4_000_000)))
      await pause(5)
    }
    // Two lines for each time; the pauses double, so that even an hour has few of them.
    expect(said.length).toBeLessThan(40)
  })

  it('does not use a copy until it is the original', async () => {
    const [original, server] = [await startRedis(), await startRedis()]
    const { line, said, set, untilUp } = await openTestClient(server.url)
    await server.client.replicaof('127.0.0.1', original.port)
    await vi.waitFor(async () => {
      await set()
      expect(line.isUp()).toBe(false)
    })
    expect(line.problems()).toEqual(['Redis is a read-only replica: this replica runs without shared state'])
    await pause(1_200)
    expect(line.isUp()).toBe(false)
    await server.client.replicaof('NO', 'ONE')
    await untilUp()
    expect(said).toEqual([back, gone, back])
  })

  it('does not wait for a server behind a slow or dead network', async () => {
    const { url: behind } = await startRedis()
    const network = await startTcpProxy(behind)
    const { line, said, set, untilUp } = await openTestClient(network.url, { timings: { connectMs: 500 } })
    expect(await set()).toBe('OK')
    network.slow(2_000)
    expect(await set()).toBeUndefined()
    expect(line.isUp()).toBe(false)
    network.cut()
    await pause(2_500)
    network.slow(0)
    network.heal()
    await untilUp()
    expect(said).toEqual([back, gone, back])
  })
})
