// All connections of a server kept in bounds: no more than so many of all and of one client, none for those who do not read, and a word about it now and then.
import type { FastifyInstance } from 'fastify'
import { createBlockTest, createNetworks } from './addresses.ts'
import type { ConnectionLimits } from './limits.ts'
import { createOpenConnections } from './open-connections.ts'
import { createSlowClients } from './slow-clients.ts'

type Server = FastifyInstance['server']

/** What is said of the same trouble is said once in so many checks: a flood of clients is to be no flood of lines. */
const quietChecks = 12

/** Who hears of connections that were ended. */
export interface Ears {
  /** In a sentence now and then. */
  told(text: string): void
  /** Of each: because it was `slow`, or because there were too many of all (`full`) or of its client (`share`). */
  cutOff(why: 'slow' | 'full' | 'share', count: number): void
}

/** Programs on this machine, among them a proxy, have connections for many. */
const loopback = ['127.0.0.0/8', '::1']

/** Makes the test for addresses from which many clients come: this machine, and proxies of these blocks. */
export function createSharedAddressTest(proxies: readonly string[] = []): (address: string) => boolean {
  return createBlockTest([...loopback, ...proxies])
}

interface BoundParts extends Ears {
  readonly limits: ConnectionLimits
  /** Do many clients come from this address? Then it is held to no share. */
  isShared(address: string): boolean
}

/** Bounds the connections of a server that the world may reach. */
export function boundConnections(server: Server, { limits, isShared, told, cutOff }: BoundParts): void {
  const slow = createSlowClients(limits.slowBytes, Math.ceil(limits.slowMs / limits.checkMs))
  const slowTally = createTally(told, 'connections cut off because their clients did not read what they were sent')
  const tallies = {
    full: createTally(told, `connections ended because there are ${limits.most} already`),
    share: createTally(told, `connections ended because one client has ${limits.maxPerClient} already`),
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

/** Counts, and says what was counted. */
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
