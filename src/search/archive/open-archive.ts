// Opens the archive of links as searches use it, where there is one: without what is banned, with what sources published lately.

import { ageMs } from '../../async/ages.ts'
import type { Bans } from '../../bans/ban-list.ts'
import type { WorkKind } from '../../contract/works.ts'
import type { Logger } from '../../observability/log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { ArchiveStorage } from '../../store/archive/archive-storage.ts'
import type { LinkHealth, SourceYield } from '../../store/archive/types.ts'
import { isLinkBanned } from '../pipeline/filter-banned.ts'
import { kindsByGroup } from '../works/describe-work.ts'
import { createArchive, createNewestFinder } from './archive.ts'
import { createDailyLimit } from './daily-limit.ts'

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

type PurgeableArchive = Pick<ArchiveStorage, 'dropQueued' | 'scan' | 'remove'>
type BanPurgeLog = Pick<Logger, 'info' | 'warn' | 'error'>

const retryDelayMs = 60_000

/** Scans the archive in the background if there are bans, and again after each change that adds bans. */
export function createBanPurge(shelf: PurgeableArchive, bans: Bans, log: BanPurgeLog) {
  let running: Promise<void> | undefined
  let isRequested = false
  let retry: NodeJS.Timeout | undefined
  let problem: string | undefined

  async function run(): Promise<void> {
    while (isRequested) {
      isRequested = false
      clearTimeout(retry)
      const before = problem
      problem = await purge(shelf, bans, log, () => isRequested)
      if (problem === undefined) continue
      // Logged once, not every minute.
      if (problem !== before) log.warn(`${problem}; banned links are not shown; retrying every minute`)
      retry = setTimeout(start, retryDelayMs).unref()
    }
  }

  function start(): void {
    isRequested = true
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'removing banned links from the archive failed'))
      .finally(() => {
        running = undefined
      })
  }

  bans.onChange(async (isMore) => {
    if (isMore) start()
  })
  if (!bans.isEmpty()) start()
  /** Resolves when no run is in progress; a failed run is retried after a minute. Never rejects. */
  const idle = async (): Promise<void> => running
  return { idle }
}

/** Scans the whole archive once; stops early if `isOutdated`. Resolves to an error message, if any. */
async function purge(
  shelf: PurgeableArchive,
  bans: Bans,
  log: BanPurgeLog,
  isOutdated: () => boolean,
): Promise<string | undefined> {
  shelf.dropQueued((sighting) => isLinkBanned(sighting, bans))
  let count = 0
  for (let from: number | undefined = 0; from !== undefined && !isOutdated(); ) {
    const page: Awaited<ReturnType<ArchiveStorage['scan']>> = await shelf.scan(from)
    if (page === undefined) return 'the archive could not be scanned for banned links'
    const banned = page.sightings.filter((sighting) => isLinkBanned(sighting, bans))
    if (banned.length > 0 && !(await shelf.remove(banned))) return 'banned links could not be removed from the archive'
    count += banned.length
    from = page.next
  }
  if (count > 0) log.info(`removed ${count} banned entries from the archive`)
  return undefined
}

interface RecentYield {
  readonly links: number
  /** The most frequent first. */
  readonly kinds: WorkKind[]
}

const periodMs = 30 * 24 * 60 * 60_000
/** Counting reads many rows. */
const countEveryMs = 60 * 60_000
const maxKinds = 3

/** Creates a function that returns what sources published, by id; counted at most once an hour. It never rejects. Empty without an archive. */
export function createRecentYields(shelf: Pick<ArchiveStorage, 'yieldsSince'> | undefined, epochMs: () => number) {
  let counted: { readonly yields: Promise<ReadonlyMap<string, RecentYield>>; readonly at: number } | undefined
  const count = async () => {
    const yields = (await shelf?.yieldsSince(epochMs() - periodMs)) ?? []
    return new Map(yields.map((one) => [one.source, { links: one.links, kinds: kindsOf(one) }]))
  }
  return (): Promise<ReadonlyMap<string, RecentYield>> => {
    if (!counted || ageMs(epochMs(), counted.at) > countEveryMs) counted = { yields: count(), at: epochMs() }
    return counted.yields
  }
}

function kindsOf({ groups }: SourceYield): WorkKind[] {
  const kinds = groups.flatMap((group) => (group === 'series' ? 'series' : (kindsByGroup.get(group) ?? [])))
  return [...new Set(kinds)].slice(0, maxKinds)
}
