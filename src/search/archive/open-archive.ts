// The archive of links as the service uses it, where there is one.
import type { Bans } from '../../bans/bans.ts'
import type { Logger } from '../../log.ts'
import type { Metrics } from '../../metrics.ts'
import { createArchive } from './archive.ts'
import { createBanSweep } from './ban-sweep.ts'
import { createDailyLimit } from './daily-limit.ts'
import type { ArchiveShelf, KnownHealth } from './sighting.ts'

export interface ArchiveParts {
  /** Absent where none is kept. */
  readonly shelf: ArchiveShelf | undefined
  readonly bans: Bans
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** So much of what was found of shares before is known again after a start. */
const mostKnown = 100_000

/** Makes it over its shelf, without what is banned; gives it with what is known of the health of shares, and what keeps more of that. */
export async function openArchive({ shelf, bans, metrics, log, now }: ArchiveParts) {
  if (!shelf) return { archive: undefined, found: new Map<string, KnownHealth>(), onNote: undefined }
  createBanSweep({ shelf, bans, log })
  const help = 'Shares in the archive.'
  metrics.gauge({ name: 'trawl_archive_shares', help }, () => shelf.size().shares)
  const limit = createDailyLimit({ maxBytes: shelf.size().maxBytes, now, log })
  const refused =
    'Links not kept in the archive since the start, because their source has given as many as it may in a day.'
  metrics.gauge({ name: 'trawl_archive_refused_links', help: refused }, limit.refused)
  return {
    archive: createArchive({ shelf, bans, limit, now }),
    found: await shelf.health(mostKnown),
    onNote: (key: string, health: KnownHealth) => shelf.noteHealth(new Map([[key, health]])),
  }
}
