// Records one attempt in the metrics and in a trace: its duration and its outcome.
import type { Metrics } from '../../observability/metrics.ts'
import type { Span } from '../../observability/tracing.ts'
import type { FailureKind } from '../errors.ts'
import type { OutgoingRequest } from '../net/request.ts'
import type { HostGroups } from './hosts.ts'

/** Starts to observe an attempt, as a child of the span of its ask, if any. The path and query are never recorded. */
export function observeAttempt(
  { url, init }: OutgoingRequest,
  { span: ask, groups }: { readonly span?: Span | undefined; readonly groups?: HostGroups | undefined },
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
      metrics.recordAttempt(groups?.labelOf(url.host) ?? url.host, outcome, monotonicMs() - startedAt)
      span?.set({ 'trawl.outcome': outcome })
      span?.end(outcome === 'ok' || outcome === 'withdrawn' ? undefined : outcome)
    },
  }
}
