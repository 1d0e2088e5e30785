// The links of a search as they come together: one row a share, known better with each source that has it.
import type { CloudType, LinkItem, MergedByType } from '../../../src/contract/search.ts'
import { cloudOrder } from './cloud-names.ts'
import type { Row } from './row.ts'

/** What an event of links says. */
export interface CameLinks {
  readonly merged_by_type: MergedByType
  /** Addresses that fell away: their shares are told with others. */
  readonly replaced?: readonly string[] | undefined
  /** They come from the archive. */
  readonly archive?: true | undefined
}

/** The rows of one search. */
export interface Gathered {
  /** The search is asked anew: what is not told again by its end is gone. */
  begin(): void
  add(links: CameLinks): void
  /** All has been told. */
  finish(): void
  rows(): Row[]
}

/** Makes it, empty. */
export function createGathered(): Gathered {
  const rows = new Map<string, Row>()
  let untold = new Set<string>()

  function fallAway(addresses: readonly string[], told: ReadonlySet<string>): void {
    const gone = new Set(addresses)
    for (const [key, { url }] of rows) if (gone.has(url) && !told.has(key)) rows.delete(key)
  }

  return {
    begin() {
      untold = new Set(rows.keys())
    },
    add({ merged_by_type: merged, replaced = [], archive = false }) {
      const told = cloudOrder.flatMap((type) => (merged[type] ?? []).map((item) => rowOf(type, item, archive)))
      // The archive may tell of a link that a source has given already: that it is remembered too is no news.
      const isGiven = ({ key }: Row) => rows.get(key)?.isRemembered === false && !untold.has(key)
      const came = told.map((row) => (isGiven(row) ? { ...row, isRemembered: false } : row))
      for (const row of came) rows.set(row.key, row)
      const keys = new Set(came.map(({ key }) => key))
      untold = untold.difference(keys)
      if (replaced.length > 0) fallAway(replaced, keys)
    },
    finish() {
      for (const key of untold) rows.delete(key)
      untold = new Set()
    },
    rows: () => [...rows.values()],
  }
}

/** The year 1 is how the contract says that nobody knows; what is no time at all says no more. */
function timeOf(datetime: string): number | undefined {
  const at = Date.parse(datetime)
  return datetime.startsWith('0001-') || Number.isNaN(at) ? undefined : at
}

function rowOf(type: CloudType, item: LinkItem, isRemembered: boolean): Row {
  return {
    // A service that tells no keys has one share under one address at least.
    key: item.key ?? `${type}:${item.url}`,
    type,
    url: item.url,
    password: item.password,
    title: item.note,
    at: timeOf(item.datetime),
    sources: item.sources ?? [item.source],
    relevance: item.relevance ?? 'title',
    images: item.images,
    health: item.health,
    isRemembered,
  }
}
