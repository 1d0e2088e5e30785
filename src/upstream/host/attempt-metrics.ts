// Records one attempt in the metrics and in a trace: its duration and its outcome.
import type { Metrics } from '../../observability/metrics.ts'
import type { Span } from '../../observability/tracing.ts'
import type { FailureKind } from '../errors.ts'
import type { OutgoingRequest } from '../net/request.ts'

/** Starts to observe an attempt, as a child span of `ask`, if any. The path and query are never recorded. */
export function observeAttempt(
  { url, init }: OutgoingRequest,
  ask: Span | undefined,
  { metrics, monotonicMs }: { readonly metrics: Pick<Metrics, 'recordAttempt'>; readonly monotonicMs: () => number },
) {
  const startedAt = monotonicMs()
  const { method = 'GET' } = init
  const span = ask?.startChild(`${method} ${url.host}`, { 'http.request.method': method, 'server.address': url.host })
  return {
    /** The head of the reply arrived. */
    replied: (status: number) => span?.set({ 'http.response.status_code': status }),
    /** The attempt ended; `abandoned` if no caller waits for it. */
    ended(outcome: FailureKind | 'ok' | 'withdrawn'): void {
      metrics.recordAttempt(url.host, outcome, monotonicMs() - startedAt)
      span?.set({ 'trawl.outcome': outcome })
      span?.end(outcome === 'ok' || outcome === 'withdrawn' ? undefined : outcome)
    },
  }
}
