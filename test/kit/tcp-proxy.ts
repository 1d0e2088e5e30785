// A piece of network between a program and a server, for tests: it can be cut, as a cable is, or made slow.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** It leads to one server. */
export interface TcpProxy {
  readonly port: number
  /** The address of the server with this way to it. */
  readonly url: URL
  /** Nothing passes any more, in either direction, and nobody is told: what is open stays open, who connects hears nothing. */
  cut(): void
  /** All passes again, what was held back too. */
  heal(): void
  /** From now on each piece is held back so long, in milliseconds. */
  slow(ms: number): void
}

/** Both ends of a connection that passes through. */
type Pair = readonly [Socket, Socket]

/** Starts one on a spare port, or on this address; it ends with the test. */
export async function startTcpProxy(to: URL, host = '127.0.0.1'): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const state = { isCut: false, delayMs: 0 }
  const server = createServer((near) => {
    const pair: Pair = [near, connect(Number(to.port), to.hostname)]
    pairs.add(pair)
    joinBoth(pair, state)
    for (const socket of pair) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => end(pair))
    }
  })
  const end = (pair: Pair) => {
    // Of a line that is cut nobody hears that the other end has gone.
    if (state.isCut) return
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of [...pairs].flat()) socket.destroy()
  })
  const port = portOf(server)
  const url = new URL(to)
  url.port = String(port)
  url.hostname = host
  return {
    ...{ port, url },
    cut() {
      state.isCut = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    heal() {
      state.isCut = false
      for (const pair of [...pairs]) if (pair.some(({ destroyed }) => destroyed)) end(pair)
      for (const socket of [...pairs].flat()) socket.resume()
    },
    slow(ms) {
      state.delayMs = ms
    },
  }
}

function joinBoth([near, far]: Pair, state: { readonly isCut: boolean; readonly delayMs: number }): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    let held: Promise<unknown> | undefined
    from.on('data', (chunk) => {
      if (state.delayMs === 0 && held === undefined) return void to.write(chunk)
      const due = Promise.all([held, pause(state.delayMs)])
      const passed = due.then(() => {
        if (!to.destroyed) to.write(chunk)
        // In order, also when it is no longer slow.
        if (held === passed) held = undefined
      })
      held = passed
    })
    if (state.isCut) from.pause()
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
