// Opens the search: what it asks, how long it waits, and a gauge of the searches in progress.
import type { Bans } from '../bans/ban-list.ts'
import type { LoadShedder } from '../http/load-shedding.ts'
import { createInFlightGauge } from '../observability/in-flight-gauge.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Archive } from './archive/archive.ts'
import type { Catalogue } from './catalogue.ts'
import type { OpenChecks } from './checks/open-checks.ts'
import { createSearch, type Search } from './search.ts'
import type { TrackRecord } from './source-track-record.ts'

export interface OpenSearchOptions {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, 'gather' | 'isAvailable'>
  readonly trackRecord: TrackRecord
  readonly archive: Archive | undefined
  readonly checks: Pick<OpenChecks, 'knownHealth' | 'healthVersion' | 'rechecker'>
  readonly bans: Bans
  readonly load: Pick<LoadShedder, 'hasCapacity' | 'reserve'>
  readonly deadlines: {
    /** How long a search waits for its sources by default. */
    readonly deadlineMs: number
    /** After this a search may be answered without sources that are hardly worth the wait. */
    readonly earlyMs: number
  }
  /** Attempts in flight per search by default. */
  readonly defaultConcurrency: number
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Creates the search. Answers cached before this moment, by an earlier process, serve at once while their sources are asked again. */
export function openSearch(options: OpenSearchOptions): Search {
  const { catalogue, upstream, trackRecord, archive, checks, bans, load, deadlines, metrics, epochMs } = options
  const search = createSearch({
    channels: catalogue.channels,
    plugins: catalogue.plugins,
    upstream,
    record: trackRecord,
    archive,
    book: checks.knownHealth,
    bookVersion: checks.healthVersion,
    rechecker: checks.rechecker,
    bans,
    room: load,
    deadlineMs: deadlines.deadlineMs,
    earlyMs: deadlines.earlyMs,
    defaultConc: options.defaultConcurrency,
    atOnceBefore: epochMs(),
    epochMs,
  })
  const inFlight = createInFlightGauge(
    metrics,
    'trawl_searches_running',
    'Searches in progress; equal concurrent ones count each.',
  )
  return {
    answer: inFlight.trackPromise(search.answer),
    events: inFlight.trackGenerator(search.events),
    reserveFor: search.reserveFor,
    requestCount: search.requestCount,
  }
}
