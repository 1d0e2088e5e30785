// What the service does before it ends, in this order, and how long each of it may take.
import type { LastStep } from './shutdown.ts'

interface Closing {
  close(): Promise<unknown>
}

/** What is closed; `crew` is there with more than one worker only. */
interface Parts {
  readonly app: Closing
  readonly crew: Closing | undefined
  /** Looks for what is to be refreshed. */
  readonly refreshing: NodeJS.Timeout
  /** Looks for links that are to be checked. */
  readonly rechecking: NodeJS.Timeout | undefined
  /** Streams that would never end by themselves. */
  readonly following: { end(): void }
  readonly learned: { save(): Promise<void> }
  readonly upstream: Closing
  readonly tracing: Closing | undefined
  readonly store: Closing
  /** What is shared with other replicas, where there are any. */
  readonly fleet?: (Closing & { readonly politeness: { finish(): void } }) | undefined
}

/** Running answers are given 31 s, and the workers 33 s; the database gives up by itself after 4 s. With the traces and the log it is 46 s at the most. */
const mostMs = { answers: 34_000, learned: 1_000, upstream: 1_000, traces: 2_500, store: 5_000, fleet: 1_000 }

/** The steps, each of which is taken whatever became of those before it. */
export function lastSteps({
  app,
  crew,
  refreshing,
  rechecking,
  following,
  learned,
  upstream,
  tracing,
  store,
  fleet,
}: Parts): readonly LastStep[] {
  return [
    {
      what: 'finishing the answers that were running',
      mostMs: mostMs.answers,
      async run() {
        clearInterval(refreshing)
        clearInterval(rechecking)
        fleet?.politeness.finish()
        following.end()
        // The workers first: what they have handed on is answered by the app.
        await crew?.close()
        await app.close()
      },
    },
    { what: 'writing down what was learned', mostMs: mostMs.learned, run: learned.save },
    { what: 'closing the connections to sites', mostMs: mostMs.upstream, run: upstream.close },
    { what: 'writing and closing the database', mostMs: mostMs.store, isUrgent: true, run: store.close },
    { what: 'giving back what other replicas wait for', mostMs: mostMs.fleet, run: async () => fleet?.close() },
    { what: 'sending the last traces', mostMs: mostMs.traces, run: async () => tracing?.close() },
  ]
}
