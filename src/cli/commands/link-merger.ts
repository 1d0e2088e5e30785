// Merges the links of a search from its events, in the order of the service.
import type { CloudType, SearchEvent } from '../../../client/client.ts'

/** Display order. Not imported from the contract, whose schemas take longer to load than the rest of the command; a test compares them. */
export const cloudOrder: readonly CloudType[] = [
  'baidu',
  'aliyun',
  'quark',
  'guangya',
  'tianyi',
  'uc',
  'mobile',
  '115',
  'pikpak',
  'xunlei',
  '123',
  'magnet',
  'ed2k',
  'others',
]

/** The data of a `links` event. */
type LinksEventData = Extract<SearchEvent, { event: 'links' }>['data']
type EventLink = NonNullable<LinksEventData['merged_by_type'][CloudType]>[number]

/** A link with what is known about it so far. */
export interface CollectedLink {
  readonly key: string
  readonly type: CloudType
  readonly url: string
  /** The access code; empty if unknown. */
  readonly password: string
  readonly title: string
  /** Epoch milliseconds; undefined if unknown. */
  readonly at: number | undefined
  readonly sources: readonly string[]
  readonly relevance: 'title' | 'text'
  readonly health: EventLink['health']
  /** True when the link comes only from the archive, not from a source in this search. */
  readonly isFromArchive: boolean
}

/** The links of one search. */
export interface LinkMerger {
  add(data: LinksEventData): void
  count(): number
  /** Links by cloud, the best first; clouds without links are left out. */
  groups(): (readonly [CloudType, readonly CollectedLink[]])[]
}

/** Creates an empty collection; with `areDeadLast` dead links come last. */
export function createLinkMerger({ isSinking }: { readonly isSinking: boolean }): LinkMerger {
  const links = new Map<string, CollectedLink>()

  function dropReplaced(addresses: readonly string[], receivedKeys: ReadonlySet<string>): void {
    const replacedUrls = new Set(addresses)
    for (const [key, { url }] of links) if (replacedUrls.has(url) && !receivedKeys.has(key)) links.delete(key)
  }

  return {
    add({ merged_by_type: merged, replaced = [], archive = false }) {
      const received = cloudOrder.flatMap((type) => (merged[type] ?? []).map((item) => linkOf(type, item, archive)))
      for (const link of received) links.set(link.key, link)
      if (replaced.length > 0) dropReplaced(replaced, new Set(received.map(({ key }) => key)))
    },
    count: () => links.size,
    groups() {
      const byCloud = Map.groupBy(links.values(), ({ type }) => type)
      return cloudOrder.flatMap((cloud) => {
        const group = byCloud.get(cloud)
        return group ? [[cloud, group.toSorted(createLinkOrder(isSinking))]] : []
      })
    },
  }
}

function linkOf(type: CloudType, item: EventLink, isFromArchive: boolean): CollectedLink {
  const at = Date.parse(item.datetime)
  return {
    // Older servers send no `key`; identify a share by type and URL.
    key: item.key ?? `${type}:${item.url}`,
    type,
    url: item.url,
    password: item.password,
    title: item.note,
    // The contract encodes an unknown date as year 1.
    at: item.datetime.startsWith('0001-') || Number.isNaN(at) ? undefined : at,
    sources: item.sources ?? [item.source],
    relevance: item.relevance ?? 'title',
    health: item.health,
    isFromArchive,
  }
}

const dayMs = 86_400_000
const healthRank = { ok: 1, unknown: 0, locked: 0, bad: -1 } as const
const relevanceRank = { title: 1, text: 0 } as const

/** The order that the contract prescribes. It is total, so equal links always sort the same. */
function createLinkOrder(isSinking: boolean): (a: CollectedLink, b: CollectedLink) => number {
  const sunk = ({ health }: CollectedLink) => Number(isSinking && health?.state === 'bad')
  const sound = ({ health }: CollectedLink) => (isSinking ? healthRank[health?.state ?? 'unknown'] : 0)
  return (a, b) =>
    sunk(a) - sunk(b) ||
    relevanceRank[b.relevance] - relevanceRank[a.relevance] ||
    compareLater(dayOf(a), dayOf(b)) ||
    b.sources.length - a.sources.length ||
    sound(b) - sound(a) ||
    compareLater(a.at ?? 0, b.at ?? 0) ||
    compare(a.key, b.key)
}

/** Whole days, so that within a day the number of sources decides; unknown dates come last. */
function dayOf({ at }: CollectedLink): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Math.floor(at / dayMs)
}

/** Sorts later dates first; two unknown dates are equal. */
function compareLater(a: number, b: number): number {
  return a === b ? 0 : b - a
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
