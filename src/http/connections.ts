// Limits the connections of a server: in total, per client, and for clients that do not read.
import type { FastifyInstance } from 'fastify'
import { createBlockTest, createNetworks } from './addresses.ts'
import type { ConnectionLimits } from './limits.ts'
import { createOpenConnections } from './open-connections.ts'
import { createSlowClients } from './slow-clients.ts'

type Server = FastifyInstance['server']

/** Each message is logged at most once in this many checks: a flood of clients must not flood the log. */
const quietChecks = 12

/** Listeners for connections closed by the server. */
export interface Ears {
  /** Receives a log message; throttled. */
  told(text: string): void
  /** Called for each: the client was too `slow`, or there were too many connections in total (`full`) or of this client (`share`). */
  cutOff(why: 'slow' | 'full' | 'share', count: number): void
}

/** Programs on this machine, a proxy among them, open connections for many clients. */
const loopback = ['127.0.0.0/8', '::1']

/** Creates the test for addresses shared by many clients: this machine, and proxies in these blocks. */
export function createSharedAddressTest(proxies: readonly string[] = []): (address: string) => boolean {
  return createBlockTest([...loopback, ...proxies])
}

interface BoundParts extends Ears {
  readonly limits: ConnectionLimits
  /** Is the address shared by many clients? Then the limit per client does not apply. */
  isShared(address: string): boolean
}

/** Limits the connections of a public server. */
export function boundConnections(server: Server, { limits, isShared, told, cutOff }: BoundParts): void {
  const slow = createSlowClients(limits.slowBytes, Math.ceil(limits.slowMs / limits.checkMs))
  const slowTally = createTally(told, 'connections closed because their clients did not read the response')
  const tallies = {
    full: createTally(told, `connections closed because ${limits.most} are open already`),
    share: createTally(told, `connections closed because one client has ${limits.maxPerClient} open already`),
  }
  const networkOf = createNetworks()
  const opened = createOpenConnections({
    limits,
    clientOf({ remoteAddress: address }) {
      return address === undefined || isShared(address) ? undefined : networkOf(address)
    },
    ended(why) {
      tallies[why].add(1)
      cutOff(why, 1)
    },
  })
  server.on('connection', (connection) => {
    slow.watch(connection)
    opened(connection)
  })
  server.once('listening', () => {
    const checking = setInterval(() => {
      const cut = slow.check()
      slowTally.add(cut)
      cutOff('slow', cut)
      slowTally.check()
      tallies.full.check()
      tallies.share.check()
    }, limits.checkMs).unref()
    server.once('close', () => clearInterval(checking))
  })
}

/** Counts events and logs the count, throttled. */
interface Tally {
  add(count: number): void
  check(): void
}

function createTally(told: (text: string) => void, what: string): Tally {
  let untold = 0
  let wait = 0
  return {
    add(count) {
      untold += count
    },
    check() {
      wait = Math.max(0, wait - 1)
      if (untold === 0 || wait > 0) return
      told(`${what}: ${untold}`)
      untold = 0
      wait = quietChecks
    },
  }
}
