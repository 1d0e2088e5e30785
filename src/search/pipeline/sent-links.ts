// Tracks the links that a stream has sent, and finds what has changed about them.
import { isDeepStrictEqual } from 'node:util'
import type { CloudType } from '../../contract/cloud-types.ts'
import type { LinkItem } from '../../contract/links.ts'
import type { LinkChange } from '../../contract/search-events.ts'
import type { MergedLink } from './merge.ts'
import { type Details, printedUrl, toLinkItem } from './to-contract.ts'

interface SentLink {
  readonly id: number
  readonly type: CloudType
  readonly item: LinkItem
  readonly isReturned: boolean
}

type ChangedFields = Omit<LinkChange, 'ids'>

export type SentLinks = ReturnType<typeof createSentLinks>

/** Creates the record with nothing sent; `returnedKeys` holds the keys that a source returned, not just the archive. */
export function createSentLinks(details: Details | undefined, returnedKeys: ReadonlySet<string>) {
  const sent = new Map<string, SentLink>()
  const idOf = ({ share }: MergedLink) => sent.get(share.key)?.id ?? sent.size
  // Images are sent as a change: they are most of a link, and the links of a post share them.
  const streamDetails: Details | undefined =
    details && ((entry) => ({ ...details(entry), id: idOf(entry), images: [] }))

  function record(entry: MergedLink, item: LinkItem): void {
    const { key, type } = entry.share
    sent.set(key, { id: idOf(entry), type, item, isReturned: returnedKeys.has(key) })
  }

  /** What has changed since the link was sent, which is then sent; images only if `hasImages`. */
  function update(entry: MergedLink, hasImages: boolean) {
    const before = sent.get(entry.share.key)
    if (!before) return []
    const current = toLinkItem(entry, details)
    const item = hasImages ? current : { ...current, images: before.item.images }
    record(entry, item)
    const confirmed = !before.isReturned && returnedKeys.has(entry.share.key) ? { archive: false as const } : {}
    const fields = { ...changedFields(before.item, item), ...confirmed }
    return Object.keys(fields).length === 0 ? [] : [{ id: before.id, fields }]
  }

  return {
    /** The number of a link, by which later events name it. */
    idOf,
    keys: (): ReadonlySet<string> => new Set(sent.keys()),
    /** `details` as sent in a stream, for links that were added. */
    streamDetails,
    /** Whether a link is sent whole: the first time, with another address, access code or cloud, and without a source it had. */
    isWhole(entry: MergedLink): boolean {
      const before = sent.get(entry.share.key)
      if (!before) return true
      const { url, password, sources = [] } = before.item
      const isSame = before.type === entry.share.type && url === printedUrl(entry) && password === entry.password
      return !isSame || !sources.every((source) => entry.sources.includes(source))
    },
    /** Marks entries as sent whole and returns the URLs that they were sent with before. */
    add(entries: readonly MergedLink[]): string[] {
      const replaced = entries.flatMap(({ share }) => sent.get(share.key)?.item.url ?? [])
      for (const entry of entries) record(entry, toLinkItem(entry, streamDetails))
      return replaced
    },
    /** Marks the changes of sent entries as sent and returns them, equal ones as one; images of those in `hasImages` only. */
    changes(entries: readonly MergedLink[], hasImages: (entry: MergedLink) => boolean): LinkChange[] {
      const updates = entries.flatMap((entry) => update(entry, hasImages(entry)))
      const equal = Map.groupBy(updates, ({ fields }) => JSON.stringify(fields))
      return [...equal.values()].map((group) => ({ ids: group.map(({ id }) => id), ...group[0]?.fields }))
    },
  }
}

function changedFields(before: LinkItem, after: LinkItem): ChangedFields {
  const { source, note, datetime, relevance, images, work, attributes } = after
  const sources = after.sources?.filter((name) => !before.sources?.includes(name)) ?? []
  return {
    ...(sources.length > 0 && { sources }),
    ...(source !== before.source && { source }),
    ...(note !== before.note && { note }),
    ...(datetime !== before.datetime && { datetime }),
    ...(relevance !== before.relevance && { relevance }),
    ...(work !== before.work && { work }),
    ...(!isDeepStrictEqual(attributes, before.attributes) && { attributes }),
    ...(!isDeepStrictEqual(images, before.images) && { images }),
  }
}
