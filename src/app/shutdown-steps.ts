// The steps of a shutdown in their order, each with its time limit.
import type { ShutdownStep } from './shutdown.ts'

interface Closing {
  close(): Promise<unknown>
}

interface ShutdownStepsOptions {
  readonly app: Closing
  readonly stopTimers: () => void
  /** Streams that never end by themselves. */
  readonly following: { close(): void }
  readonly state: { save(): Promise<void> }
  readonly upstream: Closing
  readonly watching: Closing
  readonly tracing: Closing | undefined
  readonly store: Closing
  /** Present with other replicas. */
  readonly replicas: (Closing & { readonly coordination: { stopAccepting(): void } }) | undefined
}

/** Running requests get 31 s; the database gives up after 4 s. With traces and log: at most 47 s in total. */
const limits = { requests: 34_000, state: 1_000, upstream: 1_000, traces: 2_500, store: 5_000, replicas: 1_000 }

export function shutdownSteps(options: ShutdownStepsOptions): readonly ShutdownStep[] {
  const { app, stopTimers, following, state, upstream, watching, tracing, store, replicas } = options
  return [
    {
      what: 'finishing running requests',
      limitMs: limits.requests,
      async run() {
        stopTimers()
        replicas?.coordination.stopAccepting()
        following.close()
        await app.close()
      },
    },
    { what: 'saving learned state', limitMs: limits.state, run: state.save },
    { what: 'closing the connections to sites', limitMs: limits.upstream, run: upstream.close },
    { what: 'closing the connections to notifiers', limitMs: limits.upstream, run: watching.close },
    { what: 'writing and closing the database', limitMs: limits.store, isUrgent: true, run: store.close },
    { what: 'releasing what other replicas wait for', limitMs: limits.replicas, run: async () => replicas?.close() },
    { what: 'sending the last traces', limitMs: limits.traces, run: async () => tracing?.close() },
  ]
}
