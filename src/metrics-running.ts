// How many of something are under way at this moment.
import type { Metrics } from './metrics.ts'

export interface Running {
  /** The same function; a call counts until its promise is settled. */
  answering<Args extends unknown[], T>(run: (...args: Args) => Promise<T>): (...args: Args) => Promise<T>
  /** The same generator; a call counts until its last item was taken, or nobody takes one any more. */
  streaming<Args extends unknown[], T>(run: (...args: Args) => AsyncGenerator<T>): (...args: Args) => AsyncGenerator<T>
}

/** Makes what counts them; the metrics show it under that name. */
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
