// Fake parts for tests of the HTTP layer: a search that answers at once, a fixed clock, a recorded log.
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createTrafficStats } from '../../src/http/logging/traffic-stats.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import type { SearchAnswer } from '../../src/search/pipeline/answer.ts'
import { appOf, type SomeAppOptions } from '../kit/empty-app.ts'
import { answerText } from '../kit/searching.ts'

const emptyBody: SearchAnswer['body'] = {
  code: 0,
  message: 'success',
  data: { total: 0, merged_by_type: {} },
  meta: { complete: true, sources: { asked: 0, answered: 0, failed: 0, pending: 0 } },
}

/** A valid answer without results. */
export const emptyAnswer: SearchAnswer = {
  body: emptyBody,
  text: answerText(emptyBody),
  cache: 'miss',
  ageMs: 0,
  tookMs: 0,
}

/** The fixed time in epoch milliseconds. */
export const testTime = Date.UTC(2026, 10, 20)

/** An app that answers searches with `emptyAnswer`, apart from the options in `own`; `lines` is its log so far. */
export function testApp({ search, ...own }: SomeAppOptions = {}): {
  app: FastifyInstance
  lines: Record<string, unknown>[]
} {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = appOf({
    search: { answer: async () => emptyAnswer, ...search },
    health: () => ({
      status: 'ok',
      status_basis: 'none',
      telegram: { state: 'unknown', checked_at: null },
      plugins_enabled: false,
      plugin_count: 0,
      plugins: [],
      channels: ['somechannel'],
      channels_count: 1,
      auth_enabled: false,
      version: '0.0.0-test',
    }),
    version: '0.0.0-test',
    log,
    metrics: { ...createMetrics(), text: async () => 'some_metric 1\n' },
    traffic: createTrafficStats(() => 0),
    monotonicMs: () => 0,
    epochMs: () => testTime,
    newRequestId: () => 'made-here',
    ...own,
  })
  return { app, lines }
}

/** Listens on a free loopback port and returns it. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Sends raw bytes to a loopback port and returns everything received until the server closes. */
export function exchange(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(received).toString()))
    socket.write(bytes)
  })
}
