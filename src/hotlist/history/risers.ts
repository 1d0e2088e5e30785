// The items that gained the most ranks within a window, over all lists.
import type { z } from 'zod'
import { ageMs } from '../../async/ages.ts'
import type { Bans } from '../../bans/ban-list.ts'
import type { Riser, risersRequest } from '../../contract/hotlist-history.ts'
import { timeWindows } from '../../contract/time-windows.ts'
import { listFields } from '../find-items.ts'
import type { ListAnswer, Lists } from '../lists.ts'
import { toItems } from '../to-contract.ts'
import type { HistoryReader } from './list-history.ts'

interface RisersDeps {
  readonly lists: Pick<Lists, 'find' | 'known'>
  readonly bans: Pick<Bans, 'version'>
  readonly reader: Pick<HistoryReader, 'listsSince' | 'listAt'>
  readonly epochMs: () => number
}

/** Comparing all lists takes up to a second of the database thread, so the result is kept this long. */
const keptMs = 60_000

interface KeptRisers {
  readonly at: number
  readonly bansVersion: number
  readonly found: Promise<readonly Riser[]>
}

export type Risers = ReturnType<typeof createRisers>

export function createRisers({ lists, reader, bans, epochMs }: RisersDeps) {
  const kept = new Map<number, KeptRisers>()

  async function find(windowMs: number): Promise<readonly Riser[]> {
    const from = epochMs() - windowMs
    const found: Riser[] = []
    for (const id of await reader.listsSince(from)) {
      const list = lists.find(id)
      // The top of the others is what is newest.
      if (list?.id !== id || !list.isEnabled || list.type !== 'hottest') continue
      const now = await lists.known(list)
      if (now?.at && now.at.getTime() >= from) found.push(...risersOf(now, now.at, await reader.listAt(id, from)))
    }
    return found.sort((one, other) => other.gained - one.gained || one.item.rank - other.item.rank)
  }

  function findOnce(windowMs: number): Promise<readonly Riser[]> {
    const last = kept.get(windowMs)
    // Items that are banned now must not be shown again.
    if (last && ageMs(epochMs(), last.at) < keptMs && last.bansVersion === bans.version()) return last.found
    const found = find(windowMs)
    kept.set(windowMs, { at: epochMs(), bansVersion: bans.version(), found })
    found.catch(() => kept.delete(windowMs))
    return found
  }

  /** The fastest risers. @throws RequestError 503 when no history is kept, or it cannot be read now. */
  return async ({ window, limit }: z.output<typeof risersRequest>) => {
    const seconds = timeWindows[window]
    const found = await findOnce(seconds * 1000)
    const risers = found.slice(0, limit)
    return { window: seconds, risers, count: risers.length, total: found.length }
  }
}

function risersOf(
  { list, items, isStale }: ListAnswer,
  at: Date,
  before: Awaited<ReturnType<HistoryReader['listAt']>>,
): Riser[] {
  if (before.at >= at.getTime()) return []
  const ranks = new Map(before.items.map(({ id }, index) => [id, index + 1]))
  const shared = { ...listFields(list), updatedAt: at.getTime(), stale: isStale, since: before.at }
  return toItems(items).flatMap((item) => {
    const rank = ranks.get(item.id) ?? null
    const gained = (rank ?? before.items.length + 1) - item.rank
    return gained > 0 ? [{ ...shared, item, before: rank, gained }] : []
  })
}
