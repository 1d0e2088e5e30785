// Records one attempt in the metrics and in a trace: its duration and its outcome.
import type { Metrics } from '../metrics.ts'
import type { Span } from '../tracing.ts'
import type { FailureKind } from './errors.ts'
import type { Sent } from './request.ts'

interface Watching {
  readonly metrics: Pick<Metrics, 'attempted'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

interface AttemptNotes {
  /** The head of the reply arrived. */
  heard(status: number): void
  /** The attempt ended; `withdrawn` if no caller waits for it. */
  ended(outcome: FailureKind | 'ok' | 'withdrawn'): void
}

/**
 * Starts to observe an attempt, as a child span of `ask` if tracing is on. Only the host is recorded, never the path or
 * query.
 */
export function noteAttempt({ url, init }: Sent, ask: Span | undefined, { metrics, epochMs }: Watching): AttemptNotes {
  const started = epochMs()
  const { method = 'GET' } = init
  const span = ask?.call(`${method} ${url.host}`, { 'http.request.method': method, 'server.address': url.host })
  return {
    heard: (status) => span?.set({ 'http.response.status_code': status }),
    ended(outcome) {
      metrics.attempted(url.host, outcome, epochMs() - started)
      span?.set({ 'trawl.outcome': outcome })
      span?.end(outcome === 'ok' || outcome === 'withdrawn' ? undefined : outcome)
    },
  }
}
