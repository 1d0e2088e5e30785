// Counts and times what happens, for Prometheus. A leaf: anyone below may use it, it uses nobody.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createQuickHistogram } from './histogram.ts'

/** What is counted. An attempt ended as `ok`, as a kind of failure, or `withdrawn`: given up because nobody waited for it. */
export interface Metrics {
  /** One attempt on the wire to an upstream host took this long and ended so. */
  attempted(host: string, outcome: string, ms: number): void
  /** Bytes of a body received from a host, after decompression. */
  received(host: string, bytes: number): void
  /** So many sources, one unless given, were asked for one query; `outcome` is the state each came to. */
  asked(outcome: string, sources?: number): void
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

/** What is kept, looked at whenever the metrics are read. */
export interface Keeping {
  /** How much is kept, in bytes. */
  bytes(): { readonly memory: number; readonly disk: number }
  /** Why nothing can be kept at the moment; empty when all is well. */
  troubles(): readonly string[]
}

/** Makes the metrics, with those of the store where there is one. The number of label values is bounded. */
export function createMetrics(store?: Keeping): Metrics {
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
  const countAsks = createAskCount(registers)
  const requests = createQuickHistogram({
    name: 'trawl_request_seconds',
    help: 'Requests to this service: how long they took and how they ended.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 30],
  })
  if (store) gaugeStore(store, registers)
  const answered = { all: 0, cached: 0 }
  return {
    attempted: (host, outcome, ms) => attempts.observe({ host: labelOf(host), outcome }, ms / 1000),
    received: (host, length) => bytes.inc({ host: labelOf(host) }, length),
    asked(outcome, sources = 1) {
      countAsks(outcome, sources)
      answered.all += sources
      if (outcome === 'cached') answered.cached += sources
    },
    cacheHitRate: () => (answered.all === 0 ? 0 : answered.cached / answered.all),
    requested: ({ ms, route, method, status }) => requests.observe(ms / 1000, route, method, `${status}`),
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
    contentType: registry.contentType,
  }
}

/** Counts asks by what they came to. The counter takes its time, so it is told no sooner than the metrics are read. */
function createAskCount(registers: Registry[]): (outcome: string, sources: number) => void {
  const counted = new Map<string, number>()
  new Counter({
    name: 'trawl_asks_total',
    help: 'Sources asked for a query, by what it came to.',
    labelNames: ['outcome'],
    registers,
    collect() {
      for (const [outcome, sources] of counted) this.inc({ outcome }, sources)
      counted.clear()
    },
  })
  return (outcome, sources) => counted.set(outcome, (counted.get(outcome) ?? 0) + sources)
}

function gaugeStore(store: Keeping, registers: Registry[]): void {
  new Gauge({
    name: 'trawl_store_bytes',
    help: 'Bytes that are kept, in memory and on disk.',
    labelNames: ['where'],
    registers,
    collect() {
      for (const [where, bytes] of Object.entries(store.bytes())) this.set({ where }, bytes)
    },
  })
  new Gauge({
    name: 'trawl_store_trouble',
    help: '1 while the store cannot keep what it is given, else 0.',
    registers,
    collect() {
      this.set(store.troubles().length > 0 ? 1 : 0)
    },
  })
}
