// Collects the links of a search: one row per share, updated as more sources return it.
import type { CloudType, LinkItem, MergedByType } from '../../../src/contract/search.ts'
import { cloudOrder } from './cloud-names.ts'
import type { Row } from './row.ts'

/** Data of a `links` event. */
export interface LinksEvent {
  readonly merged_by_type: MergedByType
  /** URLs that are now listed under another URL. */
  readonly replaced?: readonly string[] | undefined
  /** Whether the links come from the archive. */
  readonly archive?: true | undefined
}

export interface LinkCollector {
  /** Starts a new request: rows that are not received again until `finish` are removed. */
  begin(): void
  add(links: LinksEvent): void
  /** Ends the request and removes rows that were not received again. */
  finish(): void
  rows(): Row[]
}

/** Creates an empty collector. */
export function createLinkCollector(): LinkCollector {
  const rows = new Map<string, Row>()
  let unconfirmed = new Set<string>()

  function dropReplaced(addresses: readonly string[], received: ReadonlySet<string>): void {
    const gone = new Set(addresses)
    for (const [key, { url }] of rows) if (gone.has(url) && !received.has(key)) rows.delete(key)
  }

  return {
    begin() {
      unconfirmed = new Set(rows.keys())
    },
    add({ merged_by_type: merged, replaced = [], archive = false }) {
      const received = cloudOrder.flatMap((type) => (merged[type] ?? []).map((item) => toRow(type, item, archive)))
      // A link that a source returned stays marked as such when the archive returns it too.
      const isFromSource = ({ key }: Row) => rows.get(key)?.isFromArchive === false && !unconfirmed.has(key)
      const updates = received.map((row) => (isFromSource(row) ? { ...row, isFromArchive: false } : row))
      for (const row of updates) rows.set(row.key, row)
      const keys = new Set(updates.map(({ key }) => key))
      unconfirmed = unconfirmed.difference(keys)
      if (replaced.length > 0) dropReplaced(replaced, keys)
    },
    finish() {
      for (const key of unconfirmed) rows.delete(key)
      unconfirmed = new Set()
    },
    rows: () => [...rows.values()],
  }
}

/** Parses a time; the API uses the year 1 for unknown times. */
function parseTime(datetime: string): number | undefined {
  const at = Date.parse(datetime)
  return datetime.startsWith('0001-') || Number.isNaN(at) ? undefined : at
}

function toRow(type: CloudType, item: LinkItem, isFromArchive: boolean): Row {
  return {
    // Older servers send no `key`; identify a share by type and URL.
    key: item.key ?? `${type}:${item.url}`,
    type,
    url: item.url,
    password: item.password,
    title: item.note,
    at: parseTime(item.datetime),
    sources: item.sources ?? [item.source],
    relevance: item.relevance ?? 'title',
    images: item.images,
    health: item.health,
    isFromArchive,
  }
}
