// The posts of sources in the last 30 days, as far as the archive has them.
import { ageMs } from '../../async/ages.ts'
import type { WorkKind } from '../../contract/works.ts'
import type { ArchiveStorage, SourceYield } from '../../store/archive/types.ts'
import { kindsByGroup } from '../works/describe-work.ts'

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
