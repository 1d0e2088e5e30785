// Tracks the links that a stream has sent, and finds what has changed about them.
import { isDeepStrictEqual } from 'node:util'
import type { LinkChange } from '../../contract/search-events.ts'
import type { WorkAttributes } from '../../contract/work-attributes.ts'
import type { MergedLink } from './merge.ts'
import { type Details, printedUrl, time } from './to-contract.ts'
import type { WorkIndex } from './work-index.ts'

interface SentLink {
  readonly id: number
  readonly entry: MergedLink
  readonly url: string
  readonly work: string | undefined
  readonly attributes: WorkAttributes | undefined
  /** Those that were sent; the entry may have others. */
  readonly images: readonly string[]
  readonly isReturned: boolean
}

type ChangedFields = Omit<LinkChange, 'ids'>

/** The details of links that do not come from sources. */
interface LinkWorks extends Pick<WorkIndex, 'workOf' | 'attributesOf'> {
  readonly details: Details
}

export type SentLinks = ReturnType<typeof createSentLinks>

/** Creates the record with nothing sent; `returnedKeys` holds the keys that a source returned, not just the archive. */
export function createSentLinks(works: LinkWorks | undefined, returnedKeys: ReadonlySet<string>) {
  const sent = new Map<string, SentLink>()
  const idOf = ({ share }: MergedLink) => sent.get(share.key)?.id ?? sent.size
  // Images are sent as a change: they are most of a link, and the links of a post share them.
  const streamDetails: Details | undefined =
    works && ((entry) => ({ ...works.details(entry), id: idOf(entry), images: [] }))

  function record(entry: MergedLink, images: readonly string[]): SentLink {
    const { key } = entry.share
    const found = { work: works?.workOf(key), attributes: works?.attributesOf(entry) }
    const link = { id: idOf(entry), entry, url: printedUrl(entry), images, isReturned: returnedKeys.has(key), ...found }
    sent.set(key, link)
    return link
  }

  /** The changes since the link was sent, which are then sent, except images. */
  function update(entry: MergedLink) {
    const before = sent.get(entry.share.key)
    if (!before) return []
    const fields = changedFields(before, record(entry, before.images))
    return Object.keys(fields).length === 0 ? [] : [{ id: before.id, fields }]
  }

  function imageChanges(links: Iterable<SentLink>): LinkChange[] {
    const changed = [...links].filter(({ images, entry }) => !isDeepStrictEqual(images, entry.images))
    for (const { entry } of changed) record(entry, entry.images)
    const equal = Map.groupBy(changed, ({ entry }) => entry.images.join(' '))
    return [...equal.values()].map((group) => ({ ids: idsOf(group), images: [...(group[0]?.entry.images ?? [])] }))
  }

  return {
    /** The number of a link, by which later events name it. */
    idOf,
    keys: (): ReadonlySet<string> => new Set(sent.keys()),
    /** `works.details` as sent in a stream, for links that were added. */
    streamDetails,
    /** Whether a link is sent whole: the first time, with another address, access code or cloud, and without a source it had. */
    isWhole(entry: MergedLink): boolean {
      const before = sent.get(entry.share.key)
      if (!before) return true
      const { url, entry: former } = before
      const isSame = url === printedUrl(entry) && former.password === entry.password
      if (!isSame || former.share.type !== entry.share.type) return true
      return !former.sources.every((source) => entry.sources.includes(source))
    },
    /** Marks entries as sent whole, without images if they are sent as a change, and returns the URLs that they were sent with before. */
    add(entries: readonly MergedLink[]): string[] {
      const replaced = entries.flatMap(({ share }) => sent.get(share.key)?.url ?? [])
      for (const entry of entries) record(entry, streamDetails ? [] : entry.images)
      return replaced
    },
    /** Marks the changes of sent entries as sent and returns them, equal ones as one; without images. */
    changes(entries: readonly MergedLink[]): LinkChange[] {
      const equal = Map.groupBy(entries.flatMap(update), ({ fields }) => JSON.stringify(fields))
      return [...equal.values()].map((group) => ({ ids: idsOf(group), ...group[0]?.fields }))
    },
    /** The same of images: those of these entries, or all that were not sent. */
    images: (entries: readonly MergedLink[]) => imageChanges(entries.flatMap(({ share }) => sent.get(share.key) ?? [])),
    withheldImages: () => imageChanges(sent.values()),
  }
}

function idsOf(links: readonly Pick<SentLink, 'id'>[]): number[] {
  return links.map(({ id }) => id)
}

function changedFields(before: SentLink, after: SentLink): ChangedFields {
  const { entry, work, attributes } = after
  const { entry: former } = before
  const sources = entry.sources.filter((name) => !former.sources.includes(name))
  const [source = ''] = entry.sources
  return {
    ...(sources.length > 0 && { sources }),
    ...(source !== former.sources[0] && { source }),
    ...(entry.title !== former.title && { note: entry.title }),
    ...(entry.at !== former.at && { datetime: time(entry.at) }),
    ...(entry.relevance !== former.relevance && { relevance: entry.relevance }),
    ...(work !== before.work && { work }),
    ...(!isDeepStrictEqual(attributes, before.attributes) && { attributes }),
    ...(after.isReturned && !before.isReturned && { archive: false as const }),
  }
}
