// Tests slow clients and floods: slow senders, clients that do not read, and idle connections have bounded cost and time.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ConnectionListeners } from '../src/http/server/connection-limits.ts'
import { type ConnectionLimits, connectionLimits } from '../src/http/server/request-limits.ts'
import { createServer } from '../src/http/server/server.ts'
import { sendEventStream, sendNdjson } from '../src/http/streaming/server-sent-events.ts'

/** The production limits with shorter times. */
const quick: ConnectionLimits = {
  ...connectionLimits,
  arrivalMs: 5_000,
  inactivityMs: 5_000,
  idleMs: 5_000,
  checkMs: 20,
  reportMs: 20,
}

const quiet = { error: () => undefined }
const waitFor = { interval: 20 }

/** A server with connection limits for public access; `told` is its log. */
async function startServer(
  own: Partial<ConnectionLimits> = {},
  routes: (app: FastifyInstance) => void = () => undefined,
  isShared: (address: string) => boolean = () => true,
) {
  const received: string[] = []
  const ids = { genReqId: () => 'id', frameworkErrors: () => undefined }
  const listeners: Partial<ConnectionListeners> = { onMessage: (text: string) => void received.push(text) }
  const app = createServer(ids, { limits: { ...quick, ...own }, listeners, isShared })
  app.get('/', async () => 'hello')
  app.post('/', async () => 'taken')
  routes(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { app, told: received, port }
}

interface Client {
  readonly socket: Socket
  text(): string
  isClosed(): boolean
}

/** Connects and sends `bytes`. With `reads` false it never reads. */
async function client(port: number, bytes = '', reads = true, localAddress = '127.0.0.1'): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  let text = ''
  let isClosed = false
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  if (reads) socket.on('data', (chunk) => (text += chunk.toString()))
  else socket.pause()
  await once(socket, 'connect')
  socket.write(bytes)
  return { socket, text: () => text, isClosed: () => isClosed }
}

function getIt(path = '/', headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
}

describe('a request that drips', () => {
  it.each([
    ['in its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', 'a'],
    [
      'in its body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
      ' ',
    ],
    [
      'in chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\na\r\n',
    ],
    ['in nothing at all', '', ''],
  ])('%s is told so in the words of the contract, and its connection ends', async (_where, head, drop) => {
    const { port } = await startServer({ arrivalMs: 150 })
    const dripping = await client(port, head)
    const drip = setInterval(() => dripping.socket.writable && dripping.socket.write(drop), 10)
    onTestFinished(() => clearInterval(drip))
    await vi.waitFor(() => expect(dripping.isClosed()).toBe(true), waitFor)
    expect(dripping.text()).toMatch(/^HTTP\/1\.1 408 .*\{"code":408,"message":"request: must arrive within 15 s"\}$/s)
  })
})

