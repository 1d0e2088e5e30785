// A fixture in the making: exchanges as they came, and how a source reads them when they are replayed.

import { pino } from 'pino'
import { z } from 'zod'
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import type { Logger } from '../../src/observability/log.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createMemoryAnswers } from '../../src/store/memory/memory-answers.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import type { Failure } from '../../src/upstream/source.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import { replaying } from '../../test/kit/fixtures.ts'

/** One exchange as a fixture holds it, its body beside it. */
export interface DraftExchange {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** What was sent: JSON, or a text. */
  readonly request?: unknown
  /** Rules for the headers a request must have. */
  readonly sent: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Uint8Array
}

/** What is asked, and when. */
export interface Question {
  readonly kw: string
  readonly ext: Readonly<Record<string, unknown>>
  /** Epoch milliseconds. */
  readonly at: number
}

/** What a replay came to; items as JSON has them. `strays` are requests for which there is no exchange. */
export interface Replayed {
  readonly items: readonly unknown[]
  readonly failure: Failure | undefined
  readonly isWhole: boolean
  readonly strays: readonly string[]
}

const mostBytes = 100 * 1024 * 1024

/** What a source says goes nowhere: what matters is what comes of it. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' })
}

/** Asks the subject over a transport, at the time of the question, with nothing remembered. */
export async function askOver(
  subject: ProbeTarget,
  { at, kw, ext }: Question,
  transport: Transport,
): Promise<Omit<Replayed, 'strays'>> {
  const epochMs = () => at
  const upstream = createUpstream({
    transport,
    answers: createMemoryAnswers(mostBytes, epochMs),
    fileStorage: { read: async () => undefined, write: async () => false },
    metrics: createMetrics(),
    log: silentLogger(),
    epochMs,
    random: () => 0,
  })
  const { state, failure, ...rest } =
    subject.kind === 'list'
      ? await upstream.ask(subject.source, {}, {})
      : await upstream.ask(subject.source, { kw, ext }, {})
  const items = z.array(z.unknown()).parse(JSON.parse(JSON.stringify('items' in rest ? rest.items : [])))
  const isWhole = state === 'fresh' && failure === undefined && !('skippedUpstream' in rest && rest.skippedUpstream)
  return { items, failure: state === 'failed' ? failure : undefined, isWhole }
}

/** Asks the subject over the exchanges, as the tests of fixtures do. */
export async function replayed(
  subject: ProbeTarget,
  question: Question,
  exchanges: readonly DraftExchange[],
): Promise<Replayed> {
  const { transport, strays } = replaying(exchanges)
  return { ...(await askOver(subject, question, transport)), strays }
}

/** What a request's body is in a fixture. */
export function requestOf(body: string | undefined): unknown {
  if (body === undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
