// Collects the links of a streamed search: one entry per share, updated as more sources return it.
import type { CloudType, LinkItem } from './types.ts'

/** All clouds, in the order of the service; a test compares them with the contract. */
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

/** A link of an event. Optional fields are missing without `ext.details`. */
interface EventLink extends Pick<LinkItem, 'url' | 'password' | 'note' | 'datetime' | 'source'> {
  readonly images?: readonly string[] | undefined
  readonly key?: string | undefined
  readonly sources?: readonly string[] | undefined
  readonly relevance?: LinkItem['relevance'] | undefined
  readonly health?: LinkItem['health'] | undefined
}

/** Data of a `links` event. */
interface LinksEvent {
  readonly merged_by_type: { readonly [Cloud in CloudType]?: readonly EventLink[] | undefined }
  /** URLs that are now listed under another URL. */
  readonly replaced?: readonly string[] | undefined
  /** Whether the links come from the archive. */
  readonly archive?: boolean | undefined
}

/** A share with what is known about it so far. */
export interface CollectedLink {
  /** Equal for all URLs of a share. */
  readonly key: string
  readonly type: CloudType
  readonly url: string
  /** The access code; empty if there is none. */
  readonly password: string
  readonly title: string
  /** Epoch milliseconds; undefined if unknown. */
  readonly at: number | undefined
  /** `tg:name`, `plugin:name`: that of the oldest post, then the others by name. */
  readonly sources: readonly string[]
  readonly relevance: 'title' | 'text'
  readonly images: readonly string[]
  readonly health?: LinkItem['health'] | undefined
  /** Known from the archive only: no source returned it in this search. */
  readonly isFromArchive: boolean
}

export type LinkCollector = ReturnType<typeof createLinkCollector>

/** Creates an empty collector. */
export function createLinkCollector() {
  const links = new Map<string, CollectedLink>()
  let unconfirmed = new Set<string>()

  function dropReplaced(urls: readonly string[], received: ReadonlySet<string>): void {
    const replaced = new Set(urls)
    for (const [key, { url }] of links) if (replaced.has(url) && !received.has(key)) links.delete(key)
  }

  /** Returns the key of the link. */
  function addLink(link: CollectedLink): string {
    const { key } = link
    // A link that a source returned stays marked as such when the archive returns it too.
    const isFromSource = links.get(key)?.isFromArchive === false && !unconfirmed.has(key)
    links.set(key, isFromSource ? { ...link, isFromArchive: false } : link)
    return key
  }

  return {
    /** Starts another request of the same search: links that are not received again until `finish` are removed. */
    begin(): void {
      unconfirmed = new Set(links.keys())
    },
    add({ merged_by_type: merged, replaced = [], archive = false }: LinksEvent): void {
      const received = new Set<string>()
      for (const [type, item] of linksOf(merged)) received.add(addLink(toLink(type, item, archive)))
      for (const key of received) unconfirmed.delete(key)
      if (replaced.length > 0) dropReplaced(replaced, received)
    },
    /** Ends the request and removes links that were not received again. */
    finish(): void {
      for (const key of unconfirmed) links.delete(key)
      unconfirmed = new Set()
    },
    count: () => links.size,
    /** All links so far, unordered: see `createLinkOrder`. */
    links: (): CollectedLink[] => [...links.values()],
  }
}

function linksOf(merged: LinksEvent['merged_by_type']) {
  return cloudOrder.flatMap((type) => (merged[type] ?? []).map((item) => [type, item] as const))
}

/** Epoch milliseconds; undefined if unknown, which the API encodes as year 1. */
function parseTime(datetime: string): number | undefined {
  const at = Date.parse(datetime)
  return datetime.startsWith('0001-') || Number.isNaN(at) ? undefined : at
}

/** A link as it is collected. */
export function toLink(type: CloudType, item: EventLink, isFromArchive: boolean): CollectedLink {
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
    images: item.images ?? [],
    health: item.health,
    isFromArchive,
  }
}
