// Prometheus metrics: counters, histograms and gauges.
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createCounter } from './counter.ts'
import { createGaugeRegistry, type GaugeRegistry, type GaugeSpec, type ReadGauge } from './gauges.ts'
import { createHistogram } from './histogram.ts'

/** Records events. An attempt ends as `ok`, as a kind of failure, or as `withdrawn`: abandoned because nobody waited for it any more. */
export interface Metrics {
  /** Records the duration and outcome of an attempt at a request to an upstream host. */
  recordAttempt(host: string, outcome: string, ms: number): void
  /** Records the size of a received body, after decompression. */
  recordReceivedBytes(host: string, bytes: number): void
  /** Records the outcome of asking sources for a query; `sources` is their number, default 1. */
  recordCacheOutcome(outcome: string, sources?: number): void
  /** Records a request to the upstream of a source, once for all clients that wait for it. */
  recordSourceAsk(ask: SourceAskRecord): void
  /** Records a check of a share with its cloud; `state` is the result. */
  recordLinkCheck(cloud: string, state: string): void
  /** Share of asks answered from the cache, 0 to 1; 0 before the first ask. */
  cacheHitRate(): number
  /** Records an answered request; `route` is a pattern, which limits the number of label values. */
  recordRequest(request: RequestRecord): void
  /** Records a hit or miss of the response cache. */
  recordResponseCache(isHit: boolean): void
  /** Records a request rejected before processing: rate limit, load, authentication, or allow list. */
  recordRejection(reason: RejectionReason): void
  /** Records connections closed by the server; `reason` is one of few words, such as `slow`. */
  recordDroppedConnections(reason: string, count: number): void
  /** Registers a gauge that is read on each scrape. Replaces one of the same name. */
  gauge(figure: GaugeSpec, read: ReadGauge): void
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

export type RejectionReason = (typeof rejectionReasons)[number]
const rejectionReasons = ['rate', 'busy', 'key', 'address'] as const

/** An answered request. */
interface RequestRecord {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly ms: number
}

/** A request to the upstream of a source. */
export interface SourceAskRecord {
  /** Id of the source; custom sources are counted together as `other`, because there may be any number of them. */
  readonly source: string
  /** Kind of source: channel, plugin, check, list. */
  readonly kind: string
  /** `ok`, `part`, or the kind of failure. */
  readonly outcome: string
  /** Duration of the upstream requests; absent if there were none. */
  readonly ms?: number | undefined
}

/** Maximum number of host labels: more than the hosts of all sources. Further ones, such as redirect targets, are counted as `other`. */
const maxHosts = 300

function createHostLabeler() {
  const knownHosts = new Set<string>()
  return (host: string): string => {
    if (knownHosts.has(host)) return host
    if (knownHosts.size >= maxHosts) return 'other'
    knownHosts.add(host)
    return host
  }
}

/** Statistics of the store, read on each scrape. */
export interface StoreStats {
  /** Bytes stored. */
  bytes(): { readonly memory: number; readonly disk: number }
  /** Problems that prevent storing; empty if there are none. */
  problems(): readonly string[]
}

/** Build information. */
export interface BuildInfo {
  readonly version: string
  readonly nodeVersion: string
}

/** Creates the metrics, optionally with those of the store and of the process. The number of label values is bounded. */
export function createMetrics(store?: StoreStats, build?: BuildInfo): Metrics {
  const hostLabel = createHostLabeler()
  const registry = new Registry()
  const gauges = createGaugeRegistry()
  if (build) registerProcessMetrics(build, registry, gauges)
  if (store) registerStoreGauges(store, gauges)
  const counters = createCounters()
  const histograms = createHistograms()
  const all = [...Object.values(histograms), ...Object.values(counters), gauges]
  const askCounts = { all: 0, cached: 0 }
  return {
    recordAttempt: (host, outcome, ms) => histograms.attempts.observe(ms / 1000, hostLabel(host), outcome),
    recordReceivedBytes: (host, length) => counters.bytes.add(length, hostLabel(host)),
    recordCacheOutcome(outcome, sources = 1) {
      counters.asks.add(sources, outcome)
      askCounts.all += sources
      if (outcome === 'cached') askCounts.cached += sources
    },
    recordSourceAsk({ source, kind, outcome, ms }) {
      counters.sourceAskCounter.add(1, source, outcome)
      if (ms === undefined) return
      counters.sourceSeconds.add(ms / 1000, source, outcome)
      histograms.asks.observe(ms / 1000, kind, outcome)
    },
    recordLinkCheck: (cloud, state) => counters.linkChecks.add(1, cloud, state),
    cacheHitRate: () => (askCounts.all === 0 ? 0 : askCounts.cached / askCounts.all),
    recordRequest: ({ ms, route, method, status }) =>
      histograms.requests.observe(ms / 1000, route, method, `${status}`),
    recordResponseCache: (isHit) => counters.ready.add(1, isHit ? 'hit' : 'miss'),
    recordRejection: (reason) => counters.rejectionReasons.add(1, reason),
    recordDroppedConnections: (reason, count) => counters.droppedConnections.add(count, reason),
    gauge: gauges.add,
    text: async () => (await registry.metrics()) + all.map((part) => part.text()).join(''),
    contentType: registry.contentType,
  }
}

function createHistograms() {
  return {
    attempts: createHistogram({
      name: 'trawl_upstream_attempt_seconds',
      help: 'Duration of request attempts to upstream hosts, by outcome.',
      labelNames: ['host', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
    }),
    asks: createHistogram({
      name: 'trawl_source_ask_seconds',
      help: 'Time spent on upstream requests per ask of a source, by kind of source and outcome.',
      labelNames: ['kind', 'outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
    }),
    requests: createHistogram({
      name: 'trawl_request_seconds',
      help: 'Duration of requests to this service, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 30],
    }),
  }
}

function counter(name: string, help: string, ...labelNames: readonly string[]) {
  return createCounter({ name, help, labelNames })
}

function createCounters() {
  const counters = {
    bytes: counter(
      'trawl_upstream_received_bytes_total',
      'Bytes received from upstream hosts, after decompression.',
      'host',
    ),
    asks: counter('trawl_asks_total', 'Sources asked for a query, by outcome.', 'outcome'),
    sourceAskCounter: counter(
      'trawl_source_asks_total',
      'Requests to the upstream of a source, by outcome.',
      'source',
      'outcome',
    ),
    sourceSeconds: counter(
      'trawl_source_wire_seconds_total',
      'Time spent on upstream requests of a source, by outcome.',
      'source',
      'outcome',
    ),
    ready: counter(
      'trawl_ready_answers_total',
      'Requests answered from the response cache (hit), or rendered (miss).',
      'outcome',
    ),
    linkChecks: counter(
      'trawl_link_checks_total',
      'Checks of links that were not cached, by cloud and result.',
      'cloud',
      'state',
    ),
  }
  // Prometheus sees the first increase only if there was a 0 before.
  for (const outcome of ['hit', 'miss']) counters.ready.add(0, outcome)
  return { ...counters, ...createClientCounters() }
}

/** Counters of rejected requests and closed connections. */
function createClientCounters() {
  const counters = {
    rejectionReasons: counter('trawl_refused_total', 'Requests rejected before processing, by reason.', 'why'),
    droppedConnections: counter(
      'trawl_clients_cut_off_total',
      'Client connections closed by this service, by reason.',
      'why',
    ),
  }
  for (const reason of rejectionReasons) counters.rejectionReasons.add(0, reason)
  return counters
}

/** Registers the build version and prom-client's default metrics: memory, garbage collection, event loop, open files. */
function registerProcessMetrics({ version, nodeVersion }: BuildInfo, registry: Registry, gauges: GaugeRegistry): void {
  collectDefaultMetrics({ register: registry })
  const help = 'Always 1; the labels have the versions of Trawl and Node.'
  gauges.add({ name: 'trawl_build_info', help, labelNames: ['version', 'node'] }, () => [[[version, nodeVersion], 1]])
}

function registerStoreGauges(store: StoreStats, gauges: GaugeRegistry): void {
  const help = 'Bytes stored, in memory and on disk.'
  gauges.add({ name: 'trawl_store_bytes', help, labelNames: ['where'] }, () =>
    Object.entries(store.bytes()).map(([where, bytes]) => [[where], bytes]),
  )
  const storeProblem = { name: 'trawl_store_trouble', help: '1 while the store cannot write, else 0.' }
  gauges.add(storeProblem, () => (store.problems().length > 0 ? 1 : 0))
}
