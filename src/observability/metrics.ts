// Prometheus metrics: counters, histograms and gauges.
import { Counter, collectDefaultMetrics, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Reads a gauge: one value, or one per combination of label values, in the order of the label names. */
type ReadGauge = () => number | Iterable<readonly [labels: readonly string[], value: number]>

export interface SourceAskRecord {
  /** Id of the source; custom sources are counted together as `other`, because there may be any number of them. */
  readonly source: string
  /** Kind of source: channel, plugin, check, list. */
  readonly kind: string
  /** `ok`, `part`, or the kind of failure. */
  readonly outcome: string
  readonly ms?: number | undefined
}

/** Maximum number of host labels: more than the hosts of all sources. Further ones, such as redirect targets, are counted as `other`. */
const maxHosts = 300

const rejectionReasons = ['rate', 'busy', 'key', 'address'] as const

/** Statistics of the store, read on each scrape. */
interface StoreStats {
  bytes(): { readonly memory: number; readonly disk: number }
  /** Problems that prevent storing; empty if there are none. */
  problems(): readonly string[]
}

/**
 * Creates the metrics, optionally with those of the store, and with the build and prom-client's default metrics of the process: memory,
 * garbage collection, event loop, open files. The number of label values is bounded.
 */
export function createMetrics(store?: StoreStats, build?: { readonly version: string; readonly nodeVersion: string }) {
  const registry = new Registry()
  const gauge = createGauges(registry)
  if (build) {
    collectDefaultMetrics({ register: registry })
    const help = 'Always 1; the labels have the versions of Trawl and Node.'
    const labels = [build.version, build.nodeVersion]
    gauge({ name: 'trawl_build_info', help, labelNames: ['version', 'node'] }, () => [[labels, 1]])
  }
  const histograms = createHistograms(registry)
  const counters = createCounters(registry)
  if (store) registerStoreGauges(store, gauge)
  const hostLabel = createHostLabeler()
  const askCounts = { all: 0, cached: 0 }
  return {
    /** Records an attempt at a request to an upstream host: `ok`, a kind of failure, or `withdrawn` if nobody waited for it any more. */
    recordAttempt: (host: string, outcome: string, ms: number) =>
      histograms.attempts.observe({ host: hostLabel(host), outcome }, ms / 1000),
    /** Records the size of a received body, after decompression. */
    recordReceivedBytes: (host: string, length: number) => counters.bytes.inc({ host: hostLabel(host) }, length),
    /** Records the outcome of asking sources for a query; `sources` is their number. */
    recordCacheOutcome(outcome: string, sources = 1) {
      counters.asks.inc({ outcome }, sources)
      askCounts.all += sources
      if (outcome === 'cached') askCounts.cached += sources
    },
    /** Records a request to the upstream of a source, once for all clients that wait for it. */
    recordSourceAsk({ source, kind, outcome, ms }: SourceAskRecord) {
      counters.sourceAsks.inc({ source, outcome })
      if (ms === undefined) return
      counters.sourceSeconds.inc({ source, outcome }, ms / 1000)
      histograms.asks.observe({ kind, outcome }, ms / 1000)
    },
    recordLinkCheck: (cloud: string, state: string) => counters.linkChecks.inc({ cloud, state }),
    /** Records something new that a watch found in lists, archive or search. */
    recordWatchHit: (place: string) => counters.watchHits.inc({ in: place }),
    /** Records an attempt at a message of a watch: sent, retried, or failed for good. */
    recordWatchMessage: (outcome: string) => counters.watchMessages.inc({ outcome }),
    /** Share of asks answered from the cache, 0 to 1; 0 before the first ask. */
    cacheHitRate: () => (askCounts.all === 0 ? 0 : askCounts.cached / askCounts.all),
    /** Records an answered request; `route` is a pattern, which limits the number of label values. */
    recordRequest: ({ route, method, status, ms }: { route: string; method: string; status: number; ms: number }) =>
      histograms.requests.observe({ route, method, status: `${status}` }, ms / 1000),
    recordResponseCache: (isHit: boolean) => counters.ready.inc({ outcome: isHit ? 'hit' : 'miss' }),
    /** Records a request rejected before processing: rate limit, load, authentication, or allow list. */
    recordRejection: (why: (typeof rejectionReasons)[number]) => counters.rejections.inc({ why }),
    /** Records connections closed by the server; `why` is one of few words, such as `slow`. */
    recordDroppedConnections: (why: string, count: number) => counters.droppedConnections.inc({ why }, count),
    /** Registers a gauge that is read on each scrape. Replaces one of the same name. */
    gauge,
    /** All metrics in the Prometheus text format. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function createHostLabeler() {
  const knownHosts = new Set<string>()
  return (host: string): string => {
    if (knownHosts.size < maxHosts) knownHosts.add(host)
    return knownHosts.has(host) ? host : 'other'
  }
}

function createGauges(registry: Registry) {
  return (gauge: Pick<GaugeConfiguration<string>, 'name' | 'help' | 'labelNames'>, read: ReadGauge): void => {
    registry.removeSingleMetric(gauge.name)
    new Gauge({
      ...gauge,
      registers: [registry],
      collect() {
        const values = read()
        if (typeof values === 'number') return this.set(values)
        this.reset()
        for (const [labels, value] of values) this.labels(...labels).set(value)
      },
    })
  }
}

function createHistograms(registry: Registry) {
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] })
  const attempts = 'Duration of request attempts to upstream hosts, by outcome.'
  const asks = 'Time spent on upstream requests per ask of a source, by kind of source and outcome.'
  const requests = 'Duration of requests to this service, by route, method and status.'
  const attemptBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8]
  const requestBuckets = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 30]
  return {
    attempts: histogram('trawl_upstream_attempt_seconds', attempts, ['host', 'outcome'], attemptBuckets),
    asks: histogram('trawl_source_ask_seconds', asks, ['kind', 'outcome'], [0.1, 0.25, 0.5, 1, 2, 4, 8, 16]),
    requests: histogram('trawl_request_seconds', requests, ['route', 'method', 'status'], requestBuckets),
  }
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const received = 'Bytes received from upstream hosts, after decompression.'
  const sourceAsks = 'Requests to the upstream of a source, by outcome.'
  const sourceSeconds = 'Time spent on upstream requests of a source, by outcome.'
  const ready = 'Requests answered from the response cache (hit), or rendered (miss).'
  const linkChecks = 'Checks of links that were not cached, by cloud and result.'
  const counters = {
    bytes: counter('trawl_upstream_received_bytes_total', received, 'host'),
    asks: counter('trawl_asks_total', 'Sources asked for a query, by outcome.', 'outcome'),
    sourceAsks: counter('trawl_source_asks_total', sourceAsks, 'source', 'outcome'),
    sourceSeconds: counter('trawl_source_wire_seconds_total', sourceSeconds, 'source', 'outcome'),
    ready: counter('trawl_ready_answers_total', ready, 'outcome'),
    linkChecks: counter('trawl_link_checks_total', linkChecks, 'cloud', 'state'),
    watchHits: counter('trawl_watch_hits_total', 'New finds of watches, by where they were found.', 'in'),
    watchMessages: counter('trawl_watch_messages_total', 'Attempts at messages of watches, by outcome.', 'outcome'),
    rejections: counter('trawl_refused_total', 'Requests rejected before processing, by reason.', 'why'),
    droppedConnections: counter(
      'trawl_clients_cut_off_total',
      'Client connections closed by this service, by reason.',
      'why',
    ),
  }
  // Prometheus sees the first increase only if there was a 0 before.
  for (const outcome of ['hit', 'miss']) counters.ready.inc({ outcome }, 0)
  for (const why of rejectionReasons) counters.rejections.inc({ why }, 0)
  return counters
}

function registerStoreGauges(store: StoreStats, gauge: Metrics['gauge']): void {
  const help = 'Bytes stored, in memory and on disk.'
  gauge({ name: 'trawl_store_bytes', help, labelNames: ['where'] }, () =>
    Object.entries(store.bytes()).map(([where, bytes]) => [[where], bytes]),
  )
  const storeProblem = { name: 'trawl_store_trouble', help: '1 while the store cannot write, else 0.' }
  gauge(storeProblem, () => (store.problems().length > 0 ? 1 : 0))
}
