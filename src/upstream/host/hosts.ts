// State per upstream host: circuit breaker, queue of attempts, order of clients, adaptive timeout.
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Metrics } from '../../observability/metrics.ts'
import { type AdaptiveTimeout, createAdaptiveTimeout } from './adaptive-timeout.ts'
import type { BreakerChannel } from './breaker-timing.ts'
import { type BreakerState, breakerRules, type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { createRequestRates, type RequestRates } from './request-rates.ts'

export interface UpstreamHost {
  readonly name: string
  readonly breaker: CircuitBreaker
  /** Attempts wait here for their turn on the wire. */
  readonly queue: PQueue
  /** Order in which attempts of different clients run. */
  readonly fairQueue: FairQueue
  /** Takes a slot shared with the other replicas, if any; resolves to its release. Rejects with the signal's reason. */
  readonly acquireSlot?: ((signal: AbortSignal) => Promise<() => void>) | undefined
  readonly adaptiveTimeout: AdaptiveTimeout
  /** How often requests with a rate start. */
  readonly rates: RequestRates
}

export interface HostCoordination {
  /** Takes one of `maxSlots` slots of that name; resolves to its release. Rejects with the signal's reason. */
  acquireSlot(name: string, maxSlots: number, signal: AbortSignal): Promise<() => void>
  breakerChannel(name: string): BreakerChannel
}

export type UpstreamHosts = ReturnType<typeof createUpstreamHosts>

/** More hosts than all sources use; redirects and links on pages may name any number. */
const maxHosts = 1_000

/** Creates the table of hosts; the least recently asked ones are evicted. `epochMs` is in epoch milliseconds. */
export function createUpstreamHosts(epochMs: () => number, coordination?: HostCoordination) {
  const hosts = new LRUCache<string, UpstreamHost>({ max: maxHosts })
  return {
    /** Returns the host of that name; a source that allows more parallel attempts raises the limit for all sources. */
    get(name: string, parallel: number): UpstreamHost {
      let host = hosts.get(name)
      if (!host) {
        const queue = new PQueue({ concurrency: parallel })
        host = {
          name,
          queue,
          fairQueue: createFairQueue(),
          adaptiveTimeout: createAdaptiveTimeout(),
          rates: createRequestRates(name),
          breaker: createCircuitBreaker(name, epochMs, breakerRules, coordination?.breakerChannel(name)),
          acquireSlot: coordination && ((signal) => coordination.acquireSlot(name, queue.concurrency, signal)),
        }
        hosts.set(name, host)
      }
      if (host.queue.concurrency < parallel) host.queue.concurrency = parallel
      return host
    },
    /** All hosts that were asked and not evicted. */
    all: (): Iterable<UpstreamHost> => hosts.values(),
  }
}

/** Maximum number of hosts that the metrics list one by one. */
const maxListedHosts = 300

const gaugeValues: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 0.5, open: 1 }

type HostTable = Pick<UpstreamHosts, 'all'>

/** Registers the metrics of hosts. The breakers of `downloads` are not listed: their number has no bound. */
export function registerHostGauges(asked: HostTable, downloads: HostTable, metrics: Pick<Metrics, 'gauge'>): void {
  const sum = (of: (queue: PQueue) => number) => () =>
    [...asked.all(), ...downloads.all()].reduce((all, { queue }) => all + of(queue), 0)
  const help = 'Circuit breakers of recently asked upstream hosts: 0 closed, 0.5 half-open, 1 open.'
  metrics.gauge({ name: 'trawl_upstream_breaker_open', help, labelNames: ['host'] }, () =>
    // Open ones first: they matter most.
    Array.from(asked.all(), ({ name, breaker }) => ({ name, state: gaugeValues[breaker.state()] }))
      .toSorted((one, other) => other.state - one.state)
      .slice(0, maxListedHosts)
      .map(({ name, state }) => [[name], state]),
  )
  const waiting = 'Attempts queued for an upstream host.'
  metrics.gauge(
    { name: 'trawl_upstream_attempts_waiting', help: waiting },
    sum((queue) => queue.size),
  )
  const running = 'Attempts on the wire to upstream hosts.'
  metrics.gauge(
    { name: 'trawl_upstream_attempts_running', help: running },
    sum((queue) => queue.pending),
  )
}
