// Asks a source once over the exchanges of a fixture; everything above the wire is real, and time stands.
import { pino } from 'pino'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createMemoryAnswers } from '../../src/store/memory/tiered-answers.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import type { Source } from '../../src/upstream/source.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import { type Fixture, replaying } from './fixtures.ts'
import { makeShelf } from './wire.ts'

/**
 * Asks a source at the time of the fixture; returns the items, requests without an exchange, and internal errors from
 * the log.
 */
export async function replay<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  fixture: Pick<Fixture, 'now'>,
  exchanges: Fixture['exchanges'],
) {
  const { transport, strays } = replaying(exchanges)
  return { ...(await replayOver(source, query, fixture, transport)), strays }
}

/** The same over any transport. */
export async function replayOver<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  { now }: Pick<Fixture, 'now'>,
  transport: Transport,
) {
  const epochMs = () => Date.parse(now)
  const surprises: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void surprises.push(JSON.parse(line)) })
  const answers = createMemoryAnswers(1_000_000, epochMs)
  const fileStorage = makeShelf()
  const upstream = createUpstream({
    transport,
    answers,
    fileStorage,
    metrics: createMetrics(),
    log,
    epochMs,
    random: () => 0,
    // Rates and retries take no time.
    wait: async () => undefined,
  })
  const outcome = await upstream.ask(source, query, {})
  return { outcome, surprises }
}

/** The exchanges of a fixture with other bodies. */
export function withBodies(fixture: Fixture, change: (body: Uint8Array) => Uint8Array): Fixture['exchanges'] {
  return fixture.exchanges.map((exchange) => ({ ...exchange, body: change(exchange.body) }))
}

/** The challenge page of a bot protection. */
export const challenge = Buffer.from(
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/x.js"></script></body></html>',
)
