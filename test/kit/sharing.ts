// Replicas in one process that share requests and answers over a real Redis, and sources that count their requests.
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createDistributedSingleFlight } from '../../src/replicas/distributed-single-flight.ts'
import { createLocks, type LockTimings } from '../../src/replicas/locks.ts'
import { createRedisAnswers } from '../../src/replicas/redis-answers.ts'
import { createSharedAnswers } from '../../src/replicas/shared-answers.ts'
import { createMemoryAnswers } from '../../src/store/memory/tiered-answers.ts'
import type { AskEnd } from '../../src/upstream/ask/coordination.ts'
import type { Limits, Outcome, Source } from '../../src/upstream/source.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import type { TestReplica } from './replica-lines.ts'
import { makeShelf, makeTransport } from './wire.ts'

interface Sharing {
  /** Epoch milliseconds; the real clock by default. */
  readonly epochMs?: () => number
  readonly times?: LockTimings
  readonly heard?: (source: string, outcome: Outcome<unknown>) => void
  readonly learned?: (source: string, ended: AskEnd) => void
}

/** Creates the parts that a replica asks with. */
export function makeSharing(
  { id, redis, events }: TestReplica,
  { epochMs = Date.now, times: timings = {}, ...hear }: Sharing = {},
) {
  const local = createMemoryAnswers(10_000_000, epochMs)
  const metrics = createMetrics()
  const lines: string[] = []
  const log = pino({ level: 'warn', base: null }, { write: (text: string) => void lines.push(text) })
  const locks = createLocks({ redis, events, id, epochMs }, timings)
  /** Outcomes of local asks, and of asks that another replica reported. */
  const heard: Outcome<unknown>[] = []
  const learned: (readonly [string, AskEnd])[] = []
  const redisAnswers = createRedisAnswers({ redis, events, epochMs }, log)
  const answers = createSharedAnswers({ redis, events, epochMs }, local, redisAnswers)
  const context = { redis, events, epochMs, locks, redisAnswers, answers }
  const upstream = createUpstream({
    answers,
    coordinator: createDistributedSingleFlight(context, metrics),
    transport: makeTransport(),
    fileStorage: makeShelf(),
    onAskEnd(source, outcome) {
      heard.push(outcome)
      hear.heard?.(source, outcome)
    },
    onRemoteAskEnd(source, ended) {
      learned.push([source, ended])
      hear.learned?.(source, ended)
    },
    metrics,
    log,
    epochMs,
    random: () => 0,
  })
  onTestFinished(async () => {
    await upstream.close()
    await locks.close()
  })
  return { answers, id, line: redis, own: local, leases: locks, upstream, heard, learned, lines, metrics }
}

/** Creates a source that counts its asks and answers each with the result of `says`. */
export function makeSource(
  says: (query: string, count: number) => Promise<string[]> | string[],
  limits: Partial<Limits> = {},
  id = 'site',
) {
  const asked: string[] = []
  const source: Source<string, string> = {
    id,
    home: 'https://a.site.test/',
    limits,
    isItem: (item) => typeof item === 'string',
    async ask(query) {
      asked.push(query)
      return await says(query, asked.length)
    },
  }
  return { source, asked }
}
