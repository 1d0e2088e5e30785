// Tests of slow clients: simulated ones, check by check, and real connections.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSlowClientMonitor } from './slow-clients.ts'

const leastBytes = 16_000
const mostChecks = 6

/** A connection with `given` bytes written, of which `gone` were sent. */
function connection(given: number) {
  const state = { given, gone: 0, isCut: false, closed: () => undefined as unknown }
  return {
    state,
    get writableLength() {
      return state.given - state.gone
    },
    get bytesWritten() {
      return state.given
    },
    resetAndDestroy() {
      state.isCut = true
    },
    once(_event: 'close', then: () => void) {
      state.closed = then
    },
  }
}

/** Checks after each of `steps`; returns after how many the connection was closed. */
function checksUntilCut(given: number, steps: number, move: (state: ReturnType<typeof connection>['state']) => void) {
  const clients = createSlowClientMonitor(leastBytes, mostChecks)
  const watched = connection(given)
  clients.watch(watched)
  for (let check = 1; check <= steps; check += 1) {
    if (clients.check() > 0) return watched.state.isCut ? check : 'another'
    move(watched.state)
  }
  return 'never'
}

describe('a client', () => {
  it('that reads nothing is cut off after so many checks, and looked at no more', () => {
    expect(checksUntilCut(300_000, 100, () => undefined)).toBe(1 + mostChecks)
    const clients = createSlowClientMonitor(leastBytes, mostChecks)
    clients.watch(connection(300_000))
    expect(Array.from({ length: 20 }, clients.check).filter((cut) => cut > 0)).toEqual([1])
  })

  it('that reads a byte now and then is cut off too', () => {
    expect(checksUntilCut(300_000, 100, (state) => (state.gone += 2_000))).toBe(1 + mostChecks)
  })

  it('on a bad line that just moves survives until it has everything', () => {
    const slowest = Math.ceil(leastBytes / mostChecks)
    const move = (state: { given: number; gone: number }) => {
      state.gone = Math.min(state.given, state.gone + slowest)
    }
    expect(checksUntilCut(300_000, 1_000, move)).toBe('never')
  })

  it('whose line stands still for a while survives', () => {
    let turn = 0
    const move = (state: { gone: number }) => {
      turn += 1
      if (turn % mostChecks === 0) state.gone += 20_000
    }
    expect(checksUntilCut(10_000_000, 300, move)).toBe('never')
  })

  it('of a stream of a few bytes, each of which goes out, is not slow however few they are', () => {
    const move = (state: { given: number; gone: number }) => {
      state.gone = state.given
      state.given += 5
    }
    expect(checksUntilCut(5, 100, move)).toBe('never')
  })

  it('who waits with nothing to read is let alone', () => {
    expect(checksUntilCut(0, 100, () => undefined)).toBe('never')
  })

  it('who has left is forgotten', () => {
    const clients = createSlowClientMonitor(leastBytes, 1)
    const left = connection(300_000)
    clients.watch(left)
    clients.check()
    left.state.closed()
    expect([clients.check(), left.state.isCut]).toEqual([0, false])
  })
})

describe('a real connection', () => {
  /** A server that answers once with `bytes` in one chunk, monitored by `clients`, and a client that reads nothing yet. */
  async function serve(bytes: number) {
    const clients = createSlowClientMonitor(leastBytes, mostChecks)
    const answered = Promise.withResolvers<void>()
    const cut = vi.fn()
    const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
      response.on('close', cut)
      response.end(Buffer.alloc(bytes))
      answered.resolve()
    })
    server.on('connection', clients.watch)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined).pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    onTestFinished(() => {
      socket.destroy()
      server.close()
    })
    await answered.promise
    return { clients, socket, cut }
  }

  async function take(socket: Socket, bytes: number): Promise<void> {
    let taken = 0
    while (taken < bytes) {
      taken += socket.read()?.length ?? 0
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  it('that takes nothing of a large piece is cut off with all that waits for it', async () => {
    const { clients, cut } = await serve(50_000_000)
    const checks = Array.from({ length: 1 + mostChecks }, clients.check)
    expect(checks).toEqual([...Array(mostChecks).fill(0), 1])
    await vi.waitFor(() => expect(cut).toHaveBeenCalled())
  })

  it('that takes a part of one large piece from check to check is seen to move', async () => {
    const { clients, socket } = await serve(100_000_000)
    for (let check = 0; check < 3 * mostChecks; check += 1) {
      expect(clients.check()).toBe(0)
      if (check % (mostChecks - 1) === 0) await take(socket, 4_000_000)
    }
  })
})
