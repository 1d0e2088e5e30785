// Broken networks for tests: a network namespace with a link that can be cut (needs Linux and root), and a TCP proxy that drops or delays traffic.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { systemPath } from '../deploy/system-path.ts'
import type { Place } from './fleet.ts'

export interface OwnNetwork {
  /** Where the process runs, and its address on the link that stays up. */
  readonly place: Place
  /** This machine's addresses as seen by the process, by link. */
  readonly staying: string
  readonly cuttable: string
  /** Takes the carrier from the second link: packets are lost without an error. */
  cut(): void
  heal(): void
}

/** Whether this process may create network namespaces. */
export function mayMakeNetworks(): boolean {
  const name = `trawl-try-${process.pid}`
  if (!isDone('netns', 'add', name)) return false
  const mayCable = isDone('link', 'add', `${cableName('t')}h`, 'type', 'veth', 'peer', 'name', `${cableName('t')}n`)
  isDone('link', 'del', `${cableName('t')}h`)
  isDone('netns', 'del', name)
  return mayCable
}

/** Creates a namespace and removes it after the test. @throws when `ip` fails. */
export function makeNetwork(): OwnNetwork {
  const name = `trawl-${process.pid}`
  // An address block that is unlikely to be in use here, with two networks of two addresses.
  const block = `10.213.${process.pid % 256}`
  ip('netns', 'add', name)
  onTestFinished(() => {
    ip('netns', 'del', name)
  })
  ip('-n', name, 'link', 'set', 'lo', 'up')
  const staying = layCable(name, 's', block, 0)
  const cuttable = layCable(name, 'c', block, 4)
  return {
    place: { host: staying.theirs, before: ['ip', 'netns', 'exec', name] },
    staying: staying.ours,
    cuttable: cuttable.ours,
    cut: () => ip('link', 'set', cuttable.device, 'down'),
    heal: () => ip('link', 'set', cuttable.device, 'up'),
  }
}

/**
 * Creates a link between this machine and the namespace and returns the addresses of its ends. It is removed with the
 * namespace.
 */
function layCable(network: string, letter: string, block: string, first: number) {
  const [device, far] = [`${cableName(letter)}h`, `${cableName(letter)}n`]
  const [ours, theirs] = [`${block}.${first + 1}`, `${block}.${first + 2}`]
  ip('link', 'add', device, 'type', 'veth', 'peer', 'name', far)
  ip('link', 'set', far, 'netns', network)
  ip('addr', 'add', `${ours}/30`, 'dev', device)
  ip('link', 'set', device, 'up')
  ip('-n', network, 'addr', 'add', `${theirs}/30`, 'dev', far)
  ip('-n', network, 'link', 'set', far, 'up')
  return { device, ours, theirs }
}

/** Device names have at most 15 characters. */
function cableName(letter: string): string {
  return `tr${process.pid}${letter}`
}

function isDone(...words: readonly string[]): boolean {
  return spawnSync('ip', words, { stdio: 'ignore', env: withSystemPath() }).status === 0
}

function ip(...words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', words, { encoding: 'utf8', env: withSystemPath() })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${error?.message ?? stderr}`)
}

function withSystemPath(): NodeJS.ProcessEnv {
  return { PATH: systemPath }
}

/** A proxy to one server. */
export interface TcpProxy {
  readonly port: number
  /** The URL of the server through this proxy. */
  readonly url: URL
  /** Stops all traffic in both directions without an error: open connections stay open, new ones hang. */
  cut(): void
  /** Resumes all traffic and delivers what was held back. */
  heal(): void
  /** Delays each later chunk by `ms` milliseconds. */
  slow(ms: number): void
}

/** Both sockets of a proxied connection. */
type Pair = readonly [Socket, Socket]

/** Starts a proxy on a free port, or on this address; it ends with the test. */
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
    // While the proxy is cut, neither end learns that the other has closed.
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
        // Keeps the order of chunks also after the delay ends.
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
