// Creates the upstream service, through which features ask one source or many.
import { performance } from 'node:perf_hooks'
import type { Logger } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/tracing.ts'
import { createAsker } from './ask/ask.ts'
import type { AskCoordinator, AskEnd } from './ask/coordination.ts'
import { createFileMirrors } from './ask/file-mirror.ts'
import { createFileDownload, type MirrorStorage } from './ask/mirror-version.ts'
import { createSourceMemory } from './ask/source-memory.ts'
import type { AnswerCache } from './cache/answer-entry.ts'
import { createVersionCounters } from './cache/versions.ts'
import { type GatherOptions, gather } from './gather.ts'
import { createUpstreamHosts, type HostCoordination, registerHostGauges } from './host/hosts.ts'
import { createDownload } from './net/download.ts'
import type { Transport } from './net/transport.ts'
import { createSourceParser, type ParserProcessOptions } from './parser-process/parser.ts'
import type { Outcome, Source } from './source.ts'

export type Upstream = ReturnType<typeof createUpstream>

export interface UpstreamOptions {
  readonly transport: Transport
  readonly answers: AnswerCache
  readonly fileStorage: MirrorStorage
  /** Called once per upstream ask when it ends, with the value of its answer if it has one. */
  readonly onAskEnd?: (source: string, outcome: Outcome<unknown>, worth: number | undefined) => void
  /** Coordinates hosts with other replicas, if there are any. */
  readonly hostCoordination?: HostCoordination | undefined
  /** Coordinates asks with other replicas, if there are any. */
  readonly coordinator?: AskCoordinator | undefined
  /** Called when an ask of another replica ends. */
  readonly onRemoteAskEnd?: ((source: string, ended: AskEnd) => void) | undefined
  readonly metrics: Metrics
  /** Traces asks and attempts, if tracing is on. */
  readonly tracing?: Tracing | undefined
  /** Starts the process that parses large replies; if absent, everything is parsed in this process. */
  readonly startParser?: ParserProcessOptions['start'] | undefined
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
  fileStorage,
  log,
  onAskEnd,
  coordinator,
  onRemoteAskEnd,
  hostCoordination,
  tracing,
  startParser,
  activeMs = () => performance.eventLoopUtilization().active,
  ...environment
}: UpstreamOptions) {
  const wire = { ...environment, activeMs, hosts: createUpstreamHosts(environment.epochMs, hostCoordination) }
  // Separate, because callers choose the hosts of images: they must not evict the hosts of sources or open their
  // breakers.
  const downloadHosts = createUpstreamHosts(environment.epochMs)
  registerHostGauges({ asked: wire.hosts, downloads: downloadHosts }, wire.metrics)
  const files = { epochMs: wire.epochMs, download: createFileDownload(wire) }
  const fileMirrors = createFileMirrors(fileStorage, files, log)
  const parser = startParser && createSourceParser({ ...files, start: startParser, storage: fileStorage, log })
  const versions = createVersionCounters()
  const memory = createSourceMemory(wire.epochMs)
  const asker = createAsker(
    { answers, log, memory, fileMirrors, parser, versions, tracing, coordinator, onRemoteAskEnd, onAskEnd },
    wire,
  )
  return {
    /** Asks one source; never rejects because of an upstream failure. */
    ask: asker.ask,
    cached: asker.cached,
    isAvailable: asker.isAvailable,
    /** Asks many sources; see `gather`. */
    gather: <Query, Item>(sources: readonly Source<Query, Item>[], query: Query, options: GatherOptions<Query, Item>) =>
      gather<Query, Item, Source<Query, Item>>(asker, sources, query, options),
    /** Downloads bytes that the caller caches itself. */
    download: createDownload({ ...wire, hosts: downloadHosts }),
    /** Version counters of cached answers. */
    versions,
    /** Aborts everything in flight and closes all connections. */
    async close() {
      asker.close()
      fileMirrors.close()
      await parser?.close()
      await environment.transport.close()
    },
  }
}
