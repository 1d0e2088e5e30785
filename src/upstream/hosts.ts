// What is known and kept per upstream host: its breaker, how many attempts may be on the wire, how long it usually takes.
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Metrics } from '../metrics.ts'
import { type Breaker, type BreakerState, breakerRules, createBreaker } from './breaker.ts'
import type { BreakerNews } from './breaker-pause.ts'
import { createFairOrder, type FairOrder } from './fair-order.ts'
import { createPatience, type Patience } from './patience.ts'

export interface Host {
  readonly name: string
  readonly breaker: Breaker
  /** Attempts wait here for their turn on the wire. */
  readonly gate: PQueue
  /** In which order attempts of different clients go. */
  readonly order: FairOrder
  /** A place for one attempt among those of all replicas, where there are others; gives what gives it back. Rejects with the reason of the signal. */
  readonly takeSlot?: ((signal: AbortSignal) => Promise<() => void>) | undefined
  readonly patience: Patience
}

/** What hosts have to do with other replicas. */
export interface SharedHosts {
  /** A place of that name, of which there are `most` over all replicas; gives what gives it back. Rejects with the reason of the signal. */
  takeSlot(name: string, most: number, signal: AbortSignal): Promise<() => void>
  breakerNews(name: string): BreakerNews
}

export interface Hosts {
  /** The host of that name; sources that allow it more attempts at once widen its gate for all. */
  at(name: string, parallel: number): Host
  /** Every host that was asked, and is not forgotten. */
  all(): Iterable<Host>
}

/** More hosts than all sources together ask; redirects and links on pages may name any number. */
const mostHosts = 1_000

/** Makes the table of hosts; what is known of one that was not asked for longest is forgotten when there are too many. `shared` where there are other replicas. */
export function createHosts(now: () => number, shared?: SharedHosts): Hosts {
  const hosts = new LRUCache<string, Host>({ max: mostHosts })
  return {
    at(name, parallel) {
      let host = hosts.get(name)
      if (!host) {
        const gate = new PQueue({ concurrency: parallel })
        host = {
          ...{ name, gate, order: createFairOrder(), patience: createPatience() },
          breaker: createBreaker(name, now, breakerRules, shared?.breakerNews(name)),
          takeSlot: shared && ((signal) => shared.takeSlot(name, gate.concurrency, signal)),
        }
        hosts.set(name, host)
      }
      if (host.gate.concurrency < parallel) host.gate.concurrency = parallel
      return host
    },
    all: () => hosts.values(),
  }
}

/** More than this are not told one by one. */
const mostShown = 300

const shownStates: Readonly<Record<BreakerState, number>> = { shut: 0, 'on trial': 0.5, open: 1 }

interface HostTables {
  /** Those that sources ask. */
  readonly asked: Pick<Hosts, 'all'>
  /** Those that downloads ask: there may be any number, so their breakers are not shown one by one. */
  readonly downloads: Pick<Hosts, 'all'>
}

/** From now on the metrics show the hosts: how their breakers are, and who waits for them. */
export function gaugeHosts({ asked, downloads }: HostTables, metrics: Pick<Metrics, 'gauge'>): void {
  const sum = (of: (gate: PQueue) => number) => () =>
    [...asked.all(), ...downloads.all()].reduce((all, { gate }) => all + of(gate), 0)
  const help =
    'Breakers of the upstream hosts asked lately: 0 shut, 1 open (nobody asks), 0.5 when the next attempt is a trial.'
  metrics.gauge({ name: 'trawl_upstream_breaker_open', help, labelNames: ['host'] }, () =>
    // Open ones first: they are what is looked for.
    Array.from(asked.all(), ({ name, breaker }) => ({ name, state: shownStates[breaker.state()] }))
      .toSorted((one, other) => other.state - one.state)
      .slice(0, mostShown)
      .map(({ name, state }) => [[name], state]),
  )
  const waiting = 'Attempts that wait for their turn at an upstream host.'
  metrics.gauge(
    { name: 'trawl_upstream_attempts_waiting', help: waiting },
    sum((gate) => gate.size),
  )
  const running = 'Attempts on the wire to upstream hosts.'
  metrics.gauge(
    { name: 'trawl_upstream_attempts_running', help: running },
    sum((gate) => gate.pending),
  )
}
