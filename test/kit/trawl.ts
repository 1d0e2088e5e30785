// The whole service but its process: the app over the real parts, asking a stand-in.
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { type SearchResponse, searchResponse } from '../../src/contract/search.ts'
import { createMetrics } from '../../src/metrics.ts'
import { createSearch } from '../../src/search/search.ts'
import { createMemoryAnswers } from '../../src/store/memory-answers.ts'
import { createTransport } from '../../src/upstream/transport.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import { type Standin, type StandinOptions, startStandin } from '../../standin/server.ts'

export interface Trawl {
  readonly standin: Standin
  /** Searches by POST. @throws when the answer is no success or not as the contract says. */
  search(fields: Readonly<Record<string, unknown>>): Promise<SearchResponse>
  /** Every line of the log at level error. */
  readonly errors: unknown[]
}

/** Starts a service over `channels` and a stand-in; both end with the test. */
export async function startTrawl(channels: readonly string[], options: StandinOptions = {}): Promise<Trawl> {
  const standin = await startStandin(options)
  const errors: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) })
  const metrics = createMetrics()
  const transport = createTransport({ gateway: new URL(standin.url), proxyFor: () => undefined })
  const answers = createMemoryAnswers(50_000_000, Date.now)
  const upstream = createUpstream({ transport, answers, metrics, log, now: Date.now, random: Math.random })
  const app = createApp({
    version: 'test',
    log,
    metrics,
    now: () => performance.now(),
    newRequestId: () => 'test',
    search: createSearch({ upstream, channels, plugins: new Map(), deadlineMs: 8_000, now: Date.now }),
    health: () => {
      throw new Error('not asked here')
    },
  })
  onTestFinished(async () => {
    await app.close()
    await upstream.close()
    await standin.close()
  })
  return {
    standin,
    errors,
    async search(fields) {
      const response = await app.inject({ method: 'POST', url: '/api/search', payload: fields })
      return searchResponse.parse(response.json())
    },
  }
}
