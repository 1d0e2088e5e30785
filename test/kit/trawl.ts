// The whole service without its process: the app over real parts, asking a stand-in.

import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type SearchResponse, searchResponse } from '../../src/contract/search.ts'
import { createSearch, type SearchDeps } from '../../src/search/search.ts'
import { createTrackRecord } from '../../src/search/source-track-record.ts'
import type { Source } from '../../src/upstream/source.ts'
import { createSourceStatistics } from '../../src/upstream/stats/source-statistics.ts'
import type { Upstream } from '../../src/upstream/upstream.ts'
import type { Standin, StandinOptions } from '../../standin/server.ts'
import { seeded } from './clocks.ts'
import { appOf, createTestResponseCache } from './empty-app.ts'
import { standinOfTest } from './standin.ts'
import { gatewayTransport, makeUpstream } from './wire.ts'

/** A service without its process. */
interface Asked {
  /** Searches by POST. @throws when the answer is an error or breaks the contract. */
  search(fields: Readonly<Record<string, unknown>>): Promise<SearchResponse>
  /** Listens on a free port of this machine and returns its address. */
  listen(): Promise<string>
  /** Log lines at level error. */
  readonly errors: unknown[]
}

export interface Trawl extends Asked {
  readonly standin: Standin
}

interface OverOptions {
  readonly plugins?: SearchDeps['plugins']
  /** When a search stops waiting. Default: the longest that a request may ask for. */
  readonly deadlineMs?: number
  /** Whether the sources' own time limits hold; by default a busy machine does not make an upstream too late. */
  readonly hasSourceTimeouts?: boolean
}

/** Starts a service over `channels`, and a stand-in; both end with the test. */
export async function startTrawl(
  channels: readonly string[],
  options: StandinOptions & OverOptions = {},
): Promise<Trawl> {
  const standin = await standinOfTest(options)
  return { standin, ...startOver(standin.url, channels, options) }
}

/**
 * Starts a service that asks all upstreams over a gateway and always waits for all sources until the deadline; it ends
 * with the test.
 */
export function startOver(
  gateway: string,
  channels: readonly string[],
  { plugins = new Map(), deadlineMs = 30_000, hasSourceTimeouts }: OverOptions = {},
): Asked {
  const statistics = createSourceStatistics(Date.now)
  const record = createTrackRecord(statistics)
  const errors: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) })
  const transport = gatewayTransport(gateway)
  const made = makeUpstream({ transport, onAskEnd: statistics.record, log, random: seeded(1) })
  const { metrics } = made
  const upstream = patientUpstream(made.upstream, hasSourceTimeouts)
  const waits = { deadlineMs, earlyMs: Math.max(30_000, deadlineMs), defaultConc: 10 }
  const search = createSearch({ upstream, record, channels, plugins, ...waits, epochMs: Date.now })
  const app = appOf({
    log,
    metrics,
    search: { answer: search.answer, events: search.events },
    responseCache: createTestResponseCache(Date.now, upstream.versions),
  })
  onTestFinished(async () => {
    await app.close()
    await upstream.close()
  })
  return {
    errors,
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async search(fields) {
      const response = await app.inject({ method: 'POST', url: '/api/search', payload: fields })
      return searchResponse.parse(response.json())
    },
  }
}

/** Longer than any test waits. */
const limitMs = 120_000

function patiently<Query, Item>(source: Source<Query, Item>): Source<Query, Item> {
  return { ...source, limits: { ...source.limits, attemptMs: limitMs, askMs: limitMs } }
}

/** The same upstream, without its time limits per attempt and ask unless it has them; deadlines of gathers stay. */
export function patientUpstream(upstream: Upstream, hasSourceTimeouts = false): Upstream {
  if (hasSourceTimeouts) return upstream
  return {
    ...upstream,
    ask: (source, ...more) => upstream.ask(patiently(source), ...more),
    gather: (sources, ...more) => upstream.gather(sources.map(patiently), ...more),
  }
}
