// Counts the requests that were answered with what was ready, by this process or by one of its workers.
import type { Metrics } from '../metrics.ts'
import type { Answered, RequestLog } from './request-log.ts'

/** A request answered without asking anybody, as a worker tells it. */
export interface TakenRow extends Omit<Answered, 'left'> {
  /** How many kept answers it was made of. */
  readonly asks: number
}

/** Makes what counts them. */
export function createTakenCount(log: Pick<RequestLog, 'note'>, metrics: Pick<Metrics, 'asked' | 'readyAnswer'>) {
  return (row: TakenRow): void => {
    // A worker tells of those it could not hand on, too.
    if (row.status < 400) metrics.readyAnswer(true)
    if (row.asks > 0) metrics.asked('cached', row.asks)
    log.note(row)
  }
}
