// Records responses from the cache, sent by this process or by a worker.
import type { Metrics } from '../../observability/metrics.ts'
import type { FinishedRequest, RequestLog } from '../logging/request-log.ts'

/** A request answered from the cache, as reported by a worker. */
export interface CacheHit extends Omit<FinishedRequest, 'left'> {
  /** Number of cached answers that the response consists of. */
  readonly asks: number
}

/** Creates the recorder. */
export function createCacheHitRecorder(
  log: Pick<RequestLog, 'note'>,
  metrics: Pick<Metrics, 'recordCacheOutcome' | 'recordResponseCache'>,
) {
  return (hit: CacheHit): void => {
    // Workers also report requests that they failed to forward.
    if (hit.status < 400) metrics.recordResponseCache(true)
    if (hit.asks > 0) metrics.recordCacheOutcome('cached', hit.asks)
    log.note(hit)
  }
}
