// A broken network for tests: a TCP proxy that drops or delays traffic.
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { started } from './scripted-server.ts'

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** Both sockets of a proxied connection. */
type Pair = readonly [Socket, Socket]

/** Starts a proxy to one server on a free port; it ends with the test. */
export async function startTcpProxy(to: URL) {
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
    // While the proxy is cut, neither end learns that the other has closed.
    if (state.isCut) return
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const url = new URL(to)
  url.port = String((await started(server)).port)
  url.hostname = '127.0.0.1'
  onTestFinished(() => {
    for (const socket of [...pairs].flat()) socket.destroy()
  })
  return {
    /** The URL of the server through this proxy. */
    url,
    /** Stops all traffic in both directions without an error: open connections stay open, new ones hang. */
    cut() {
      state.isCut = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    /** Resumes all traffic and delivers what was held back. */
    heal() {
      state.isCut = false
      for (const pair of [...pairs]) if (pair.some(({ destroyed }) => destroyed)) end(pair)
      for (const socket of [...pairs].flat()) socket.resume()
    },
    /** Delays each later chunk by `ms` milliseconds. */
    slow(ms: number) {
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
        // Keeps the order of chunks also after the delay ends.
        if (held === passed) held = undefined
      })
      held = passed
    })
    if (state.isCut) from.pause()
  }
}
