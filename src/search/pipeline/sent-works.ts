// Tracks the works that a stream has sent, and finds what is new or has changed.
import { isDeepStrictEqual } from 'node:util'
import type { StreamWorks } from '../../contract/search-events.ts'
import type { WorkChange } from '../../contract/works.ts'
import { modeOf } from '../works/grouped-title.ts'
import type { Merger } from './merge.ts'
import type { SentLinks } from './sent-links.ts'
import type { Details } from './to-contract.ts'
import { imagesOf, toWorkFields, toWorkLink, type WorkContext, type WorkFields } from './to-works.ts'
import { byWorkOrder, type RankedWork, rankWork } from './work-order.ts'

interface SentWork {
  readonly fields: WorkFields
  readonly ranked: RankedWork
  readonly order: readonly number[]
}

/** The keys of the works that links had before; undefined for new links. */
type FormerWorks = ReadonlyMap<string, string | undefined>

/** The subject of an event. */
interface Touched {
  /** The shares that were added or have another work. */
  readonly shares: ReadonlySet<string>
  /** Works that had a link which stands in another work now. */
  readonly reduced: ReadonlySet<string | undefined>
}

/** Creates the record with nothing sent; `sentLinks` holds the links that were sent. */
export function createSentWorks(context: WorkContext, sentLinks: SentLinks, details: Details) {
  const { index } = context
  const sent = createSender(context, sentLinks, details)
  return {
    /**
     * The news about the works of these shares; undefined if nothing is. `former` has the former works of links that have another now.
     * The last event has the order of all works and the images of links, which no other has: they are long, and change often.
     */
    changes(
      keys: Iterable<string>,
      former: FormerWorks,
      merger: Pick<Merger, 'entries'>,
      isLast: boolean,
    ): StreamWorks | undefined {
      const moved = endedWorks(former, index).filter(([key]) => sent.delete(key))
      const shares = new Set([...keys, ...former.keys()])
      const reduced = new Set([...former.values()].filter((key) => key !== undefined && sent.has(key)))
      const current = [...shares].map((share) => index.workOf(share))
      const ranked = rankWorks(new Set([...current, ...reduced]), context, merger)
      const known = ranked.flatMap(({ links }) => links.filter((entry) => shares.has(entry.share.key)))
      const earlier = known.filter((entry) => !sentLinks.isWhole(entry))
      const works = [
        ...ranked.flatMap((work) => sent.send(work, { shares, reduced })),
        ...(isLast ? sent.images() : []),
      ]
      const changed = [...sentLinks.changes(earlier), ...(isLast ? sentLinks.withheldImages() : [])]
      const order = isLast ? sent.order() : []
      if (works.length + changed.length + moved.length + order.length === 0) return undefined
      return {
        works,
        ...(changed.length > 0 && { changed }),
        ...(moved.length > 0 && { moved: Object.fromEntries(moved) }),
        ...(isLast && { order }),
      }
    },
  }
}

function createSender(context: WorkContext, sentLinks: SentLinks, details: Details) {
  const sent = new Map<string, SentWork>()

  /** The order of links, as this event changes it; nothing if it does not. */
  function orderChange({ key, links }: RankedWork, order: number[], { shares, reduced }: Touched) {
    const before = sent.get(key)?.order
    if (before === undefined || reduced.has(key)) return { order }
    const touched = links.filter(({ share }) => shares.has(share.key)).map(sentLinks.idOf)
    return changedOrder(before, order, new Set(touched))
  }

  return {
    has: (key: string) => sent.has(key),
    delete: (key: string) => sent.delete(key),
    /** Marks a work as sent, and its links that are sent whole. Returns the change if there is one. */
    send(ranked: RankedWork, touched: Touched): WorkChange[] {
      const before = sent.get(ranked.key)
      const whole = before ? ranked.links.filter(sentLinks.isWhole) : ranked.links
      sentLinks.add(whole)
      const fields = withStableImages(toWorkFields(ranked, context), before?.fields)
      const order = ranked.links.map(sentLinks.idOf)
      const links = whole.map((entry) => toWorkLink(entry, details))
      const news = {
        ...(before ? changedFields(before.fields, fields) : fields),
        ...orderChange(ranked, order, touched),
        ...(links.length > 0 && { links }),
      }
      sent.set(ranked.key, { fields, ranked, order })
      return Object.keys(news).length > 0 ? [{ ...news, key: ranked.key }] : []
    },
    /** The images of works that have others than were sent. */
    images: (): WorkChange[] =>
      [...sent].flatMap(([key, { fields, ranked }]) => {
        const images = imagesOf(ranked)
        return images[0] === fields.images[0] ? [] : [{ key, images }]
      }),
    /** The keys of all works, best first. */
    order: () =>
      [...sent.values()]
        .map(({ ranked }) => ranked)
        .sort(byWorkOrder)
        .map(({ key }) => key),
  }
}

/** How the order differs from the one before: the positions of touched links, or the whole order if that is shorter or others have moved. */
function changedOrder(before: readonly number[], order: number[], touched: ReadonlySet<number>) {
  if (isDeepStrictEqual(before, order)) return {}
  const positions = order.flatMap((id, at): [number, number][] => (touched.has(id) ? [[id, at]] : []))
  const isUntouched = (id: number) => !touched.has(id)
  const isShorter = 2 * positions.length < order.length
  return isShorter && isDeepStrictEqual(before.filter(isUntouched), order.filter(isUntouched))
    ? { positions }
    : { order }
}

/** Works that have no links any more, and the key by which their links go on, or null. */
function endedWorks(former: FormerWorks, index: WorkContext['index']): [string, string | null][] {
  const current = index.sharesByWork()
  const byWork = Map.groupBy(former.keys(), (share) => former.get(share))
  return [...byWork].flatMap(([key, shares]) => {
    if (key === undefined || current.has(key)) return []
    return [[key, modeOf(shares.flatMap((share) => index.workOf(share) ?? [])) ?? null]]
  })
}

/** Addresses of images are long, and the best link changes often: until the end the first ones stay. */
function withStableImages(fields: WorkFields, before: WorkFields | undefined): WorkFields {
  return before && before.images.length > 0 ? { ...fields, images: before.images } : fields
}

function rankWorks(keys: ReadonlySet<string | undefined>, context: WorkContext, merger: Pick<Merger, 'entries'>) {
  const shares = context.index.sharesByWork()
  const ranked = [...keys].flatMap((key) => {
    const entries = key === undefined ? [] : merger.entries(shares.get(key) ?? [])
    return key === undefined || entries.length === 0 ? [] : [rankWork(key, entries, context)]
  })
  return ranked.sort(byWorkOrder)
}

function changedFields(before: WorkFields, current: WorkFields): Partial<WorkFields> {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(current).filter(([name, value]) => !isDeepStrictEqual(value, former.get(name))),
  )
}
