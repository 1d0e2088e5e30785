// What is known and kept per upstream host: its breaker, how many attempts may be on the wire, how long it usually takes.
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { type Breaker, createBreaker } from './breaker.ts'
import { createPatience, type Patience } from './patience.ts'

export interface Host {
  readonly name: string
  readonly breaker: Breaker
  /** Attempts wait here for their turn on the wire. */
  readonly gate: PQueue
  readonly patience: Patience
}

export interface Hosts {
  /** The host of that name; sources that allow it more attempts at once widen its gate for all. */
  at(name: string, parallel: number): Host
}

/** More hosts than all sources together ask; redirects and links on pages may name any number. */
const mostHosts = 1_000

/** Makes the table of hosts; what is known of one that was not asked for longest is forgotten when there are too many. */
export function createHosts(now: () => number): Hosts {
  const hosts = new LRUCache<string, Host>({ max: mostHosts })
  return {
    at(name, parallel) {
      let host = hosts.get(name)
      if (!host) {
        const gate = new PQueue({ concurrency: parallel })
        host = { name, breaker: createBreaker(name, now), gate, patience: createPatience() }
        hosts.set(name, host)
      }
      if (host.gate.concurrency < parallel) host.gate.concurrency = parallel
      return host
    },
  }
}
