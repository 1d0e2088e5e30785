// Asks a source live, once, and records every exchange.

import type { Settings } from '../../src/app/settings.ts'
import { collectFields } from '../../src/cli/doctor/format-fields.ts'
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import { wrapIo } from '../../src/cli/doctor/wrap-io.ts'
import type { OnFields } from '../../src/hotlist/declared/map-rows.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createMemoryAnswers } from '../../src/store/memory/tiered-answers.ts'
import { createTransport } from '../../src/upstream/net/transport.ts'
import type { Outcome, Source } from '../../src/upstream/source.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import { createRecordingTransport, type RecordedExchange } from '../recording-transport.ts'
import { type DraftExchange, type Question, requestOf, silentLogger } from './draft.ts'

/** The result and its exchanges. */
export interface Live {
  readonly outcome: Outcome<unknown>
  /** In request order; of a repeated request, the last exchange. */
  readonly exchanges: readonly DraftExchange[]
  /** Requests without a complete reply. */
  readonly unanswered: readonly string[]
  /** What each key of a declared list found, one line each. */
  readonly found: readonly string[]
}

const mostBytes = 100 * 1024 * 1024

/** Timeout for a source that hangs, in milliseconds. */
const mostMs = 60_000

/** Asks the subject; the source sees the time of the question, everything else the real clock. */
export async function askLive(subject: ProbeTarget, question: Question, settings: Settings): Promise<Live> {
  const { config, proxyFor, allowance } = settings
  const heard: RecordedExchange[] = []
  const silent: string[] = []
  const transport = createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance })
  const upstream = createUpstream({
    transport: createRecordingTransport(transport, {
      onExchange: (_asker, exchange) => void heard.push(exchange),
      onNoReply: (_asker, url) => void silent.push(url),
    }),
    answers: createMemoryAnswers(mostBytes, Date.now),
    fileStorage: { read: async () => undefined, write: async () => false },
    metrics: createMetrics(),
    log: silentLogger(),
    epochMs: Date.now,
    random: Math.random,
  })
  const signal = AbortSignal.timeout(mostMs)
  const now = new Date(question.at)
  const { onFields, lines: found } = collectFields()
  const { kw, ext } = question
  try {
    const outcome =
      subject.kind === 'list'
        ? await upstream.ask(toldTime(subject.source, now, onFields), {}, { signal })
        : await upstream.ask(toldTime(subject.source, now), { kw, ext }, { signal })
    return { outcome, found, ...(await takenDown(heard, silent)) }
  } finally {
    await upstream.close()
  }
}

function toldTime<Query, Item>(source: Source<Query, Item>, now: Date, onFields?: OnFields): Source<Query, Item> {
  const change = { now, ...(onFields && { onFields }) }
  return { ...source, ask: (query, io) => source.ask(query, wrapIo(io, change)) }
}

async function takenDown(
  heard: readonly RecordedExchange[],
  silent: readonly string[],
): Promise<Pick<Live, 'exchanges' | 'unanswered'>> {
  const last = new Map<string, RecordedExchange>()
  for (const one of heard) last.set([one.method, one.url, one.requestBody, one.requestHeaders.cookie].join(' '), one)
  const taken = await Promise.all([...last.values()].map(exchangeOf))
  const whole = taken.flatMap((exchange) => (typeof exchange === 'string' ? [] : [exchange]))
  const urls = new Set(whole.map(({ url }) => url))
  const missing = [...silent, ...taken.filter((one) => typeof one === 'string')].filter((url) => !urls.has(url))
  return { exchanges: whole, unanswered: [...new Set(missing)] }
}

/** Response headers that a replay needs. */
const kept = ['content-type', 'location', 'retry-after']

/** The exchange, or its address when the body is missing. */
async function exchangeOf(heard: RecordedExchange): Promise<DraftExchange | string> {
  const { method, url, requestBody, status, headers, setCookies } = heard
  // The body of a redirect is not read.
  const body = (await heard.body()) ?? (status >= 300 && status < 400 ? new Uint8Array() : undefined)
  if (body === undefined) return url
  const some = kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    ...(requestBody === undefined ? {} : { request: requestOf(requestBody) }),
    sent: {},
    status,
    headers: { ...Object.fromEntries(some), ...(setCookies.length === 0 ? {} : { 'set-cookie': [...setCookies] }) },
    body,
  }
}
