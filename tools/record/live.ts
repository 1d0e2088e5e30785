// Asks a source live, once, and records every exchange.

import type { Settings } from '../../src/app/settings.ts'
import { collectFields } from '../../src/cli/doctor/declared-fields.ts'
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import { createTransport } from '../../src/upstream/net/transport.ts'
import type { Outcome } from '../../src/upstream/source.ts'
import { makeUpstream } from '../../test/kit/wire.ts'
import { createRecordingTransport, type RecordedExchange } from '../recording-transport.ts'
import { withIo } from '../with-io.ts'
import { type DraftExchange, type Question, requestOf } from './draft.ts'

/** The result and its exchanges. */
export interface Live {
  readonly outcome: Outcome<unknown>
  /** In request order; of a repeated request, the last exchange. */
  readonly exchanges: readonly DraftExchange[]
  /** Requests without a complete reply. */
  readonly unanswered: readonly string[]
  /** The finds of each key of a declared list, one line each. */
  readonly found: readonly string[]
}

/** Timeout for a source that hangs, in milliseconds. */
const maxMs = 60_000

/** Asks the subject; the source sees the time of the question, everything else the real clock. */
export async function askLive(subject: ProbeTarget, question: Question, settings: Settings): Promise<Live> {
  const { config, proxyFor, allowance } = settings
  const recorded: RecordedExchange[] = []
  const silent: string[] = []
  const transport = createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance })
  const recording = createRecordingTransport(transport, {
    onExchange: (_source, exchange) => void recorded.push(exchange),
    onNoReply: (_source, url) => void silent.push(url),
  })
  const { upstream } = makeUpstream({ transport: recording, random: Math.random })
  const signal = AbortSignal.timeout(maxMs)
  const now = new Date(question.at)
  const { kw, ext } = question
  try {
    if (subject.kind !== 'list') {
      const outcome = await upstream.ask(withIo(subject.source, { now }), { kw, ext }, { signal })
      return { outcome, found: [], ...(await wholeExchanges(recorded, silent)) }
    }
    const { source, lines: found } = collectFields(withIo(subject.source, { now }))
    const outcome = await upstream.ask(source, {}, { signal })
    return { outcome, found, ...(await wholeExchanges(recorded, silent)) }
  } finally {
    await upstream.close()
  }
}

async function wholeExchanges(
  recorded: readonly RecordedExchange[],
  silent: readonly string[],
): Promise<Pick<Live, 'exchanges' | 'unanswered'>> {
  const last = new Map<string, RecordedExchange>()
  for (const one of recorded) last.set([one.method, one.url, one.requestBody, one.requestHeaders.cookie].join(' '), one)
  const found = await Promise.all([...last.values()].map(exchangeOf))
  const whole = found.flatMap((exchange) => (typeof exchange === 'string' ? [] : [exchange]))
  const urls = new Set(whole.map(({ url }) => url))
  const missing = [...silent, ...found.filter((one) => typeof one === 'string')].filter((url) => !urls.has(url))
  return { exchanges: whole, unanswered: [...new Set(missing)] }
}

/** Response headers that a replay needs. */
const replayedHeaders = ['content-type', 'location', 'retry-after']

/** The exchange, or its address when the body is missing. */
async function exchangeOf(recorded: RecordedExchange): Promise<DraftExchange | string> {
  const { method, url, requestBody, status, headers, setCookies } = recorded
  // The body of a redirect is not read.
  const body = (await recorded.body()) ?? (status >= 300 && status < 400 ? new Uint8Array() : undefined)
  if (body === undefined) return url
  const some = replayedHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
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
