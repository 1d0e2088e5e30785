// The Redis client with a real server that is frozen, killed, full, read-only or slow.

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeCertificate } from '../../test/kit/certificate.ts'
import { freePort } from '../../test/kit/ports.ts'
import { startRedis } from '../../test/kit/redis.ts'
import { openRedisClient, type RedisClient, type RedisClientOptions } from './redis-client.ts'

/** Opens a client that closes after the test, and collects its log lines. */
async function open(url: URL, more: Partial<RedisClientOptions> = {}) {
  const said: string[] = []
  const hear = (...words: readonly unknown[]) => void said.push(words.map((word) => JSON.stringify(word)).join(' '))
  const line = await openRedisClient({ url, log: { info: hear, warn: hear, error: hear }, ...more })
  onTestFinished(() => line.close())
  return { line, said }
}

async function set(line: RedisClient, key = 'a') {
  const begun = performance.now()
  const answer = await line.run((redis) => redis.set(key, '1'))
  return { answer, tookMs: performance.now() - begun }
}

function nextUp(line: RedisClient): Promise<void> {
  return new Promise((resolve) => line.onUp(resolve))
}

/** Milliseconds until the condition is true. */
async function timeUntil(what: () => boolean): Promise<number> {
  const begun = performance.now()
  await vi.waitFor(() => expect(what()).toBe(true), { timeout: 10_000, interval: 5 })
  return performance.now() - begun
}

const gone = expect.stringMatching(/^"Redis .*; running without shared state until it recovers"$/)
const back = '"Redis is available; sharing state with other replicas"'

