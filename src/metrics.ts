// Prometheus metrics: counters, histograms and gauges.
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createQuickHistogram } from './histogram.ts'
import { createFigures, type Figure, type Figures, type ReadFigure } from './metrics-figures.ts'
import { createQuickCounter } from './quick-counter.ts'

/** Records events. An attempt ends as `ok`, as a kind of failure, or as `withdrawn`: abandoned because nobody waited for it any more. */
export interface Metrics {
  /** Records the duration and outcome of an attempt at a request to an upstream host. */
  attempted(host: string, outcome: string, ms: number): void
  /** Records the size of a received body, after decompression. */
  received(host: string, bytes: number): void
  /** Records the outcome of asking sources for a query; `sources` is their number, default 1. */
  asked(outcome: string, sources?: number): void
  /** Records a request to the upstream of a source, once for all clients that wait for it. */
  sourceAsked(ask: SourceAsk): void
  /** Records a check of a share with its cloud; `state` is the result. */
  linkChecked(cloud: string, state: string): void
  /** Share of asks answered from the cache, 0 to 1; 0 before the first ask. */
  cacheHitRate(): number
  /** Records an answered request; `route` is a pattern, which limits the number of label values. */
  requested(request: AnsweredRequest): void
  /** Records a hit or miss of the response cache. */
  readyAnswer(isHit: boolean): void
  /** Records a request rejected before processing: rate limit, load, authentication, or allow list. */
  refused(why: Refusal): void
  /** Records connections closed by the server; `why` is one of few words, such as `slow`. */
  cutOff(why: string, count: number): void
  /** Registers a gauge that is read on each scrape. Replaces one of the same name. */
  gauge(figure: Figure, read: ReadFigure): void
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

export type Refusal = (typeof refusals)[number]
const refusals = ['rate', 'busy', 'key', 'address'] as const

/** An answered request. */
interface AnsweredRequest {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly ms: number
}

/** A request to the upstream of a source. */
export interface SourceAsk {
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

/** Statistics of the store, read on each scrape. */
export interface Keeping {
  /** Bytes stored. */
  bytes(): { readonly memory: number; readonly disk: number }
  /** Problems that prevent storing; empty if there are none. */
  troubles(): readonly string[]
}

/** Build information. */
export interface About {
  readonly version: string
  readonly nodeVersion: string
}

/** Creates the metrics, optionally with those of the store and of the process. The number of label values is bounded. */
export function createMetrics(store?: Keeping, about?: About): Metrics {
  const labelOf = createHostLabels()
  const registry = new Registry()
  const figures = createFigures()
  if (about) describeProcess(about, registry, figures)
  if (store) gaugeStore(store, figures)
  const counters = createCounters()
  const histograms = createHistograms()
  const all = [...Object.values(histograms), ...Object.values(counters), figures]
  const answered = { all: 0, cached: 0 }
  return {
    attempted: (host, outcome, ms) => histograms.attempts.observe(ms / 1000, labelOf(host), outcome),
    received: (host, length) => counters.bytes.add(length, labelOf(host)),
    asked(outcome, sources = 1) {
      counters.asks.add(sources, outcome)
      answered.all += sources
      if (outcome === 'cached') answered.cached += sources
    },
    sourceAsked({ source, kind, outcome, ms }) {
      counters.sourceAsks.add(1, source, outcome)
      if (ms === undefined) return
      counters.sourceSeconds.add(ms / 1000, source, outcome)
      histograms.asks.observe(ms / 1000, kind, outcome)
    },
    linkChecked: (cloud, state) => counters.linkChecks.add(1, cloud, state),
    cacheHitRate: () => (answered.all === 0 ? 0 : answered.cached / answered.all),
    requested: ({ ms, route, method, status }) => histograms.requests.observe(ms / 1000, route, method, `${status}`),
    readyAnswer: (isHit) => counters.ready.add(1, isHit ? 'hit' : 'miss'),
    refused: (why) => counters.refusals.add(1, why),
    cutOff: (why, count) => counters.cuts.add(count, why),
    gauge: figures.add,
    text: async () => (await registry.metrics()) + all.map((part) => part.text()).join(''),
    contentType: registry.contentType,
  }
}

function createHistograms() {
  return {
    attempts: createQuickHistogram({
      name: 'trawl_upstream_attempt_seconds',
      help: 'Duration of request attempts to upstream hosts, by outcome.',
      labelNames: ['host', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
    }),
    asks: createQuickHistogram({
      name: 'trawl_source_ask_seconds',
      help: 'Time spent on upstream requests per ask of a source, by kind of source and outcome.',
      labelNames: ['kind', 'outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
    }),
    requests: createQuickHistogram({
      name: 'trawl_request_seconds',
      help: 'Duration of requests to this service, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 30],
    }),
  }
}

function counter(name: string, help: string, ...labelNames: readonly string[]) {
  return createQuickCounter({ name, help, labelNames })
}

function createCounters() {
  const counters = {
    bytes: counter(
      'trawl_upstream_received_bytes_total',
      'Bytes received from upstream hosts, after decompression.',
      'host',
    ),
    asks: counter('trawl_asks_total', 'Sources asked for a query, by outcome.', 'outcome'),
    sourceAsks: counter(
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
    refusals: counter('trawl_refused_total', 'Requests rejected before processing, by reason.', 'why'),
    cuts: counter('trawl_clients_cut_off_total', 'Client connections closed by this service, by reason.', 'why'),
  }
  for (const why of refusals) counters.refusals.add(0, why)
  return counters
}

/** Registers the build version and prom-client's default metrics: memory, garbage collection, event loop, open files. */
function describeProcess({ version, nodeVersion }: About, registry: Registry, figures: Figures): void {
  collectDefaultMetrics({ register: registry })
  const help = 'Always 1; the labels have the versions of Trawl and Node.'
  figures.add({ name: 'trawl_build_info', help, labelNames: ['version', 'node'] }, () => [[[version, nodeVersion], 1]])
}

function gaugeStore(store: Keeping, figures: Figures): void {
  const help = 'Bytes stored, in memory and on disk.'
  figures.add({ name: 'trawl_store_bytes', help, labelNames: ['where'] }, () =>
    Object.entries(store.bytes()).map(([where, bytes]) => [[where], bytes]),
  )
  const trouble = { name: 'trawl_store_trouble', help: '1 while the store cannot write, else 0.' }
  figures.add(trouble, () => (store.troubles().length > 0 ? 1 : 0))
}
