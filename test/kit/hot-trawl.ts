// The whole service without its process, with all built-in hot lists, over a stand-in; for tests from outside.

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { BanList } from '../../src/bans/ban-list.ts'
import { createHotLists, type HotLists, onAskEnd } from '../../src/hotlist/create-hot-lists.ts'
import { loadHotLists } from '../../src/hotlist/load-lists.ts'
import { createRefreshSchedule } from '../../src/hotlist/refresh/schedule.ts'
import { createTrafficStats } from '../../src/http/logging/traffic-stats.ts'
import type { Logger } from '../../src/observability/log.ts'
import { createLogBuffer } from '../../src/observability/log-buffer.ts'
import type { Metrics } from '../../src/observability/metrics.ts'
import { createSearch } from '../../src/search/search.ts'
import { createTrackRecord } from '../../src/search/source-track-record.ts'
import { combineListeners } from '../../src/upstream/stats/ask-listeners.ts'
import { createSourceStatistics } from '../../src/upstream/stats/source-statistics.ts'
import { type Standin, type StandinOptions, startStandin } from '../../standin/server.ts'
import { monotonicMs, seeded } from './clocks.ts'
import { createTestBans } from './disk.ts'
import { appOf, createTestResponseCache, idleProcess, type SomeAppOptions } from './empty-app.ts'
import { patientUpstream } from './trawl.ts'
import { gatewayTransport, makeClock, makeUpstream } from './wire.ts'

type Clock = ReturnType<typeof makeClock>

export interface HotTrawlOptions extends StandinOptions {
  /** The clock for everything that stores or shows a time. Default: one that stands until it is moved. */
  readonly time?: Clock
  readonly adminToken?: string
  /** Access rules and rate limits. */
  readonly access?: NonNullable<SomeAppOptions['access']>['rules']
  readonly rates?: NonNullable<SomeAppOptions['access']>['rates']
  /** The clock of the rate limits, in milliseconds. */
  readonly ticks?: () => number
  /** Path prefix for clients of DailyHotApi. Default: `/`. */
  readonly dailyHotPrefix?: string
  /** Problems that the service reports, one sentence each. */
  readonly troubles?: readonly string[]
  /** Whether the sources' own time limits hold; by default a busy machine does not make an upstream too late. */
  readonly hasSourceTimeouts?: boolean
}

/** A service without its process. */
export interface HotTrawl {
  readonly standin: Standin
  readonly time: Clock
  /** Requests a path, or sends a request with these options. */
  ask(request: string | InjectOptions): Promise<LightMyRequestResponse>
  /** Listens on a free port of this machine and returns its address. */
  listen(): Promise<string>
  readonly refresher: HotLists['refresher']
  readonly following: HotLists['following']
  readonly bans: BanList
  readonly metrics: Metrics
  /** Log lines at level error and above. */
  readonly errors: unknown[]
}

/** The channels that its searches ask. */
export const searched = ['demo_share', 'demo_two', 'demo_three']

const quiet = { warn: () => undefined, error: () => undefined }
const ours = await loadHotLists({}, quiet)
/** The ids of the built-in lists, in their order. */
export const allIds: readonly string[] = [...ours.keys()]
/** The ids of the enabled lists. */
export const enabledIds: readonly string[] = [...ours.values()].flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))

/** A running clock that can be moved forward. */
export function makeRunningClock(): Clock {
  let ahead = 0
  return {
    epochMs: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}

/** A log that keeps lines of every level in the ring, and errors separately. */
function makeLog({ epochMs }: Clock) {
  const ring = createLogBuffer()
  const errors: unknown[] = []
  const write = (line: string) => {
    ring.write(line)
    if (/^\{"level":[56]0/.test(line)) errors.push(JSON.parse(line))
  }
  const log = pino({ level: 'debug', base: null, timestamp: () => `,"time":${epochMs()}` }, { write })
  return { log, ring, errors }
}

/** The parts that ask upstreams: hot lists, and a search over a few channels. */
function makeAsking(gateway: string, { epochMs }: Clock, log: Logger, hasSourceTimeouts?: boolean) {
  const schedule = createRefreshSchedule(epochMs, seeded(1))
  const statistics = createSourceStatistics(epochMs)
  const record = createTrackRecord(statistics)
  const made = makeUpstream({
    transport: gatewayTransport(gateway),
    onAskEnd: combineListeners(log, statistics.record, onAskEnd(ours, schedule, log)),
    ...{ log, epochMs, random: seeded(1) },
  })
  const { metrics } = made
  const upstream = patientUpstream(made.upstream, hasSourceTimeouts)
  const waits = { deadlineMs: 30_000, earlyMs: 30_000, defaultConc: 10 }
  const bans = createTestBans()
  bans.onChange(async () => upstream.versions.allChanged())
  const search = createSearch({ upstream, record, bans, channels: searched, plugins: new Map(), ...waits, epochMs })
  return {
    upstream,
    statistics,
    metrics,
    search,
    bans,
    hot: createHotLists({ all: ours, upstream, schedule, bans, metrics, log, epochMs }),
  }
}

/** Starts a service over all built-in lists, and a stand-in; both end with the test. */
export async function startHotTrawl(options: HotTrawlOptions = {}): Promise<HotTrawl> {
  const {
    time = makeClock(),
    ticks = monotonicMs,
    adminToken,
    access,
    rates,
    troubles: problems = [],
    dailyHotPrefix = '/',
    ...played
  } = options
  const standin = await startStandin(played)
  const { log, ring, errors } = makeLog(time)
  const { upstream, search, hot, ...asking } = makeAsking(standin.url, time, log, options.hasSourceTimeouts)
  const app = appOf({
    version: '0.0.0-test',
    log,
    logBuffer: ring,
    ...asking,
    hotLists: hot,
    searchSources: searched.map((name) => `tg:${name}`),
    dailyHotPrefix,
    processHealth: () => ({ ...idleProcess, problems }),
    traffic: createTrafficStats(monotonicMs),
    access: { rules: { adminToken, ...access }, rates },
    monotonicMs: ticks,
    epochMs: time.epochMs,
    newRequestId: () => 'made-here',
    search: { answer: search.answer, events: search.events, requestCount: search.requestCount },
    responseCache: createTestResponseCache(time.epochMs, upstream.versions, asking.metrics),
    health: () => {
      throw new Error('the health of searches is not asked for here')
    },
  })
  onTestFinished(() => endAll(hot.following, [app, upstream, standin]))
  const { following, refresher } = hot
  const { metrics, bans } = asking
  return { standin, time, refresher, following, bans, metrics, errors, ...clientOf(app) }
}

/** Shuts down in the order of the service: endless work first. */
async function endAll(
  { close }: HotLists['following'],
  others: readonly { close(): Promise<unknown> }[],
): Promise<void> {
  close()
  for (const other of others) await other.close()
}

function clientOf(app: FastifyInstance): Pick<HotTrawl, 'ask' | 'listen'> {
  return {
    ask: (request) => app.inject(request),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
  }
}
