// All of asking others, put together: what a service gets to ask one source or many.
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type Answers, type Asking, createAsking } from './ask.ts'
import { type Gathered, gather, type Spread } from './gather.ts'
import { createHosts } from './hosts.ts'
import type { Source } from './source.ts'
import type { Transport } from './transport.ts'

export interface Upstream {
  /** Asks one source; never rejects for what the upstream does. */
  ask: Asking['ask']
  /** Asks many; see `gather`. */
  gather<Query, Item>(
    sources: readonly Source<Query, Item>[],
    query: Query,
    spread: Spread,
  ): AsyncGenerator<Gathered<Query, Item>>
  /** Ends what is under way and closes all connections. */
  close(): Promise<void>
}

export interface UpstreamParts {
  readonly transport: Transport
  readonly answers: Answers
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
  readonly random: () => number
}

/** Makes the one way to ask upstreams from its parts. */
export function createUpstream({ transport, answers, metrics, log, now, random }: UpstreamParts): Upstream {
  const asking = createAsking(answers, { transport, metrics, now, random, hosts: createHosts(now) }, log)
  return {
    ask: asking.ask,
    gather: (sources, query, spread) => gather(asking, sources, query, spread),
    async close() {
      asking.close()
      await transport.close()
    },
  }
}
