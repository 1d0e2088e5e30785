// All connections of a server kept in bounds: no more than so many, none for those who do not read, and a word about it now and then.
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './limits.ts'
import { createSlowClients } from './slow-clients.ts'

type Server = FastifyInstance['server']

/** What is said of the same trouble is said once in so many checks: a flood of clients is to be no flood of lines. */
const quietChecks = 12

/** Who hears of connections that were ended. */
export interface Ears {
  /** In a sentence now and then. */
  told(text: string): void
  /** Of each: because it was `slow`, or because there were too many (`full`). */
  cutOff(why: 'slow' | 'full', count: number): void
}

/** Bounds the connections of a server that the world may reach. */
export function boundConnections(server: Server, limits: ConnectionLimits, { told, cutOff }: Ears): void {
  const slow = createSlowClients(limits.slowBytes, Math.ceil(limits.slowMs / limits.checkMs))
  const slowTally = createTally(told, 'connections cut off because their clients did not read what they were sent')
  const fullTally = createTally(told, `connections refused because there are ${limits.most} already`)
  server.maxConnections = limits.most
  server.on('connection', slow.watch)
  server.on('drop', () => {
    // Who only keeps a connection for later makes room for who wants something now.
    if (!fullTally.isBegun()) server.closeIdleConnections()
    fullTally.add(1)
    cutOff('full', 1)
  })
  server.once('listening', () => {
    const checking = setInterval(() => {
      const cut = slow.check()
      slowTally.add(cut)
      cutOff('slow', cut)
      slowTally.check()
      fullTally.check()
    }, limits.checkMs).unref()
    server.once('close', () => clearInterval(checking))
  })
}

/** Counts, and says what was counted. */
interface Tally {
  add(count: number): void
  /** Has something been counted since the last check? */
  isBegun(): boolean
  check(): void
}

function createTally(told: (text: string) => void, what: string): Tally {
  let untold = 0
  let isBegun = false
  let wait = 0
  return {
    add(count) {
      untold += count
      if (count > 0) isBegun = true
    },
    isBegun: () => isBegun,
    check() {
      isBegun = false
      wait = Math.max(0, wait - 1)
      if (untold === 0 || wait > 0) return
      told(`${what}: ${untold}`)
      untold = 0
      wait = quietChecks
    },
  }
}
