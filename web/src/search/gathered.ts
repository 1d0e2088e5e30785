// Collects the links of a search: one row per share, updated as more sources return it.
import type { CloudType, LinkItem, MergedByType } from '../../../src/contract/search.ts'
import { cloudOrder } from './cloud-names.ts'
import type { Row } from './row.ts'

/** Data of a `links` event. */
export interface CameLinks {
  readonly merged_by_type: MergedByType
  /** URLs that are now listed under another URL. */
  readonly replaced?: readonly string[] | undefined
  /** Whether the links come from the archive. */
  readonly archive?: true | undefined
}

export interface Gathered {
  /** Starts a new request: rows that are not received again until `finish` are removed. */
  begin(): void
  add(links: CameLinks): void
  /** Ends the request and removes rows that were not received again. */
  finish(): void
  rows(): Row[]
}

/** Creates an empty collector. */
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
      // A link that a source returned stays marked as such when the archive returns it too.
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

/** Parses a time; the API uses the year 1 for unknown times. */
function timeOf(datetime: string): number | undefined {
  const at = Date.parse(datetime)
  return datetime.startsWith('0001-') || Number.isNaN(at) ? undefined : at
}

function rowOf(type: CloudType, item: LinkItem, isRemembered: boolean): Row {
  return {
    // Older servers send no `key`; identify a share by type and URL.
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
