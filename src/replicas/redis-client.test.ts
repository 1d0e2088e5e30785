// The Redis client with a real server that is frozen, killed, full, read-only or slow.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { newFolder } from '../../test/kit/disk.ts'
import { back, gone, openTestClient, startRedis } from '../../test/kit/redis.ts'
import { makeCertificate, rawServer } from '../../test/kit/scripted-server.ts'
import { freePort } from '../../test/kit/servers.ts'
import { channel } from './key-prefix.ts'

describe('a Redis client', () => {
  it('runs commands, and receives the messages of its channel, for each listener', async () => {
    const { url, client } = await startRedis()
    const heard: string[] = []
    const { line, said } = await openTestClient(url)
    line.onMessage((message) => void heard.push(`one ${message}`))
    line.onMessage((message) => void heard.push(`two ${message}`))
    expect(await line.run((redis) => redis.set('a', '1'))).toBe('OK')
    expect(await line.run((redis) => redis.get('a'))).toBe('1')
    await client.publish('another', 'y')
    await client.publish(channel, 'x')
    await vi.waitFor(() => expect(heard).toEqual(['one x', 'two x']))
    expect(line.problems()).toEqual([])
    expect(said).toEqual([back])
  })

  it('logs an invalid command and continues', async () => {
    const { url } = await startRedis()
    const { line, said } = await openTestClient(url)
    expect(await line.run((redis) => redis.call('NONSENSE'))).toBeUndefined()
    expect(line.isUp()).toBe(true)
    expect(said).toEqual([back, expect.stringContaining('Redis rejected a command')])
  })

  it('uses database number and password of its address without logging them', async () => {
    const { port } = await startRedis(['--requirepass', 'hush hush'])
    const { line, said } = await openTestClient(new URL(`redis://:hush%20hush@127.0.0.1:${port}/3`))
    expect(await line.run((redis) => redis.client('INFO'))).toContain(' db=3 ')
    expect(said).toEqual([back])
    const there = await openTestClient(new URL(`redis://:not%20it@127.0.0.1:${port}/3`))
    const { line: wrong, said: saidThere } = there
    expect(await there.set()).toBeUndefined()
    const { line: none } = await openTestClient(new URL(`redis://127.0.0.1:${port}`))
    expect(none.problems()).toEqual(wrong.problems())
    expect(wrong.problems()).toEqual([
      'Redis rejects the password: check REDIS_URL: this replica runs without shared state',
    ])
    await pause(1_200)
    expect(wrong.problems()).toHaveLength(1)
    expect(saidThere).toEqual([gone])
    expect(JSON.stringify([said, saidThere, wrong.problems()])).not.toMatch(/hush|not it/)
  })

  it('does not use another database than the one that was meant', async () => {
    const { port } = await startRedis()
    const { line } = await openTestClient(new URL(`redis://127.0.0.1:${port}/99`))
    expect(line.isUp()).toBe(false)
    expect(line.problems()).toEqual([
      'Redis has no database with that number: check REDIS_URL: this replica runs without shared state',
    ])
  })

  it('goes through TLS, to a server whose certificate is trusted', async () => {
    const { cert, key } = makeCertificate()
    const folder = newFolder()
    writeFileSync(join(folder, 'cert'), cert)
    writeFileSync(join(folder, 'key'), key)
    const tlsPort = await freePort()
    const files = ['--tls-cert-file', join(folder, 'cert'), '--tls-key-file', join(folder, 'key')]
    await startRedis(['--tls-port', String(tlsPort), ...files, '--tls-auth-clients', 'no'])
    const url = new URL(`rediss://127.0.0.1:${tlsPort}`)
    const { set } = await openTestClient(url, { ca: cert })
    expect(await set()).toBe('OK')
    const { line: distrustful } = await openTestClient(url)
    expect(distrustful.problems()).toEqual([
      'Redis cannot be reached: its certificate is not trusted: this replica runs without shared state',
    ])
  })

  it('that answers everything with a number is said to be no Redis, and nothing is subscribed to', async () => {
    const sent: string[] = []
    const { port } = await rawServer((socket) => {
      socket.on('data', (chunk) => {
        sent.push(chunk.toString())
        socket.write(':1\r\n'.repeat(chunk.toString().match(/^\*\d+\r$/gm)?.length ?? 1))
      })
    })
    const { line } = await openTestClient(new URL(`redis://127.0.0.1:${port}`))
    expect(line.problems()).toEqual([
      'Redis does not answer as Redis does: check REDIS_URL: this replica runs without shared state',
    ])
    expect(sent.join('')).not.toContain('subscribe')
  })

  it('begins without a Redis, and shares once there is one', async () => {
    const server = await startRedis()
    await server.kill()
    const { line, said, set, untilUp } = await openTestClient(server.url)
    const heard: string[] = []
    line.onMessage((message) => void heard.push(message.toString()))
    expect(await set()).toBeUndefined()
    expect(line.problems()).toEqual([
      'Redis cannot be reached: connection refused: this replica runs without shared state',
    ])
    await server.restart()
    await untilUp()
    expect(await set()).toBe('OK')
    await server.client.publish(channel, 'x')
    await vi.waitFor(() => expect(heard).toEqual(['x']))
    expect(said).toEqual([gone, back])
  })
})

describe('while Redis is unavailable, a client', () => {
  it('a script that meets a full one is no mistake of ours', async () => {
    const { url, client } = await startRedis(['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'])
    const { line } = await openTestClient(url)
    await client.config('SET', 'maxmemory', '1')
    expect(await line.run((redis) => redis.eval("return redis.call('SET', 'a', '1')", 0))).toBeUndefined()
    expect(line.problems()).toEqual(['Redis is full: this replica runs without shared state'])
  })

  it('does not blame it when this process itself was held up', async () => {
    const { url } = await startRedis()
    const { said, set } = await openTestClient(url)
    const asked = set()
    await new Promise(setImmediate)
    // Blocks this thread for longer than the time limit of a command.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
    expect(await asked).toBe('OK')
    expect(said).toEqual([back])
  })

  it('ends at once, whatever it waits for', async () => {
    const server = await startRedis()
    const { line, set } = await openTestClient(server.url)
    server.signal('SIGSTOP')
    const asked = set()
    await line.close()
    expect(await asked).toBeUndefined()
    expect(line.problems()).toEqual([])
  })
})