describe('a client that stops reading', () => {
  // Random, so that compression leaves three quarters.
  const piece = randomBytes(48 * 1024).toString('base64')

  /** An endless stream, its requested chunks, and whether its client was disconnected. */
  function endless() {
    const state = { pieces: 0, left: false }
    return {
      state,
      async *pieces(signal: AbortSignal) {
        signal.addEventListener('abort', () => {
          state.left = true
        })
        while (!signal.aborted) {
          state.pieces += 1
          yield piece
        }
      },
    }
  }

  it.each([
    ['events', 'identity'],
    ['events', 'gzip'],
    ['lines', 'identity'],
    ['lines', 'gzip'],
  ])('of a stream of %s in %s holds it up, and is cut off', async (kind, encoding) => {
    const { state, pieces } = endless()
    const sends = (app: FastifyInstance) => {
      app.get('/events', (request, reply) =>
        sendEventStream(
          request,
          reply,
          async (signal) =>
            (async function* events() {
              for await (const data of pieces(signal)) yield { data }
            })(),
          { log: quiet },
        ),
      )
      app.get('/lines', (request, reply) => sendNdjson(request, reply, pieces, { log: quiet, errorLine: '' }))
    }
    const { port, told: reported, app } = await startServer({ inactivityMs: 1_000 }, sends)
    const before = ownBytes()
    await client(port, getIt(`/${kind}`, `Accept-Encoding: ${encoding}\r\n`), false)
    const counts: number[] = []
    await vi.waitFor(() => {
      counts.push(state.pieces)
      expect(counts.length).toBeGreaterThan(5)
      expect(counts.slice(-5)).toEqual(Array(5).fill(state.pieces))
      expect(state.pieces).toBeGreaterThan(1)
    }, waitFor)
    // 16 in our own queue, a few in flight, and the system's socket buffers of both ends.
    expect(state.pieces).toBeLessThan(40 + systemBytes / (0.7 * piece.length))
    expect(ownBytes() - before).toBeLessThan(100_000_000)
    expect(state.left).toBe(false)
    await vi.waitFor(() => expect(state.left).toBe(true), waitFor)
    await vi.waitFor(() => expect(reported).toEqual([cutOff(1)]), waitFor)
    expect(await connectionsOf(app)).toBe(0)
  })

  it('of an answer in one piece is cut off, a hundred of them with a few lines in the log', async () => {
    const bytes = Buffer.alloc(2 * systemBytes)
    const {
      port,
      told: reported,
      app,
    } = await startServer({ inactivityMs: 300, reportMs: 500 }, (app) => {
      app.get('/large', (_request, reply) => {
        reply.hijack()
        reply.raw.writeHead(200, { 'content-length': bytes.length }).end(bytes)
      })
    })
    const deaf = await Promise.all(Array.from({ length: 100 }, () => client(port, getIt('/large'), false)))
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(0), waitFor)
    const countOf = (line: string) => Number(line.split(': ')[1])
    await vi.waitFor(() => expect(reported.reduce((sum, line) => sum + countOf(line), 0)).toBe(100), waitFor)
    expect(reported.length).toBeLessThan(20)
    // Each socket learns of the close when it reads.
    for (const { socket } of deaf) socket.resume()
    await vi.waitFor(() => expect(deaf.every(({ isClosed }) => isClosed())).toBe(true), waitFor)
  })

  it('and sends request after request is answered only until a few answers wait', async () => {
    let answered = 0
    const bytes = Buffer.alloc(300_000)
    const { port } = await startServer({ inactivityMs: 60_000 }, (app) => {
      app.get('/ready', (_request, reply) => {
        answered += 1
        reply.hijack()
        reply.raw.writeHead(200, { 'content-length': bytes.length }).end(bytes)
      })
    })
    const greedy = await client(port, '', false)
    const flood = setInterval(
      () => greedy.socket.writableLength < 1_000_000 && greedy.socket.write(getIt('/ready').repeat(1_000)),
      5,
    )
    onTestFinished(() => clearInterval(flood))
    const counts: number[] = []
    await vi.waitFor(() => {
      counts.push(answered)
      expect(counts.length).toBeGreaterThan(5)
      expect(counts.slice(-5)).toEqual(Array(5).fill(answered))
      expect(answered).toBeGreaterThan(0)
    }, waitFor)
    console.info(`pipelining: ${answered} answered to a client that reads none`)
    expect(answered).toBeLessThan(10_000)
  })
})

