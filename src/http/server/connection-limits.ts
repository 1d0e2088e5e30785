// Limits the connections of a server: in total, per client, and for clients that do not read.
import type { FastifyInstance } from 'fastify'
import { createCidrMatcher, createNetworkNamer } from '../access/ip-ranges.ts'
import { createConnectionListener } from './open-connections.ts'
import type { ConnectionLimits } from './request-limits.ts'
import { createSlowClientMonitor } from './slow-clients.ts'

type Server = FastifyInstance['server']

/** Each message is logged at most once in this many checks: a flood of clients must not flood the log. */
const checksBetweenMessages = 12

/** Listeners for connections closed by the server. */
export interface ConnectionListeners {
  /** Receives a log message; throttled. */
  onMessage(text: string): void
  /** Called for each: the client was too `slow`, or there were too many connections in total (`full`) or of this client (`share`). */
  onDropped(reason: 'slow' | 'full' | 'share', count: number): void
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

/** Limits the connections of a public server. */
export function limitConnections(
  server: Server,
  { limits, isShared, onMessage, onDropped }: ConnectionLimitOptions,
): void {
  const slow = createSlowClientMonitor(limits.minBytesPerWindow, Math.ceil(limits.slowWindowMs / limits.checkMs))
  const slowCounter = createThrottledCounter(
    onMessage,
    'connections closed because their clients did not read the response',
  )
  const counters = {
    full: createThrottledCounter(onMessage, `connections closed because ${limits.maxConnections} are open already`),
    share: createThrottledCounter(
      onMessage,
      `connections closed because one client has ${limits.maxPerClient} open already`,
    ),
  }
  const networkOf = createNetworkNamer()
  const opened = createConnectionListener({
    limits,
    clientOf({ remoteAddress: address }) {
      return address === undefined || isShared(address) ? undefined : networkOf(address)
    },
    onClose(reason) {
      counters[reason].add(1)
      onDropped(reason, 1)
    },
  })
  server.on('connection', (connection) => {
    slow.watch(connection)
    opened(connection)
  })
  server.once('listening', () => {
    const checking = setInterval(() => {
      const cut = slow.check()
      slowCounter.add(cut)
      onDropped('slow', cut)
      slowCounter.check()
      counters.full.check()
      counters.share.check()
    }, limits.checkMs).unref()
    server.once('close', () => clearInterval(checking))
  })
}

/** Counts events and logs the count, throttled. */
interface ThrottledCounter {
  add(count: number): void
  check(): void
}

function createThrottledCounter(onMessage: (text: string) => void, message: string): ThrottledCounter {
  let unreported = 0
  let checksToSkip = 0
  return {
    add(count) {
      unreported += count
    },
    check() {
      checksToSkip = Math.max(0, checksToSkip - 1)
      if (unreported === 0 || checksToSkip > 0) return
      onMessage(`${message}: ${unreported}`)
      unreported = 0
      checksToSkip = checksBetweenMessages
    },
  }
}
