// Records responses from the cache, sent by this process or by a worker.
import type { Metrics } from '../metrics.ts'
import type { Answered, RequestLog } from './request-log.ts'

/** A request answered from the cache, as reported by a worker. */
export interface TakenRow extends Omit<Answered, 'left'> {
  /** Number of cached answers that the response consists of. */
  readonly asks: number
}

/** Creates the recorder. */
export function createTakenCount(log: Pick<RequestLog, 'note'>, metrics: Pick<Metrics, 'asked' | 'readyAnswer'>) {
  return (row: TakenRow): void => {
    // Workers also report requests that they failed to forward.
    if (row.status < 400) metrics.readyAnswer(true)
    if (row.asks > 0) metrics.asked('cached', row.asks)
    log.note(row)
  }
}
