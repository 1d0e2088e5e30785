// Filters and sorts works, and keeps their places while a search runs or the user reads.
import type { HealthOf } from '../../../../client/link-order.ts'
import type { CollectedWork, CollectedWorkLink } from '../../../../client/work-collector.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import type { SearchState } from '../search-state.ts'
import { linksWith } from './attribute-ids.ts'

/** A work with those of its links that pass the filters. */
export interface ShownWork {
  readonly work: CollectedWork
  readonly links: readonly CollectedWorkLink[]
}

export interface WorkOptions extends Pick<SearchState, 'attributes' | 'hidesDead' | 'sort'> {
  /** Only works in these clouds; all if empty. */
  readonly clouds: readonly CloudType[]
}

/** Filtered and sorted works: those with the keyword in a title before those with it in a text. */
export interface ArrangedWorks {
  readonly works: readonly ShownWork[]
  /** Whether each filter alone hides works. */
  readonly hiddenBy: Readonly<Record<'attributes' | 'dead' | 'clouds', boolean>>
}

export function arrangeWorks(all: readonly CollectedWork[], options: WorkOptions, stateOf: HealthOf): ArrangedWorks {
  const { attributes, hidesDead, clouds, sort } = options
  const withAttributes = all
    .map((work) => ({ work, links: linksWith(work, attributes) }))
    .filter(({ links }) => links.length > 0)
  const isWorking = (link: CollectedWorkLink) => {
    const state = stateOf(link)
    return state !== 'bad' && state !== 'locked'
  }
  const working = hidesDead ? narrowed(withAttributes, isWorking) : withAttributes
  const works = clouds.length > 0 ? narrowed(working, ({ type }) => clouds.includes(type)) : working
  const sorted = sort === 'time' ? works.toSorted((a, b) => timeOf(b) - timeOf(a)) : works
  return {
    works: titlesFirst(sorted),
    hiddenBy: {
      attributes: withAttributes.length < all.length,
      dead: working.length < withAttributes.length,
      clouds: works.length < working.length,
    },
  }
}

/** Without the links that do not pass, and without works that have no other. */
function narrowed(works: readonly ShownWork[], isWanted: (link: CollectedWorkLink) => boolean): readonly ShownWork[] {
  return works.flatMap(({ work, links }) => {
    const matching = links.filter(isWanted)
    return matching.length > 0 ? [{ work, links: matching }] : []
  })
}

function timeOf({ links }: ShownWork): number {
  return Math.max(...links.map(({ at }) => at ?? 0))
}

function titlesFirst(works: readonly ShownWork[]): readonly ShownWork[] {
  const { title = [], text = [] } = Object.groupBy(works, ({ work }) => work.relevance)
  return [...title, ...text]
}

/**
 * The works of `latest` in the places in which they are shown; new ones follow. A work goes on under another key when more becomes known
 * about it: its links show which one. A place that becomes free is filled from the end, so that no other work moves.
 */
export function stableSlots(shown: readonly ShownWork[], latest: readonly ShownWork[]): readonly ShownWork[] {
  return (['title', 'text'] as const).flatMap((relevance) => {
    const isPart = ({ work }: ShownWork) => work.relevance === relevance
    return stableSlotsOfPart(shown.filter(isPart), latest.filter(isPart))
  })
}

function stableSlotsOfPart(shown: readonly ShownWork[], latest: readonly ShownWork[]): readonly ShownWork[] {
  const placeOfWork = new Map(shown.map(({ work }, at) => [work.key, at]))
  const placeOfLink = new Map(shown.flatMap(({ work }, at) => work.links.map(({ key }) => [key, at] as const)))
  const placeByLinks = ({ work }: ShownWork) =>
    Math.min(...work.links.map(({ key }) => placeOfLink.get(key) ?? Number.POSITIVE_INFINITY))
  const places = new Map<number, ShownWork>()
  const isKnown = ({ work }: ShownWork) => placeOfWork.has(work.key)
  for (const item of latest.filter(isKnown)) places.set(placeOfWork.get(item.work.key) ?? 0, item)
  const added: ShownWork[] = []
  for (const item of latest.filter((other) => !isKnown(other))) {
    const at = placeByLinks(item)
    if (Number.isFinite(at) && !places.has(at)) places.set(at, item)
    else added.push(item)
  }
  return withoutGaps([...shown.map((_, at) => places.get(at)), ...added])
}

/** Fills each gap with the last item: no other moves. */
function withoutGaps<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  const rest = items.flatMap((item) => item ?? [])
  const first = items.slice(0, rest.length)
  const last = items.slice(rest.length).flatMap((item) => item ?? [])
  return first.flatMap((item) => item ?? last.shift() ?? [])
}
