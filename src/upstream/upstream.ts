// Creates the upstream service, through which features ask one source or many.
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
  /** Asks one source; never rejects because of an upstream failure. */
  ask: Asking['ask']
  /** The cached answer, if it may still be served, regardless of its age. */
  kept: Asking['kept']
  /** Whether an ask could be answered without a new upstream request. */
  isAtHand: Asking['isAtHand']
  /** Asks many sources; see `gather`. */
  gather<Query, Item>(
    sources: readonly Source<Query, Item>[],
    query: Query,
    spread: Spread<Query, Item>,
  ): AsyncGenerator<Gathered<Query, Item>>
  /** Downloads bytes that the caller caches itself. */
  readonly download: Download
  /** Version counters of cached answers. */
  readonly versions: Versions
  /** Aborts everything in flight and closes all connections. */
  close(): Promise<void>
}

export interface UpstreamParts {
  readonly transport: Transport
  readonly answers: Answers
  readonly shelf: Shelf
  /**
   * Called once per upstream ask when it ends, however many callers waited, with the value of its answer if it has one.
   */
  readonly heard?: (source: string, outcome: Outcome<unknown>, worth: number | undefined) => void
  /** Coordinates hosts with other replicas, if there are any. */
  readonly sharedHosts?: SharedHosts | undefined
  /** Coordinates asks with other replicas, if there are any. */
  readonly others?: Others | undefined
  /** Called when an ask of another replica ends. */
  readonly learned?: ((source: string, ended: Ended) => void) | undefined
  readonly metrics: Metrics
  /** Traces asks and attempts, if tracing is on. */
  readonly tracing?: Tracing | undefined
  /** Starts the process that parses large replies; if absent, everything is parsed in this process. */
  readonly startParser?: ParserParts['start'] | undefined
  readonly log: Logger
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Returns a number in [0, 1). */
  readonly random: () => number
  /** Milliseconds for which the event loop has been active so far; default: measured by Node. */
  readonly activeMs?: () => number
}

/** Creates the upstream service. */
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
  const wire = { ...outside, activeMs, hosts: createHosts(outside.epochMs, sharedHosts) }
  // Separate, because callers choose the hosts of images: they must not evict the hosts of sources or open their
  // breakers.
  const downloadHosts = createHosts(outside.epochMs)
  gaugeHosts({ asked: wire.hosts, downloads: downloadHosts }, wire.metrics)
  const files = { epochMs: wire.epochMs, download: createFileDownload(wire) }
  const copies = createCopies(shelf, files, log)
  const parser = startParser && createParser({ ...files, start: startParser, shelf, log })
  const versions = createVersions()
  const asking = createAsking(
    {
      ...{ answers, log, memory: createMemory(wire.epochMs), copies, parser, versions, tracing, others, learned },
      heard,
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
