// Counts and times what happens, for Prometheus. A leaf: anyone below may use it, it uses nobody.
import { Counter, Histogram, Registry } from 'prom-client'

/** What is counted. An attempt ended as `ok`, as a kind of failure, or `withdrawn`: given up because nobody waited for it. */
export interface Metrics {
  /** One attempt on the wire to an upstream host took this long and ended so. */
  attempted(host: string, outcome: string, ms: number): void
  /** Bytes of a body received from a host, after decompression. */
  received(host: string, bytes: number): void
  /** One source was asked for one query; `outcome` is the state it came to. */
  asked(outcome: string): void
  /** The share of asks that what is kept answered, 0 to 1; 0 before the first ask. */
  cacheHitRate(): number
  /** A request to the service was answered; `route` is a pattern, so that its values are few. */
  requested(request: AnsweredRequest): void
  /** All of it in the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** A request to the service and how it ended. */
interface AnsweredRequest {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly ms: number
}

/** Enough for every host that sources ask. Redirects may name any others; they are counted together. */
const mostHosts = 300

function createHostLabels() {
  const named = new Set<string>()
  return (host: string): string => {
    if (named.has(host)) return host
    if (named.size >= mostHosts) return 'other'
    named.add(host)
    return host
  }
}

/** Makes the metrics. The number of label values is bounded. */
export function createMetrics(): Metrics {
  const labelOf = createHostLabels()
  const registry = new Registry()
  const registers = [registry]
  const attempts = new Histogram({
    name: 'trawl_upstream_attempt_seconds',
    help: 'Attempts on the wire to upstream hosts: how long they took and how they ended.',
    labelNames: ['host', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
    registers,
  })
  const bytes = new Counter({
    name: 'trawl_upstream_received_bytes_total',
    help: 'Bytes received from upstream hosts, after decompression.',
    labelNames: ['host'],
    registers,
  })
  const asks = new Counter({
    name: 'trawl_asks_total',
    help: 'Sources asked for a query, by what it came to.',
    labelNames: ['outcome'],
    registers,
  })
  const requests = new Histogram({
    name: 'trawl_request_seconds',
    help: 'Requests to this service: how long they took and how they ended.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 30],
    registers,
  })
  const answered = { all: 0, cached: 0 }
  return {
    attempted: (host, outcome, ms) => attempts.observe({ host: labelOf(host), outcome }, ms / 1000),
    received: (host, length) => bytes.inc({ host: labelOf(host) }, length),
    asked(outcome) {
      asks.inc({ outcome })
      answered.all += 1
      if (outcome === 'cached') answered.cached += 1
    },
    cacheHitRate: () => (answered.all === 0 ? 0 : answered.cached / answered.all),
    requested: ({ ms, ...labels }) => requests.observe(labels, ms / 1000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
