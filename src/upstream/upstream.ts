// Creates the upstream service, through which features ask one source or many.

import { performance } from 'node:perf_hooks'
import { sleep } from '../async/abortable.ts'
import type { Logger } from '../observability/log.ts'
import { type AskDependencies, createAsker } from './ask/ask.ts'
import { createFileMirrors, type MirrorStorage } from './ask/file-mirror.ts'
import { createSourceMemory } from './ask/source-memory.ts'
import { createVersionCounters } from './cache/versions.ts'
import { type GatherOptions, gather } from './gather.ts'
import { createUpstreamHosts, type HostCoordination, registerHostGauges } from './host/hosts.ts'
import { createDownload } from './net/download.ts'
import type { Source } from './source.ts'

export type Upstream = ReturnType<typeof createUpstream>

type OwnDependencies = 'memory' | 'fileMirrors' | 'versions' | 'hosts' | 'activeMs' | 'monotonicMs'

export interface UpstreamOptions extends Omit<AskDependencies, OwnDependencies> {
  readonly fileStorage: MirrorStorage
  /** Coordinates hosts with other replicas, if there are any. */
  readonly hostCoordination?: HostCoordination | undefined
  readonly log: Logger
  /** A monotonic clock in milliseconds; default: `epochMs`, for a clock that is not set while it runs. */
  readonly monotonicMs?: () => number
  /** Milliseconds for which the event loop has been active so far; default: measured by Node. */
  readonly activeMs?: () => number
}

export function createUpstream(options: UpstreamOptions) {
  const { transport, metrics, epochMs, random, fileStorage, hostCoordination, log } = options
  const { activeMs = () => performance.eventLoopUtilization().active, monotonicMs = epochMs, wait = sleep } = options
  const hosts = createUpstreamHosts(epochMs, hostCoordination)
  const wire = { transport, metrics, epochMs, monotonicMs, random, activeMs, hosts, nextSlice: options.nextSlice, wait }
  // Separate, because callers choose the hosts of images: they must not evict the hosts of sources or open their
  // breakers.
  const downloadHosts = createUpstreamHosts(epochMs)
  registerHostGauges(hosts, downloadHosts, metrics)
  const fileMirrors = createFileMirrors(fileStorage, wire, log)
  const versions = createVersionCounters()
  const memory = createSourceMemory(epochMs)
  const asker = createAsker({ ...options, ...wire, memory, fileMirrors, versions })
  return {
    /** Asks one source; never rejects because of an upstream failure. */
    ask: asker.ask,
    cached: asker.cached,
    isAvailable: asker.isAvailable,
    /** Asks many sources. */
    gather: <Query, Item>(sources: readonly Source<Query, Item>[], query: Query, own: GatherOptions<Query, Item>) =>
      gather<Query, Item, Source<Query, Item>>(asker, sources, query, own),
    /** Downloads bytes that the caller caches itself. */
    download: createDownload({ ...wire, hosts: downloadHosts }),
    /** Version counters of cached answers. */
    versions,
    /** Aborts everything in flight and closes all connections. */
    async close() {
      asker.close()
      fileMirrors.close()
      await transport.close()
    },
  }
}
