// Counts and times what happens, for Prometheus. A leaf: anyone below may use it, it uses nobody.
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createQuickHistogram } from './histogram.ts'
import { createFigures, type Figure, type Figures, type ReadFigure } from './metrics-figures.ts'
import { createQuickCounter } from './quick-counter.ts'

/** What is counted. An attempt ended as `ok`, as a kind of failure, or `withdrawn`: given up because nobody waited for it. */
export interface Metrics {
  /** One attempt on the wire to an upstream host took this long and ended so. */
  attempted(host: string, outcome: string, ms: number): void
  /** Bytes of a body received from a host, after decompression. */
  received(host: string, bytes: number): void
  /** So many sources, one unless given, were asked for one query; `outcome` is the state each came to. */
  asked(outcome: string, sources?: number): void
  /** The upstream of a source was asked, once however many waited for it. */
  sourceAsked(ask: SourceAsk): void
  /** A cloud was asked whether a share is there, or could not be; `state` is what that came to. */
  linkChecked(cloud: string, state: string): void
  /** The share of asks that what is kept answered, 0 to 1; 0 before the first ask. */
  cacheHitRate(): number
  /** A request to the service was answered; `route` is a pattern, so that its values are few. */
  requested(request: AnsweredRequest): void
  /** A request that may be answered with bytes kept from an earlier one was, or was not and had to be put together. */
  readyAnswer(isHit: boolean): void
  /** A request was turned away before anything was done for it: too many of them, too busy, no or a wrong key, an address that may not ask. */
  refused(why: Refusal): void
  /** A client's connection was ended by us; `why` is one of few words, like `slow`. */
  cutOff(why: string, count: number): void
  /** From now on this figure is read whenever the metrics are. Its name is unlike all others, or it takes the place of the one before. */
  gauge(figure: Figure, read: ReadFigure): void
  /** All of it in the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

export type Refusal = (typeof refusals)[number]
const refusals = ['rate', 'busy', 'key', 'address'] as const

/** A request to the service and how it ended. */
interface AnsweredRequest {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly ms: number
}

/** How asking the upstream of a source ended. */
export interface SourceAsk {
  /** Of sources that nobody listed there may be any number: they are counted together as `other`. */
  readonly source: string
  /** What sort of source: channel, plugin, check, list. */
  readonly kind: string
  /** `ok`, `part`, or the kind of failure. */
  readonly outcome: string
  /** The time on the wire; nothing when nobody was asked. */
  readonly ms?: number | undefined
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

/** What the metrics say of the process itself. */
export interface About {
  readonly version: string
  readonly nodeVersion: string
}

/** Makes the metrics, with those of the store where there is one, and those of the process where it is said which. The number of label values is bounded. */
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
      help: 'Attempts on the wire to upstream hosts: how long they took and how they ended.',
      labelNames: ['host', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
    }),
    asks: createQuickHistogram({
      name: 'trawl_source_ask_seconds',
      help: 'Sources asked of their upstream: the time on the wire, by kind of source and how it ended.',
      labelNames: ['kind', 'outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
    }),
    requests: createQuickHistogram({
      name: 'trawl_request_seconds',
      help: 'Requests to this service: how long they took and how they ended.',
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
    asks: counter('trawl_asks_total', 'Sources asked for a query, by what it came to.', 'outcome'),
    sourceAsks: counter(
      'trawl_source_asks_total',
      'Times the upstream of a source was asked, and how it ended.',
      'source',
      'outcome',
    ),
    sourceSeconds: counter(
      'trawl_source_wire_seconds_total',
      'Time on the wire for a source, by how its asks ended.',
      'source',
      'outcome',
    ),
    ready: counter(
      'trawl_ready_answers_total',
      'Requests answered with bytes kept from an earlier one (hit), or put together anew (miss).',
      'outcome',
    ),
    linkChecks: counter(
      'trawl_link_checks_total',
      'Checks of links that were not known already, by cloud and by what they came to.',
      'cloud',
      'state',
    ),
  }
  // A rise from nothing is seen only where there was a 0 before.
  for (const outcome of ['hit', 'miss']) counters.ready.add(0, outcome)
  return { ...counters, ...createClientCounters() }
}

/** What is counted of clients that are not served. */
function createClientCounters() {
  const counters = {
    refusals: counter(
      'trawl_refused_total',
      'Requests turned away before anything was done for them, by reason.',
      'why',
    ),
    cuts: counter(
      'trawl_clients_cut_off_total',
      'Connections of clients that were ended by this service, by reason.',
      'why',
    ),
  }
  for (const why of refusals) counters.refusals.add(0, why)
  return counters
}

/** Memory, garbage collection, event loop, open files as the library names them; and which version it is. */
function describeProcess({ version, nodeVersion }: About, registry: Registry, figures: Figures): void {
  collectDefaultMetrics({ register: registry })
  const help = 'Always 1; the labels say which version runs, on which Node.'
  figures.add({ name: 'trawl_build_info', help, labelNames: ['version', 'node'] }, () => [[[version, nodeVersion], 1]])
}

function gaugeStore(store: Keeping, figures: Figures): void {
  const help = 'Bytes that are kept, in memory and on disk.'
  figures.add({ name: 'trawl_store_bytes', help, labelNames: ['where'] }, () =>
    Object.entries(store.bytes()).map(([where, bytes]) => [[where], bytes]),
  )
  const trouble = { name: 'trawl_store_trouble', help: '1 while the store cannot keep what it is given, else 0.' }
  figures.add(trouble, () => (store.troubles().length > 0 ? 1 : 0))
}
