// Takes out of the archive what is banned, whenever more is.
import type { Bans } from '../../bans/bans.ts'
import type { Logger } from '../../log.ts'
import type { ArchiveShelf, KeptSighting } from './sighting.ts'

/** Going through the archive for what is banned. */
export interface BanSweep {
  /** Resolves once nothing of it runs any more. Never rejects. */
  idle(): Promise<void>
}

interface BanSweepParts {
  readonly shelf: Pick<ArchiveShelf, 'stretch' | 'remove'>
  readonly bans: Bans
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** Begins to go through the archive if anything is banned, and goes through it again after each change that bans more. Nobody waits for it. */
export function createBanSweep(parts: BanSweepParts): BanSweep {
  const { bans, log } = parts
  let running: Promise<void> | undefined
  let isWanted = false

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await sweep(parts, () => isWanted)
    }
  }

  function begin(): void {
    isWanted = true
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'the archive could not be searched for what is banned'))
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

/** Goes through the whole archive once; ends early when it `isOutdated`. */
async function sweep({ shelf, bans, log }: BanSweepParts, isOutdated: () => boolean): Promise<void> {
  let count = 0
  for (let from: number | undefined = 0; from !== undefined && !isOutdated(); ) {
    const { sightings, next }: Awaited<ReturnType<ArchiveShelf['stretch']>> = await shelf.stretch(from)
    const banned = sightings.filter((sighting) => isBanned(sighting, bans))
    if (banned.length > 0 && !(await shelf.remove(banned))) {
      log.warn('what is banned could not be taken out of the archive; it is not shown, and the next start tries again')
      return
    }
    count += banned.length
    from = next
  }
  if (count > 0) log.info(`${count} entries of the archive were banned and are gone`)
}

function isBanned({ key, url, source, title, heading }: KeptSighting, bans: Bans): boolean {
  return (
    bans.isShareBanned(key) ||
    bans.isHostBanned(url) ||
    (source.startsWith('tg:') && bans.isChannelBanned(source.slice('tg:'.length))) ||
    bans.hasBannedWord(`${title}\n${heading}`)
  )
}
