// Opens link checks: on request, in the background, and the known health of shares that both share.
import type { Bans } from '../../bans/ban-list.ts'
import type { LoadShedder } from '../../http/load-shedding.ts'
import type { Logger } from '../../observability/log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { LinkHealth } from '../../store/archive/types.ts'
import type { HostCoordination } from '../../upstream/host/hosts.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { ArchiveForSearch } from '../archive/open-archive.ts'
import { createBackgroundChecker } from './background-checker.ts'
import type { CloudCheck } from './check.ts'
import { createLinkHealthCache } from './health-cache.ts'
import { createLinkChecker } from './link-checker.ts'

/** Publishes the health of shares to other replicas; `onReceived` gets what they publish. */
export type ShareHealth = (onReceived: (received: ReadonlyMap<string, LinkHealth>) => void) => {
  send(key: string, health: LinkHealth): void
}

interface OpenChecksOptions {
  /** By the names of the clouds. */
  readonly clouds: ReadonlyMap<string, CloudCheck>
  readonly upstream: Pick<Upstream, 'ask' | 'cached' | 'versions'>
  readonly archived: Pick<ArchiveForSearch, 'knownHealth' | 'onHealthChange'>
  readonly bans: Bans
  readonly load: LoadShedder
  /** Where there are other replicas. */
  readonly coordination: HostCoordination | undefined
  readonly shareHealth: ShareHealth | undefined
  /** Checks popular shares in the background, too. */
  readonly isRecheckEnabled: boolean
  readonly metrics: Metrics
  readonly log: Pick<Logger, 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** The name of the version counters of the known health of shares; no source has it. */
const versionName = 'health book'

/** Background checks run while a search of this many sources would still have capacity. */
const backgroundHeadroom = 20

/** Opens link checks, with the health that earlier processes found. */
export function openChecks(options: OpenChecksOptions) {
  const { clouds, upstream, archived, bans, load, coordination, shareHealth, metrics, log, epochMs } = options
  const { versions } = upstream
  const replicas = shareHealth?.((received) => {
    for (const key of knownHealth.merge(received)) versions.partChanged(versionName, key)
  })
  const knownHealth = createLinkHealthCache(epochMs, (key, health) => {
    archived.onHealthChange(key, health)
    replicas?.send(key, health)
    versions.partChanged(versionName, key)
  })
  knownHealth.merge(archived.knownHealth)
  const checkerParts = { upstream, bans, knownHealth, coordination, capacity: load, metrics, epochMs }
  const checks = createLinkChecker({ ...checkerParts, checks: clouds })
  const hasRoom = () => load.hasCapacity(backgroundHeadroom)
  /** Undefined where background checks are off. */
  const rechecker = options.isRecheckEnabled ? createBackgroundChecker(checks, hasRoom, log, epochMs) : undefined
  /** The versions of the known health of these shares, for answers that have them. */
  const healthVersions = (keys: Iterable<string>) => versions.partsOf(versionName, keys)
  return { check: checks.check, knownHealth, healthVersions, rechecker }
}
