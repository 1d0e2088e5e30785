// All of asking others, put together: what a service gets to ask one source or many.
import { performance } from 'node:perf_hooks'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Tracing } from '../tracing.ts'
import { type Asking, createAsking } from './ask.ts'
import { createCopies, createFileDownload, type Shelf } from './copies.ts'
import { createDownload, type Download } from './download.ts'
import { type Gathered, gather, type Spread } from './gather.ts'
import { createHosts, gaugeHosts, type SharedHosts } from './hosts.ts'
import type { Answers } from './kept.ts'
import { createMemory } from './memory.ts'
import type { Ended, Others } from './others.ts'
import { createParser, type ParserParts } from './parser.ts'
import type { Outcome, Source } from './source.ts'
import type { Transport } from './transport.ts'
import { createVersions, type Versions } from './versions.ts'

export interface Upstream {
  /** Asks one source; never rejects for what the upstream does. */
  ask: Asking['ask']
  /** What is kept of an earlier answer and may still serve, however old. */
  kept: Asking['kept']
  /** Would who asks now cause nobody to be asked? */
  isAtHand: Asking['isAtHand']
  /** Asks many; see `gather`. */
  gather<Query, Item>(
    sources: readonly Source<Query, Item>[],
    query: Query,
    spread: Spread<Query, Item>,
  ): AsyncGenerator<Gathered<Query, Item>>
  /** Downloads what whoever asks for it keeps himself. */
  readonly download: Download
  /** Which versions of kept answers there are. */
  readonly versions: Versions
  /** Ends what is under way and closes all connections. */
  close(): Promise<void>
}

export interface UpstreamParts {
  readonly transport: Transport
  readonly answers: Answers
  readonly shelf: Shelf
  /** Hears of every ask that was made of an upstream and how it ended, once however many waited for it or nobody any more; of an answer also what it is worth. */
  readonly heard?: (source: string, outcome: Outcome<unknown>, worth: number | undefined) => void
  /** How hosts are asked by all replicas together, where there are others. */
  readonly sharedHosts?: SharedHosts | undefined
  /** Who else asks the same, where there is anybody. */
  readonly others?: Others | undefined
  /** Hears how asks ended that others made. */
  readonly learned?: ((source: string, ended: Ended) => void) | undefined
  readonly metrics: Metrics
  /** Traces asks and attempts, where there is any. */
  readonly tracing?: Tracing | undefined
  /** Starts the process that reads what is large; without it all is read in this one. */
  readonly startParser?: ParserParts['start'] | undefined
  readonly log: Logger
  readonly now: () => number
  readonly random: () => number
  /** For how many milliseconds this process has been busy so far; as its event loop says unless given. */
  readonly activeMs?: () => number
}

/** Makes the one way to ask upstreams from its parts. */
export function createUpstream({
  answers,
  shelf,
  log,
  heard,
  others,
  learned,
  sharedHosts,
  tracing,
  startParser,
  activeMs = () => performance.eventLoopUtilization().active,
  ...outside
}: UpstreamParts): Upstream {
  const wire = { ...outside, activeMs, hosts: createHosts(outside.now, sharedHosts) }
  // Of their own: whoever asks for pictures names the hosts, and is not to push out what is known of those that sources ask, or open their breakers.
  const downloadHosts = createHosts(outside.now)
  gaugeHosts({ asked: wire.hosts, downloads: downloadHosts }, wire.metrics)
  const files = { now: wire.now, download: createFileDownload(wire) }
  const copies = createCopies(shelf, files, log)
  const parser = startParser && createParser({ ...files, start: startParser, shelf, log })
  const versions = createVersions()
  const asking = createAsking(
    {
      ...{ answers, log, memory: createMemory(wire.now), copies, parser, versions, tracing, others, learned },
      ...(heard ? { heard } : {}),
    },
    wire,
  )
  return {
    versions,
    download: createDownload({ ...wire, hosts: downloadHosts }),
    ask: asking.ask,
    kept: asking.kept,
    isAtHand: asking.isAtHand,
    gather: <Query, Item>(sources: readonly Source<Query, Item>[], query: Query, spread: Spread<Query, Item>) =>
      gather<Query, Item, Source<Query, Item>>(asking, sources, query, spread),
    async close() {
      asking.close()
      copies.close()
      await parser?.close()
      await outside.transport.close()
    },
  }
}
