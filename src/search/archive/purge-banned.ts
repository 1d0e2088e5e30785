// Removes banned links from the archive after each change that adds bans.
import type { Bans } from '../../bans/ban-list.ts'
import type { Logger } from '../../observability/log.ts'
import type { ArchiveStorage } from '../../store/archive/types.ts'
import { isLinkBanned } from '../pipeline/filter-banned.ts'

type PurgeableArchive = Pick<ArchiveStorage, 'dropQueued' | 'scan' | 'remove'>
type BanPurgeLog = Pick<Logger, 'info' | 'warn' | 'error'>

const retryDelayMs = 60_000

/** Scans the archive in the background if there are bans, and again after each change that adds bans. */
export function createBanPurge(shelf: PurgeableArchive, bans: Bans, log: BanPurgeLog) {
  let running: Promise<void> | undefined
  let isRequested = false
  let isRetryScheduled = false
  let problem: string | undefined

  async function run(): Promise<void> {
    while (isRequested) {
      isRequested = false
      const before = problem
      problem = await purge(shelf, bans, log, () => isRequested)
      if (problem === undefined) continue
      // Logged once, not every minute.
      if (problem !== before) log.warn(`${problem}; banned links are not shown; retrying every minute`)
      if (isRetryScheduled) continue
      isRetryScheduled = true
      setTimeout(() => {
        isRetryScheduled = false
        start()
      }, retryDelayMs).unref()
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