describe('connections', () => {
  it('that are only held make room for those who want something', async () => {
    const { port, told: reported, app } = await startServer({ maxConnections: 20 })
    const idle = await Promise.all(Array.from({ length: 20 }, () => client(port, getIt())))
    await vi.waitFor(() => expect(idle.every(({ text }) => text().includes('hello'))).toBe(true), waitFor)
    const next = await client(port, getIt())
    await vi.waitFor(() => expect(next.text()).toContain('hello'), waitFor)
    await vi.waitFor(() => expect(idle.map(({ isClosed }) => isClosed()).indexOf(false)).toBe(1), waitFor)
    expect(await connectionsOf(app)).toBe(20)
    await vi.waitFor(() => expect(reported).toEqual(['connections closed because 20 are open already: 1']), waitFor)
  })

  it('of one client are bounded, and its own make room: another client is answered through its flood', async () => {
    const {
      port,
      told: reported,
      app,
    } = await startServer({ maxConnections: 40, maxPerClient: 10 }, undefined, () => false)
    const half = 'GET / HTTP/1.1\r\nHost: x\r\nX-'
    const flood = await Promise.all(Array.from({ length: 60 }, () => client(port, half, true, '127.0.0.2')))
    const answers = await Promise.all(Array.from({ length: 10 }, () => client(port, getIt(), true, '127.0.0.3')))
    await vi.waitFor(() => expect(answers.every(({ text }) => text().includes('hello'))).toBe(true), waitFor)
    await vi.waitFor(() => expect(flood.filter(({ isClosed }) => isClosed())).toHaveLength(50), waitFor)
    expect(await connectionsOf(app)).toBe(20)
    await vi.waitFor(
      () => expect(reported.join()).toContain('connections closed because one client has 10 open already: '),
      waitFor,
    )
  })

  it('of many clients make room, those without a whole head first, and none on which a request is being answered', async () => {
    const over = Promise.withResolvers<string>()
    const routes = (app: FastifyInstance) => {
      app.get('/long', () => over.promise)
    }
    const { port, app } = await startServer({ maxConnections: 20 }, routes)
    const long = await Promise.all(Array.from({ length: 5 }, () => client(port, getIt('/long'))))
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(5), waitFor)
    for (let at = 0; at < 40; at += 1) await client(port, 'GET / HT')
    const next = await client(port, getIt())
    await vi.waitFor(() => expect(next.text()).toContain('hello'), waitFor)
    over.resolve('in the end')
    await vi.waitFor(() => expect(long.every(({ text }) => text().includes('in the end'))).toBe(true), waitFor)
    expect(await connectionsOf(app)).toBe(20)
  })

  it('are refused where a request is being answered on each of them', async () => {
    const over = Promise.withResolvers<string>()
    onTestFinished(() => over.resolve(''))
    let begun = 0
    const routes = (app: FastifyInstance) => {
      app.get('/long', () => {
        begun += 1
        return over.promise
      })
    }
    const { port } = await startServer({ maxConnections: 3 }, routes)
    for (let at = 0; at < 3; at += 1) await client(port, getIt('/long'))
    await vi.waitFor(() => expect(begun).toBe(3), waitFor)
    const refused = await client(port, getIt())
    await vi.waitFor(() => expect(refused.isClosed()).toBe(true), waitFor)
    expect(refused.text()).toBe('')
  })

  it('on which nothing is asked end by themselves, and then there is room', async () => {
    const { port, app } = await startServer({ maxConnections: 20, arrivalMs: 500 })
    await Promise.all(Array.from({ length: 40 }, (_, at) => client(port, at % 2 === 0 ? '' : 'GET / HT')))
    expect(await connectionsOf(app)).toBeLessThanOrEqual(20)
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(0), waitFor)
    const next = await client(port, getIt())
    await vi.waitFor(() => expect(next.text()).toContain('hello'), waitFor)
  })

  it('are closed some time after their last answer', async () => {
    const { port } = await startServer({ idleMs: 100 })
    const stored = await client(port, getIt())
    await vi.waitFor(() => expect(stored.isClosed()).toBe(true), waitFor)
    expect(stored.text()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

/** Memory of this thread; the resident memory of the process holds that of other tests too. */
function ownBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** More than the system's socket buffers of a local connection, both ends together. */
const systemBytes = 24 * 1024 * 1024

function cutOff(count: number): string {
  return `connections closed because their clients did not read the response: ${count}`
}

function connectionsOf({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
