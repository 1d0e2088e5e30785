// Counts calls in progress.
import type { Metrics } from './metrics.ts'

export interface InFlightGauge {
  /** Wraps a function; a call counts until its promise is settled. */
  trackPromise<Args extends unknown[], T>(call: (...args: Args) => Promise<T>): (...args: Args) => Promise<T>
  /** Wraps a generator; a call counts until it ends or its consumer stops. */
  trackGenerator<Args extends unknown[], T>(
    call: (...args: Args) => AsyncGenerator<T>,
  ): (...args: Args) => AsyncGenerator<T>
}

/** Creates the gauge and registers it with the metrics under `name`. */
export function createInFlightGauge(metrics: Pick<Metrics, 'gauge'>, name: string, help: string): InFlightGauge {
  let running = 0
  metrics.gauge({ name, help }, () => running)
  return {
    trackPromise:
      (call) =>
      async (...args) => {
        running += 1
        try {
          return await call(...args)
        } finally {
          running -= 1
        }
      },
    trackGenerator: (call) =>
      async function* (...args) {
        running += 1
        try {
          yield* call(...args)
        } finally {
          running -= 1
        }
      },
  }
}
