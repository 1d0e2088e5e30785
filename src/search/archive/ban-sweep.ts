// Takes out of the archive what is banned, whenever more is.
import type { Bans } from '../../bans/bans.ts'
import type { Logger } from '../../log.ts'
import { isLinkBanned } from '../banned.ts'
import type { ArchiveShelf } from './sighting.ts'

/** Going through the archive for what is banned. */
export interface BanSweep {
  /** Resolves once nothing of it runs any more; what failed is tried again a minute later. Never rejects. */
  idle(): Promise<void>
}

interface BanSweepParts {
  readonly shelf: Pick<ArchiveShelf, 'forgetWaiting' | 'stretch' | 'remove'>
  readonly bans: Bans
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const againMs = 60_000

/** Begins to go through the archive if anything is banned, and goes through it again after each change that bans more. Nobody waits for it. */
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
      // Said once, not every minute.
      if (trouble !== before) log.warn(`${trouble}; it is not shown, and this is tried again every minute`)
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

/** Goes through the whole archive once; ends early when it `isOutdated`. Resolves to what went wrong, if something did. */
async function sweep({ shelf, bans, log }: BanSweepParts, isOutdated: () => boolean): Promise<string | undefined> {
  shelf.forgetWaiting((sighting) => isLinkBanned(sighting, bans))
  let count = 0
  for (let from: number | undefined = 0; from !== undefined && !isOutdated(); ) {
    const stretch: Awaited<ReturnType<ArchiveShelf['stretch']>> = await shelf.stretch(from)
    if (stretch === undefined) return 'the archive could not be read for what is banned'
    const banned = stretch.sightings.filter((sighting) => isLinkBanned(sighting, bans))
    if (banned.length > 0 && !(await shelf.remove(banned)))
      return 'what is banned could not be taken out of the archive'
    count += banned.length
    from = stretch.next
  }
  if (count > 0) log.info(`${count} entries of the archive were banned and are gone`)
  return undefined
}
