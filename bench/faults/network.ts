// Preloaded into the service by run-fault.ts: its names, its port 443 and its clock are those of the program that started it.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

/** What the program sends: addresses of names other than the stand-in's, and how far the clock is ahead. */
export interface NetworkState {
  /** An empty list: the name does not exist. */
  readonly names: Readonly<Record<string, readonly string[]>>
  readonly aheadMs: number
}

/** Stands for every public address; UPSTREAM_PRIVATE allows it. */
export const publicAddress = '127.0.0.2'

function isState(message: unknown): message is NetworkState {
  return typeof message === 'object' && message !== null && 'names' in message && 'aheadMs' in message
}

/** Replaces what the process knows of the world. */
function install(port: number): void {
  const world: { state: NetworkState } = { state: { names: {}, aheadMs: 0 } }
  process.on('message', (message) => {
    if (!isState(message)) return
    world.state = message
    process.send?.('taken')
  })
  // The program that started it was ended.
  process.on('disconnect', () => process.exit())
  const { now } = Date
  Date.now = () => now() + world.state.aheadMs
  const { lookup } = dns
  type Done = (error: Error | null, addresses: readonly { readonly address: string; readonly family: number }[]) => void
  const resolve = (host: string, options: dns.LookupAllOptions, done: Done) => {
    if (net.isIP(host) !== 0) return lookup(host, options, done)
    const addresses = world.state.names[host] ?? [publicAddress]
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    done(
      addresses.length === 0 ? error : null,
      addresses.map((address) => ({ address, family: net.isIP(address) })),
    )
  }
  const { connect } = tls
  Object.assign(dns, { lookup: resolve })
  Object.assign(tls, { connect: (options: tls.ConnectionOptions) => connect({ ...options, port }) })
  syncBuiltinESMExports()
}

const { FAULTS_PORT: port } = process.env
if (port !== undefined) install(Number(port))