describe('a Redis client', () => {
  it('runs commands, and receives messages of channels subscribed before and after', async () => {
    const { url, client } = await startRedis()
    const heard: string[] = []
    const { line, said } = await open(url)
    line.subscribe('one', (message) => void heard.push(`one ${message}`))
    line.subscribe('two', (message) => void heard.push(`two ${message}`))
    line.subscribe('two', (message) => void heard.push(`two again ${message}`))
    expect(await line.run((redis) => redis.set('a', '1'))).toBe('OK')
    expect(await line.run((redis) => redis.get('a'))).toBe('1')
    await vi.waitFor(async () => expect(await client.publish('two', 'x')).toBe(1))
    await client.publish('one', 'y')
    await vi.waitFor(() => expect(heard).toEqual(['two x', 'two again x', 'one y']))
    expect(line.problems()).toEqual([])
    expect(said).toEqual([back])
  })

  it('logs an invalid command and continues', async () => {
    const { url } = await startRedis()
    const { line, said } = await open(url)
    expect(await line.run((redis) => redis.call('NONSENSE'))).toBeUndefined()
    expect(line.isUp()).toBe(true)
    expect(said).toEqual([back, expect.stringContaining('Redis rejected a command')])
  })

  it('uses database number and password of its address without logging them', async () => {
    const { port } = await startRedis(['--requirepass', 'hush hush'])
    const { line, said } = await open(new URL(`redis://:hush%20hush@127.0.0.1:${port}/3`))
    expect(await line.run((redis) => redis.client('INFO'))).toContain(' db=3 ')
    expect(said).toEqual([back])
    const { line: wrong, said: saidThere } = await open(new URL(`redis://:not%20it@127.0.0.1:${port}/3`))
    expect(await set(wrong)).toMatchObject({ answer: undefined })
    const { line: none } = await open(new URL(`redis://127.0.0.1:${port}`))
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
    const { line } = await open(new URL(`redis://127.0.0.1:${port}/99`))
    expect(line.isUp()).toBe(false)
    expect(line.problems()).toEqual([
      'Redis has no database with that number: check REDIS_URL: this replica runs without shared state',
    ])
  })

  it('goes through TLS, to a server whose certificate is trusted', async () => {
    const { cert, key } = makeCertificate()
    const folder = mkdtempSync(join(tmpdir(), 'trawl-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'cert'), cert)
    writeFileSync(join(folder, 'key'), key)
    const tlsPort = await freePort()
    const files = ['--tls-cert-file', join(folder, 'cert'), '--tls-key-file', join(folder, 'key')]
    await startRedis(['--tls-port', String(tlsPort), ...files, '--tls-auth-clients', 'no'])
    const url = new URL(`rediss://127.0.0.1:${tlsPort}`)
    const { line } = await open(url, { ca: cert })
    expect(await set(line)).toMatchObject({ answer: 'OK' })
    const { line: distrustful } = await open(url)
    expect(distrustful.problems()).toEqual([
      'Redis cannot be reached: its certificate is not trusted: this replica runs without shared state',
    ])
  })

  it('begins without a Redis, and shares once there is one', async () => {
    const server = await startRedis()
    await server.kill()
    const begun = performance.now()
    const { line, said } = await open(server.url)
    expect(performance.now() - begun).toBeLessThan(5_000)
    const heard: string[] = []
    line.subscribe('news', (message) => void heard.push(message.toString()))
    expect(await set(line)).toMatchObject({ answer: undefined })
    expect(line.problems()).toEqual([
      'Redis cannot be reached: connection refused: this replica runs without shared state',
    ])
    await server.restart()
    expect(await timeUntil(line.isUp)).toBeLessThan(4_000)
    expect(await set(line)).toMatchObject({ answer: 'OK' })
    await server.client.publish('news', 'x')
    await vi.waitFor(() => expect(heard).toEqual(['x']))
    expect(said).toEqual([gone, back])
  })
})

describe('while Redis is unavailable, a client', () => {
  it('waits for a frozen one for a quarter of a second once, then not at all, and is back soon after it', async () => {
    const server = await startRedis()
    const { line, said } = await open(server.url)
    server.signal('SIGSTOP')
    const first = await Promise.all([set(line), set(line, 'b'), set(line, 'c')])
    for (const { answer, tookMs } of first) {
      expect(answer).toBeUndefined()
      expect(tookMs).toBeLessThan(2_000)
    }
    expect((await set(line)).tookMs).toBeLessThan(200)
    expect(line.problems()).toEqual(['Redis does not answer in time: this replica runs without shared state'])
    await pause(3_000)
    server.signal('SIGCONT')
    expect(await timeUntil(line.isUp)).toBeLessThan(4_000)
    expect(await set(line)).toMatchObject({ answer: 'OK' })
    expect(said).toEqual([back, gone, back])
  })

  it('notices it without running commands', async () => {
    const server = await startRedis()
    const { line } = await open(server.url, { timings: { heartbeatMs: 200 } })
    server.signal('SIGSTOP')
    expect(await timeUntil(() => !line.isUp())).toBeLessThan(3_000)
    server.signal('SIGCONT')
    await timeUntil(line.isUp)
  })

  it('notifies about a killed server and its successor, and subscribes again', async () => {
    const server = await startRedis()
    const { line, said } = await open(server.url)
    const heard: string[] = []
    line.subscribe('news', (message) => void heard.push(message.toString()))
    const downs: string[] = []
    line.onDown(() => void downs.push('down'))
    const up = nextUp(line)
    await server.kill()
    await timeUntil(() => !line.isUp())
    expect((await set(line)).tookMs).toBeLessThan(200)
    await pause(1_500)
    expect(line.problems()).toEqual([
      'Redis cannot be reached: connection refused: this replica runs without shared state',
    ])
    await server.restart()
    const begun = performance.now()
    await up
    expect(performance.now() - begun).toBeLessThan(4_000)
    await server.client.publish('news', 'x')
    await vi.waitFor(() => expect(heard).toEqual(['x']))
    expect(downs).toEqual(['down'])
    expect(said).toEqual([back, gone, back])
  })

  it('does not use a full one until there is room again', async () => {
    const { url, client } = await startRedis(['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'])
    const { line, said } = await open(url)
    for (let count = 0; line.isUp(); count += 1)
      await line.run((redis) => redis.set(`fill ${count}`, 'x'.repeat(10_000)))
    expect(line.problems()).toEqual(['Redis is full: this replica runs without shared state'])
    await client.config('SET', 'maxmemory', '1mb')
    await pause(700)
    expect(line.isUp()).toBe(false)
    await client.flushall()
    await client.config('SET', 'maxmemory', '3mb')
    expect(await timeUntil(line.isUp)).toBeLessThan(4_000)
    expect(said).toEqual([back, gone, back])
  })

  it('does not flap when the server is nearly full', async () => {
    const { url } = await startRedis(['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'])
    const { line, said } = await open(url, { timings: { probeMs: 20 } })
    const over = performance.now() + 2_000
    while (performance.now() < over) {
      await line.run((redis) => redis.set('big', 'x'.repeat(4_000_000)))
      await pause(5)
    }
    expect(said.length).toBeLessThan(20)
  })

  it('a script that meets a full one is no mistake of ours', async () => {
    const { url, client } = await startRedis(['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'])
    const { line } = await open(url)
    await client.config('SET', 'maxmemory', '1')
    expect(await line.run((redis) => redis.eval("return redis.call('SET', 'a', '1')", 0))).toBeUndefined()
    expect(line.problems()).toEqual(['Redis is full: this replica runs without shared state'])
  })

  it('does not use a copy until it is the original', async () => {
    const [original, server] = [await startRedis(), await startRedis()]
    const { line, said } = await open(server.url)
    await server.client.replicaof('127.0.0.1', original.port)
    await timeUntil(() => {
      void set(line)
      return !line.isUp()
    })
    expect(line.problems()).toEqual(['Redis is a read-only replica: this replica runs without shared state'])
    await pause(1_200)
    expect(line.isUp()).toBe(false)
    await server.client.replicaof('NO', 'ONE')
    expect(await timeUntil(line.isUp)).toBeLessThan(4_000)
    expect(said).toEqual([back, gone, back])
  })

  it('does not wait for a server behind a slow or dead network', async () => {
    const { url: behind } = await startRedis()
    const { url, network } = await slowNetwork(behind)
    const { line, said } = await open(url, { timings: { connectMs: 500 } })
    expect(await set(line)).toMatchObject({ answer: 'OK' })
    network.delayMs = 2_000
    expect((await set(line)).tookMs).toBeLessThan(1_500)
    expect(line.isUp()).toBe(false)
    network.isCut = true
    await pause(2_500)
    network.isCut = false
    network.delayMs = 0
    expect(await timeUntil(line.isUp)).toBeLessThan(5_000)
    expect(said).toEqual([back, gone, back])
  })

  it('does not blame it when this process itself was held up', async () => {
    const { url } = await startRedis()
    const { line, said } = await open(url)
    const asked = set(line)
    await new Promise(setImmediate)
    const until = performance.now() + 600
    while (performance.now() < until);
    expect((await asked).answer).toBe('OK')
    expect(said).toEqual([back])
  })

  it('ends at once, whatever it waits for', async () => {
    const server = await startRedis()
    const { line } = await open(server.url)
    server.signal('SIGSTOP')
    const asked = set(line)
    await line.close()
    expect((await asked).answer).toBeUndefined()
    expect(line.problems()).toEqual([])
  })
})

/** A proxy that delays traffic by `delayMs` and drops it while it is cut. */
async function slowNetwork(behind: URL) {
  const network = { delayMs: 0, isCut: false }
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      // Data sent during the cut is lost for good here, and so is the connection.
      if (!network.isCut) setTimeout(() => to.writable && to.write(chunk), network.delayMs)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    sockets.add(from)
  }
  const server: Server = createServer((near) => {
    const far = connect(Number(behind.port), '127.0.0.1')
    pass(near, far)
    pass(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: new URL(`redis://127.0.0.1:${port}`), network }
}
