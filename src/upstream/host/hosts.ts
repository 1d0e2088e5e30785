// State per upstream host: circuit breaker, queue of attempts, adaptive timeout, request rates.
import { LRUCache } from 'lru-cache'
import type { Metrics } from '../../observability/metrics.ts'
import { type AdaptiveTimeout, createAdaptiveTimeout } from './attempt-timeout.ts'
import { type BreakerChannel, type BreakerRules, breakerRules, CircuitBreaker } from './circuit-breaker.ts'
import { createQueue, type Limit, type Queue } from './queue.ts'
import { createRequestRates, type RequestRates } from './request-rates.ts'

export interface UpstreamHost {
  readonly name: string
  readonly breaker: CircuitBreaker
  /** Attempts wait here, and only here, for their turn on the wire. */
  readonly queue: Queue
  /** Takes a slot shared with the other replicas, if any; see `HostCoordination`. */
  readonly acquireSlot?: ((signal: AbortSignal, spacingMs?: number) => Promise<() => void>) | undefined
  readonly adaptiveTimeout: AdaptiveTimeout
  /** How often requests with a rate start. */
  readonly rates: RequestRates
}

/** Groups of hosts that are queued and limited together, and have one breaker. */
export interface HostGroups {
  nameOf(host: string): string
  /** The label of a host in the metrics. */
  labelOf(host: string): string
}

export interface HostCoordination {
  /** Takes one of `maxSlots` slots of that name, `spacingMs` (default: 0) after the one before; resolves to its release. Rejects with the signal's reason. */
  acquireSlot(name: string, maxSlots: number, signal: AbortSignal, spacingMs?: number): Promise<() => void>
  breakerChannel(name: string): BreakerChannel
}

export type UpstreamHosts = ReturnType<typeof createUpstreamHosts>

/** More hosts than all sources use; redirects and links on pages may name any number. */
const maxHosts = 1_000

/** Creates the table of hosts; the least recently asked ones are evicted. `epochMs` is in epoch milliseconds. */
export function createUpstreamHosts(
  epochMs: () => number,
  coordination?: HostCoordination,
  rules: BreakerRules = breakerRules,
) {
  const hosts = new LRUCache<string, UpstreamHost>({ max: maxHosts })
  return {
    /** Returns the host of that name; a source that allows more parallel attempts raises the limit for all sources. */
    get(name: string, parallel: number): UpstreamHost {
      let host = hosts.get(name)
      if (!host) {
        const breaker = new CircuitBreaker(name, epochMs, rules, coordination?.breakerChannel(name))
        const queue = createQueue(parallel, () => breaker.isTrialRunning())
        host = {
          name,
          queue,
          breaker,
          adaptiveTimeout: createAdaptiveTimeout(),
          rates: createRequestRates(name),
          acquireSlot:
            coordination && ((signal, spacingMs) => coordination.acquireSlot(name, queue.limit.max, signal, spacingMs)),
        }
        hosts.set(name, host)
      }
      host.queue.limit.max = Math.max(host.queue.limit.max, parallel)
      return host
    },
    /** All hosts that were asked and not evicted. */
    all: (): Iterable<UpstreamHost> => hosts.values(),
  }
}

const breakerGauge = { closed: 0, 'half-open': 0.5, open: 1 } as const

type HostTable = Pick<UpstreamHosts, 'all'>

/** Registers the metrics of hosts. The breakers of `downloads` are not listed: callers choose their hosts. */
export function registerHostGauges(asked: HostTable, downloads: HostTable, metrics: Pick<Metrics, 'gauge'>): void {
  const sum = (of: (limit: Limit) => number) => () =>
    [...asked.all(), ...downloads.all()].reduce((all, { queue }) => all + of(queue.limit), 0)
  const help = 'Circuit breakers of recently asked upstream hosts: 0 closed, 0.5 half-open, 1 open.'
  metrics.gauge({ name: 'trawl_upstream_breaker_open', help, labelNames: ['host'] }, () =>
    Array.from(asked.all(), ({ name, breaker }) => [[name], breakerGauge[breaker.state()]]),
  )
  const waiting = 'Attempts queued for an upstream host.'
  metrics.gauge(
    { name: 'trawl_upstream_attempts_waiting', help: waiting },
    sum((limit) => limit.waiting.size),
  )
  const running = 'Attempts on the wire to upstream hosts.'
  metrics.gauge(
    { name: 'trawl_upstream_attempts_running', help: running },
    sum((limit) => limit.running),
  )
}
