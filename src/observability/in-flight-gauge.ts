// Counts calls in progress.
import type { Metrics } from './metrics.ts'

export function createInFlightGauge(metrics: Pick<Metrics, 'gauge'>, name: string, help: string) {
  let running = 0
  metrics.gauge({ name, help }, () => running)
  return {
    /** Wraps a function; a call counts until its promise is settled. */
    trackPromise:
      <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        running += 1
        try {
          return await call(...args)
        } finally {
          running -= 1
        }
      },
    /** Wraps a generator; a call counts until it ends or its consumer stops. */
    trackGenerator: <Args extends unknown[], T>(call: (...args: Args) => AsyncGenerator<T>) =>
      async function* (...args: Args): AsyncGenerator<T> {
        running += 1
        try {
          yield* call(...args)
        } finally {
          running -= 1
        }
      },
  }
}
