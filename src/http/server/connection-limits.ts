// Limits the connections of a server: in total, per client, and for clients that do not read.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCidrMatcher, createNetworkNamer } from '../access/ip-ranges.ts'
import type { ConnectionLimits } from './request-limits.ts'
import { createSlowClientMonitor } from './slow-clients.ts'

type Server = FastifyInstance['server']
type Socket = FastifyRequest['raw']['socket']

/** The client was too `slow`, or there were too many connections in total (`full`) or of this client (`share`). */
type DropReason = 'slow' | 'full' | 'share'

/** Each message is logged at most once in this many checks: a flood of clients must not flood the log. */
const checksBetweenMessages = 12

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

export function limitConnections(
  server: Server,
  { limits, isShared, onMessage, onDropped }: ConnectionLimitOptions,
): void {
  const slowClients = createSlowClientMonitor(limits.minBytesPerWindow, Math.ceil(limits.slowWindowMs / limits.checkMs))
  const counters = {
    slow: createThrottledCounter(onMessage, 'connections closed because their clients did not read the response'),
    full: createThrottledCounter(onMessage, `connections closed because ${limits.maxConnections} are open already`),
    share: createThrottledCounter(
      onMessage,
      `connections closed because one client has ${limits.maxPerClient} open already`,
    ),
  }
  const recordClosed = (reason: DropReason, count: number): void => {
    counters[reason].add(count)
    onDropped(reason, count)
  }
  const admit = createConnectionLimiter(limits, isShared, (reason) => recordClosed(reason, 1))
  server.on('connection', (connection) => {
    slowClients.watch(connection)
    admit(connection)
  })
  server.once('listening', () => {
    const checking = setInterval(() => {
      recordClosed('slow', slowClients.check())
      for (const counter of Object.values(counters)) counter.check()
    }, limits.checkMs).unref()
    server.once('close', () => clearInterval(checking))
  })
}

/**
 * Creates the listener for new connections. Over a limit it closes the oldest connection without a running response (idle, or with incomplete
 * request headers); if there is none, the new connection.
 */
function createConnectionLimiter(
  { maxConnections, maxPerClient }: ConnectionLimits,
  isShared: ConnectionLimitOptions['isShared'],
  onClose: (reason: 'full' | 'share') => void,
): (connection: Socket) => void {
  const networkOf = createNetworkNamer()
  /** Functions that forget a connection, in the order of connecting. */
  const open = new Map<Socket, () => void>()
  const byClient = new Map<string, Set<Socket>>()

  function closeOldest(connections: Iterable<Socket>, latest: Socket, reason: 'full' | 'share'): void {
    const connection = Iterator.from(connections).find((one) => !hasRunningResponse(one)) ?? latest
    open.get(connection)?.()
    connection.destroy()
    onClose(reason)
  }

  return (connection) => {
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
    if (ofClient.size > maxPerClient) closeOldest(ofClient, connection, 'share')
    if (open.size > maxConnections) closeOldest(open.keys(), connection, 'full')
  }
}

/** Node sets this property from the parsed request headers until the response is finished; its public API tells only about all connections together. */
function hasRunningResponse(connection: object): boolean {
  return '_httpMessage' in connection && connection._httpMessage !== null && connection._httpMessage !== undefined
}

/** Counts events and logs the count, throttled. */
function createThrottledCounter(onMessage: (text: string) => void, message: string) {
  let unreported = 0
  let checksToSkip = 0
  return {
    add(count: number): void {
      unreported += count
    },
    check(): void {
      checksToSkip = Math.max(0, checksToSkip - 1)
      if (unreported === 0 || checksToSkip > 0) return
      onMessage(`${message}: ${unreported}`)
      unreported = 0
      checksToSkip = checksBetweenMessages
    },
  }
}
