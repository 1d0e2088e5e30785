// What is noted of one attempt on the wire: how long it took and how it ended, for the metrics and for a trace.
import type { Metrics } from '../metrics.ts'
import type { Span } from '../tracing.ts'
import type { FailureKind } from './errors.ts'
import type { Sent } from './request.ts'

interface Watching {
  readonly metrics: Pick<Metrics, 'attempted'>
  /** Milliseconds. */
  readonly now: () => number
}

interface AttemptNotes {
  /** The head of the reply came. */
  heard(status: number): void
  /** It is over; `withdrawn` if nobody waits for it any more. */
  ended(outcome: FailureKind | 'ok' | 'withdrawn'): void
}

/** Begins to watch an attempt, as a part of `ask` where that is traced. It is known by the host that is asked, never by what it is asked for. */
export function noteAttempt({ url, init }: Sent, ask: Span | undefined, { metrics, now }: Watching): AttemptNotes {
  const started = now()
  const { method = 'GET' } = init
  const span = ask?.call(`${method} ${url.host}`, { 'http.request.method': method, 'server.address': url.host })
  return {
    heard: (status) => span?.set({ 'http.response.status_code': status }),
    ended(outcome) {
      metrics.attempted(url.host, outcome, now() - started)
      span?.set({ 'trawl.outcome': outcome })
      span?.end(outcome === 'ok' || outcome === 'withdrawn' ? undefined : outcome)
    },
  }
}
