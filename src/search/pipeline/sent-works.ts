// Tracks the works that a stream has sent, and finds what is new or has changed.
import { isDeepStrictEqual } from 'node:util'
import type { StreamWorks } from '../../contract/search-events.ts'
import type { WorkChange } from '../../contract/works.ts'
import { modeOf } from '../works/grouped-title.ts'
import type { MergedLink, Merger } from './merge.ts'
import type { SentLinks } from './sent-links.ts'
import type { Details } from './to-contract.ts'
import { toWorkFields, toWorkLink, type WorkContext, type WorkFields } from './to-works.ts'
import { byWorkOrder, type RankedWork, rankWork } from './work-order.ts'

interface SentWork extends WorkFields {
  readonly order: number[]
}

/** The keys of the works that links had before; undefined for new links. */
type FormerWorks = ReadonlyMap<string, string | undefined>

/** Creates the record with nothing sent; `sentLinks` holds the links that were sent. */
export function createSentWorks(context: WorkContext, sentLinks: SentLinks, details: Details) {
  const { index } = context
  const sent = new Map<string, SentWork>()

  /** Marks a work as sent. Returns its links that are sent whole, and the change if there is one. */
  function send(ranked: RankedWork, isLast: boolean): { whole: readonly MergedLink[]; change: WorkChange | undefined } {
    const before = sent.get(ranked.key)
    const whole = before ? ranked.links.filter(sentLinks.isWhole) : ranked.links
    sentLinks.add(whole)
    const fields = toWorkFields(ranked, context)
    const current = {
      ...withStableImages(fields, isLast ? undefined : before),
      order: ranked.links.map(sentLinks.idOf),
    }
    sent.set(ranked.key, current)
    const links = whole.map((entry) => toWorkLink(entry, details))
    const news = { ...(before ? changedFields(before, current) : current), ...(links.length > 0 && { links }) }
    return { whole, change: Object.keys(news).length > 0 ? { key: ranked.key, ...news } : undefined }
  }

  return {
    /**
     * What is new about the works of these shares; undefined if nothing is. `former` has the former works of links that have another now.
     * The last event has the order of all works.
     */
    changes(
      shares: Iterable<string>,
      former: FormerWorks,
      merger: Pick<Merger, 'entries'>,
      isLast: boolean,
    ): StreamWorks | undefined {
      const moved = endedWorks(former, index).filter(([key]) => sent.delete(key))
      const touched = [...shares, ...former.keys()].map((share) => index.workOf(share))
      const reduced = [...former.values()].filter((key) => key !== undefined && sent.has(key))
      const ranked = rankWorks(new Set([...touched, ...reduced]), context, merger)
      const results = ranked.map((work) => send(work, isLast))
      const whole = new Set(results.flatMap((result) => result.whole))
      const entries = ranked.flatMap(({ links }) => links)
      const changed = sentLinks.changes(entries, (entry) => isLast || whole.has(entry))
      const data = {
        works: results.flatMap(({ change }) => change ?? []),
        ...(changed.length > 0 && { changed }),
        ...(moved.length > 0 && { moved: Object.fromEntries(moved) }),
        ...(isLast && { order: ranked.map(({ key }) => key) }),
      }
      return entries.length + moved.length === 0 ? undefined : data
    },
  }
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

function changedFields(before: SentWork, current: SentWork): Partial<SentWork> {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(current).filter(([name, value]) => !isDeepStrictEqual(value, former.get(name))),
  )
}
