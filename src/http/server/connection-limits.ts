// Limits the connections of a server, in total and for each client, and closes those of clients that read nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createCidrMatcher, createNetworkNamer } from '../access/ip-ranges.ts'
import type { ConnectionLimits } from './request-limits.ts'

type Server = FastifyInstance['server']
type Socket = FastifyRequest['raw']['socket']

/** The client read nothing (`slow`), or there were too many connections in total (`full`) or of this client (`share`). */
type DropReason = 'slow' | 'full' | 'share'

export interface ConnectionListeners {
  /** Receives a log message; throttled. */
  onMessage(text: string): void
  onDropped(reason: DropReason, count: number): void
}

/** Programs on this machine, a proxy among them, open connections for many clients. */
const loopback = ['127.0.0.0/8', '::1']

/** Creates the test for addresses shared by many clients: this machine, and proxies in these blocks. */
export function createSharedAddressTest(proxies: readonly string[] = []): (address: string) => boolean {
  return createCidrMatcher([...loopback, ...proxies])
}

interface ConnectionLimitOptions extends ConnectionListeners {
  readonly limits: ConnectionLimits
  /** Is the address shared by many clients? Then the limit per client does not apply. */
  isShared(address: string): boolean
}

/**
 * Over a limit, closes the oldest connection without a running response (idle, or with incomplete request headers); if there is none, the new
 * one. `server.maxConnections` would close the new one always: a flood of half-open connections would keep everybody out
 * (test/slow-clients.test.ts). What takes too long is closed by Node's time-outs, see `createServer`.
 */
export function limitConnections(server: Server, options: ConnectionLimitOptions): void {
  const { limits, isShared } = options
  const drop = createDropReport(options)
  const networkOf = createNetworkNamer()
  /** Functions that forget a connection, in the order of connecting. */
  const open = new Map<Socket, () => void>()
  const byClient = new Map<string, Set<Socket>>()
  const lastResponses = new WeakMap<Socket, FastifyReply['raw']>()

  function makeRoom(connections: Iterable<Socket>, latest: Socket, reason: DropReason): void {
    const isIdle = (one: Socket) => one.writableLength === 0 && (lastResponses.get(one)?.writableFinished ?? true)
    const connection = Iterator.from(connections).find(isIdle) ?? latest
    open.get(connection)?.()
    connection.destroy()
    drop(reason)
  }

  server.on('request', (request, response) => lastResponses.set(request.socket, response))
  server.on('connection', (connection: Socket) => {
    const { remoteAddress: address } = connection
    const client = address === undefined || isShared(address) ? undefined : networkOf(address)
    const ofClient = (client !== undefined && byClient.get(client)) || new Set<Socket>()
    if (client !== undefined) byClient.set(client, ofClient.add(connection))
    const forget = () => {
      open.delete(connection)
      ofClient.delete(connection)
      if (client !== undefined && ofClient.size === 0) byClient.delete(client)
    }
    open.set(connection, forget)
    connection.once('close', forget)
    if (ofClient.size > limits.maxPerClient) makeRoom(ofClient, connection, 'share')
    if (open.size > limits.maxConnections) makeRoom(open.keys(), connection, 'full')
  })
  server.on('timeout', (connection: Socket) => {
    if (connection.writableLength === 0) return void connection.destroy()
    drop('slow')
    // Reset, not closed: the system would keep its send buffer for minutes.
    connection.resetAndDestroy()
  })
}

/** Creates the function that counts closed connections; logs the counts once in a while, because a flood of clients must not flood the log. */
function createDropReport({ limits, onMessage, onDropped }: ConnectionLimitOptions): (reason: DropReason) => void {
  const meanings = {
    slow: 'their clients did not read the response',
    full: `${limits.maxConnections} are open already`,
    share: `one client has ${limits.maxPerClient} open already`,
  }
  const counts = new Map<DropReason, number>()
  const report = () => {
    for (const [reason, count] of counts) onMessage(`connections closed because ${meanings[reason]}: ${count}`)
    counts.clear()
  }
  return (reason) => {
    if (counts.size === 0) setTimeout(report, limits.reportMs).unref()
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
    onDropped(reason, 1)
  }
}
