// State per upstream host: circuit breaker, queue of attempts, order of clients, adaptive timeout.
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
  /** Order in which attempts of different clients run. */
  readonly order: FairOrder
  /**
   * Takes a slot that all replicas share, if there are others; resolves to the function that releases it. Rejects with
   * the reason of the signal.
   */
  readonly takeSlot?: ((signal: AbortSignal) => Promise<() => void>) | undefined
  readonly patience: Patience
}

/** Coordination of hosts with other replicas. */
export interface SharedHosts {
  /**
   * Takes one of `most` slots that all replicas share under this name; resolves to the function that releases it.
   * Rejects with the reason of the signal.
   */
  takeSlot(name: string, most: number, signal: AbortSignal): Promise<() => void>
  breakerNews(name: string): BreakerNews
}

export interface Hosts {
  /** Returns the host of that name; a source that allows more parallel attempts raises the limit for all sources. */
  at(name: string, parallel: number): Host
  /** All hosts that were asked and not evicted. */
  all(): Iterable<Host>
}

/** More hosts than all sources use; redirects and links on pages may name any number. */
const mostHosts = 1_000

/**
 * Creates the table of hosts; the least recently asked ones are evicted. `epochMs` is in epoch milliseconds; `shared` is
 * set if there are other replicas.
 */
export function createHosts(epochMs: () => number, shared?: SharedHosts): Hosts {
  const hosts = new LRUCache<string, Host>({ max: mostHosts })
  return {
    at(name, parallel) {
      let host = hosts.get(name)
      if (!host) {
        const gate = new PQueue({ concurrency: parallel })
        host = {
          ...{ name, gate, order: createFairOrder(), patience: createPatience() },
          breaker: createBreaker(name, epochMs, breakerRules, shared?.breakerNews(name)),
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

/** Maximum number of hosts that the metrics list one by one. */
const mostShown = 300

const shownStates: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 0.5, open: 1 }

interface HostTables {
  /** Hosts that sources ask. */
  readonly asked: Pick<Hosts, 'all'>
  /** Hosts of downloads: their number has no bound, so the metrics do not list their breakers. */
  readonly downloads: Pick<Hosts, 'all'>
}

/** Registers the metrics of hosts: breaker states and queue lengths. */
export function gaugeHosts({ asked, downloads }: HostTables, metrics: Pick<Metrics, 'gauge'>): void {
  const sum = (of: (gate: PQueue) => number) => () =>
    [...asked.all(), ...downloads.all()].reduce((all, { gate }) => all + of(gate), 0)
  const help = 'Circuit breakers of recently asked upstream hosts: 0 closed, 0.5 half-open, 1 open.'
  metrics.gauge({ name: 'trawl_upstream_breaker_open', help, labelNames: ['host'] }, () =>
    // Open ones first: they matter most.
    Array.from(asked.all(), ({ name, breaker }) => ({ name, state: shownStates[breaker.state()] }))
      .toSorted((one, other) => other.state - one.state)
      .slice(0, mostShown)
      .map(({ name, state }) => [[name], state]),
  )
  const waiting = 'Attempts queued for an upstream host.'
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
