// Counts calls in progress.
import type { Metrics } from './metrics.ts'

export interface Running {
  /** Wraps a function; a call counts until its promise is settled. */
  answering<Args extends unknown[], T>(run: (...args: Args) => Promise<T>): (...args: Args) => Promise<T>
  /** Wraps a generator; a call counts until it ends or its consumer stops. */
  streaming<Args extends unknown[], T>(run: (...args: Args) => AsyncGenerator<T>): (...args: Args) => AsyncGenerator<T>
}

/** Creates the gauge and registers it with the metrics under `name`. */
export function gaugeRunning(metrics: Pick<Metrics, 'gauge'>, name: string, help: string): Running {
  let running = 0
  metrics.gauge({ name, help }, () => running)
  return {
    answering:
      (run) =>
      async (...args) => {
        running += 1
        try {
          return await run(...args)
        } finally {
          running -= 1
        }
      },
    streaming: (run) =>
      async function* (...args) {
        running += 1
        try {
          yield* run(...args)
        } finally {
          running -= 1
        }
      },
  }
}
