// Opens the archive of links as searches use it, where there is one.
import type { Bans } from '../../bans/ban-list.ts'
import type { Logger } from '../../observability/log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { ArchiveStorage, LinkHealth } from '../../store/archive/types.ts'
import { createArchive, createNewestFinder } from './archive.ts'
import { createDailyLimit } from './daily-limit.ts'
import { createBanPurge } from './purge-banned.ts'
import { createRecentYields } from './recent-yields.ts'

interface OpenArchiveOptions {
  /** Undefined where nothing is archived. */
  readonly storage: ArchiveStorage | undefined
  /** Ids of the sources that are searched by default. */
  readonly listed: ReadonlySet<string>
  readonly bans: Bans
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly onStored: (titles: readonly string[]) => void
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

export type ArchiveForSearch = Awaited<ReturnType<typeof openArchive>>

/** At most this many known states are loaded at the start. */
const maxKnownHealth = 100_000

/** Creates the archive over its storage, without what is banned. */
export async function openArchive(options: OpenArchiveOptions) {
  const { storage: shelf, listed, bans, metrics, log, onStored, epochMs } = options
  /** The health of shares that an earlier process found. */
  const knownHealth: ReadonlyMap<string, LinkHealth> = (await shelf?.health(maxKnownHealth)) ?? new Map()
  /** Stores the health of one share. */
  const onHealthChange = (key: string, health: LinkHealth) => shelf?.noteHealth(new Map([[key, health]]))
  const recentYields = createRecentYields(shelf, epochMs)
  if (!shelf) return { archive: undefined, findNewest: undefined, recentYields, knownHealth, onHealthChange }
  createBanPurge(shelf, bans, log)
  const help = 'Shares in the archive.'
  metrics.gauge({ name: 'trawl_archive_shares', help }, () => shelf.size().shares)
  const limit = createDailyLimit({ maxBytes: shelf.size().maxBytes, listed, epochMs, log })
  const refused = 'Links not archived since the start because their source exceeded its daily limit.'
  metrics.gauge({ name: 'trawl_archive_refused_links', help: refused }, limit.refused)
  const archive = createArchive({ shelf, listed, bans, limit, onStored, epochMs })
  return { archive, findNewest: createNewestFinder(shelf), recentYields, knownHealth, onHealthChange }
}
