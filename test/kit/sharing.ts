// Replicas in one process that share what they ask and keep over a real Redis, and sources that count who was asked.
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createFarAnswers } from '../../src/fleet/far-answers.ts'
import { createLeases, type LeasesParts } from '../../src/fleet/leases.ts'
import { createOnce } from '../../src/fleet/once.ts'
import { createSharedAnswers } from '../../src/fleet/shared-answers.ts'
import { createMetrics } from '../../src/metrics.ts'
import { createMemoryAnswers } from '../../src/store/memory-answers.ts'
import type { Ended } from '../../src/upstream/others.ts'
import type { Limits, Outcome, Source } from '../../src/upstream/source.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import type { TestReplica } from './replica-lines.ts'
import { makeShelf, makeTransport } from './wire.ts'

interface Sharing {
  /** Epoch milliseconds; the real time by default. */
  readonly epochMs?: () => number
  readonly times?: LeasesParts['times']
  readonly heard?: (source: string, outcome: Outcome<unknown>) => void
  readonly learned?: (source: string, ended: Ended) => void
}

/** What a replica asks with. */
export function makeSharing(
  { id, line, events }: TestReplica,
  { epochMs = Date.now, times = {}, ...hear }: Sharing = {},
) {
  const own = createMemoryAnswers(10_000_000, epochMs)
  const metrics = createMetrics()
  const lines: string[] = []
  const log = pino({ level: 'warn', base: null }, { write: (text: string) => void lines.push(text) })
  const leases = createLeases({ line, events, id, epochMs, times })
  /** Asks made here, and those of which it was learned how they ended. */
  const heard: Outcome<unknown>[] = []
  const learned: (readonly [string, Ended])[] = []
  const far = createFarAnswers({ line, events, epochMs, log })
  const answers = createSharedAnswers({ own, far, line, events, epochMs })
  const upstream = createUpstream({
    answers,
    others: createOnce({ line, events, leases, far, answers, metrics, epochMs }),
    transport: makeTransport(),
    shelf: makeShelf(),
    heard(source, outcome) {
      heard.push(outcome)
      hear.heard?.(source, outcome)
    },
    learned(source, ended) {
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
    await leases.close()
  })
  return { answers, id, line, own, leases, upstream, heard, learned, lines, metrics }
}

/** A source that was asked so often, and says to each ask what `says` makes of it. */
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
