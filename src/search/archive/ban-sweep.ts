// Removes banned links from the archive after each change that adds bans.
import type { Bans } from '../../bans/bans.ts'
import type { Logger } from '../../log.ts'
import { isLinkBanned } from '../banned.ts'
import type { ArchiveShelf } from './sighting.ts'

/** Removal of banned links from the archive. */
export interface BanSweep {
  /** Resolves when no run is in progress; a failed run is retried after a minute. Never rejects. */
  idle(): Promise<void>
}

interface BanSweepParts {
  readonly shelf: Pick<ArchiveShelf, 'forgetWaiting' | 'stretch' | 'remove'>
  readonly bans: Bans
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const againMs = 60_000

/** Scans the archive in the background if there are bans, and again after each change that adds bans. */
export function createBanSweep(parts: BanSweepParts): BanSweep {
  const { bans, log } = parts
  let running: Promise<void> | undefined
  let isWanted = false
  let isWaiting = false
  let trouble: string | undefined

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      const before = trouble
      trouble = await sweep(parts, () => isWanted)
      if (trouble === undefined) continue
      // Logged once, not every minute.
      if (trouble !== before) log.warn(`${trouble}; banned links are not shown; retrying every minute`)
      if (!isWaiting) setTimeout(tryAgain, againMs).unref()
      isWaiting = true
    }
  }

  function tryAgain(): void {
    isWaiting = false
    begin()
  }

  function begin(): void {
    isWanted = true
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'removing banned links from the archive failed'))
      .finally(() => {
        running = undefined
      })
  }

  bans.onChange(async (isMore) => {
    if (isMore) begin()
  })
  if (!bans.isEmpty()) begin()
  return { idle: async () => running }
}

/** Scans the whole archive once; stops early if `isOutdated`. Resolves to an error message, if any. */
async function sweep({ shelf, bans, log }: BanSweepParts, isOutdated: () => boolean): Promise<string | undefined> {
  shelf.forgetWaiting((sighting) => isLinkBanned(sighting, bans))
  let count = 0
  for (let from: number | undefined = 0; from !== undefined && !isOutdated(); ) {
    const stretch: Awaited<ReturnType<ArchiveShelf['stretch']>> = await shelf.stretch(from)
    if (stretch === undefined) return 'the archive could not be scanned for banned links'
    const banned = stretch.sightings.filter((sighting) => isLinkBanned(sighting, bans))
    if (banned.length > 0 && !(await shelf.remove(banned))) return 'banned links could not be removed from the archive'
    count += banned.length
    from = stretch.next
  }
  if (count > 0) log.info(`removed ${count} banned entries from the archive`)
  return undefined
}
