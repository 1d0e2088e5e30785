// What is known and kept per upstream host: its breaker, how many attempts may be on the wire, how long it usually takes.
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

/** Makes the table of hosts. It grows with the hosts our sources name, never with what callers send. */
export function createHosts(now: () => number): Hosts {
  const hosts = new Map<string, Host>()
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
