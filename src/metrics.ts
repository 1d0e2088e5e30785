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
  /** All of it in the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** Enough for every host that sources ask. Redirects may name any others; they are counted together. */
const mostHosts = 300

/** Makes the metrics. The number of label values is bounded. */
export function createMetrics(): Metrics {
  const named = new Set<string>()
  const labelOf = (host: string): string => {
    if (named.has(host)) return host
    if (named.size >= mostHosts) return 'other'
    named.add(host)
    return host
  }
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
  return {
    attempted: (host, outcome, ms) => attempts.observe({ host: labelOf(host), outcome }, ms / 1000),
    received: (host, length) => bytes.inc({ host: labelOf(host) }, length),
    asked: (outcome) => asks.inc({ outcome }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
