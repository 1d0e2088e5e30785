// Filters and sorts the results: works, or in the list of links each link by itself.
import type { HealthOf } from '../../../client/link-order.ts'
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { createTitleFilter } from '../components/title-filter.ts'
import { attributeIds } from './attribute-ids.ts'
import type { SearchState } from './search-state.ts'

/** A work with those of its links that pass the filters; in the list of links one of them. */
export interface Result {
  /** That of the work, or of the link. */
  readonly key: string
  readonly work: CollectedWork
  readonly links: readonly CollectedWorkLink[]
  /** `text`: below the line, because the keyword is in texts only. */
  readonly part: 'title' | 'text'
  /** Number of other works of its title, which are folded behind it or follow it. */
  readonly others?: number
  readonly isUnfolded?: boolean
}

export interface DisplayOptions
  extends Pick<SearchState, 'view' | 'attributes' | 'tab' | 'sort' | 'include' | 'exclude' | 'hidesDead'> {
  /** Only links of these clouds; all if empty. */
  readonly clouds: readonly CloudType[]
}

type Filter = 'words' | 'attributes' | 'dead' | 'clouds' | 'tab'

export interface Arranged {
  readonly results: readonly Result[]
  /** Number of links, `all`, and of the results that have links of a cloud. */
  readonly counts: ReadonlyMap<CloudType | 'all', number>
  readonly hiddenBy: readonly Filter[]
}

export interface Entry {
  readonly work: CollectedWork
  readonly link: CollectedWorkLink
}

/** Each link as a result of its own; works have no need of this part. */
type LinkResults = (entries: readonly Entry[], options: DisplayOptions, stateOf: HealthOf) => readonly Result[]

/** Without `linkResults`, the list of links is empty. */
export function arrange(
  works: readonly CollectedWork[],
  options: DisplayOptions,
  stateOf: HealthOf,
  linkResults: LinkResults = () => [],
): Arranged {
  const hiddenBy: Filter[] = []
  let entries: readonly Entry[] = works.flatMap((work) => work.links.map((link) => ({ work, link })))
  let beforeTab = entries
  for (const [name, passes] of filtersOf(options, stateOf)) {
    if (name === 'tab') beforeTab = entries
    const left = passes ? entries.filter(passes) : entries
    if (left.length < entries.length) hiddenBy.push(name)
    entries = left
  }
  const results = options.view === 'links' ? linkResults(entries, options, stateOf) : workResults(entries, options)
  return { results, counts: countsOf(beforeTab, options), hiddenBy }
}

/** In the order in which they are applied: tabs count what the others leave. */
function filtersOf(options: DisplayOptions, stateOf: HealthOf) {
  const { attributes, tab, include, exclude, hidesDead, clouds } = options
  const hasWords = createTitleFilter({ include, exclude })
  const hasAttributes = ({ work, link }: Entry) => {
    const ids = attributeIds(work.kind, link)
    return attributes.every((id) => ids.includes(id))
  }
  const isWorking = ({ link }: Entry) => {
    const state = stateOf(link)
    return state !== 'bad' && state !== 'locked'
  }
  return [
    ['words', include.length + exclude.length > 0 && (({ link }: Entry) => hasWords(link.title))],
    ['attributes', attributes.length > 0 && hasAttributes],
    ['dead', hidesDead && isWorking],
    ['clouds', clouds.length > 0 && (({ link }: Entry) => clouds.includes(link.type))],
    ['tab', tab !== 'all' && (({ link }: Entry) => link.type === tab)],
  ] as const
}

function countsOf(entries: readonly Entry[], { view }: DisplayOptions): Arranged['counts'] {
  const counts = new Map<CloudType | 'all', number>([['all', entries.length]])
  for (const [type, ofCloud] of Map.groupBy(entries, ({ link }) => link.type))
    counts.set(type, view === 'links' ? ofCloud.length : new Set(ofCloud.map(({ work }) => work)).size)
  return counts
}

/** In the order of the service or by their newest links; those with the keyword in a title first. */
function workResults(entries: readonly Entry[], { sort }: DisplayOptions): readonly Result[] {
  const results = [...Map.groupBy(entries, ({ work }) => work)].map(([work, ofWork]): Result => {
    // The same array as long as nothing is hidden, so that the card is not rendered again.
    const links = ofWork.length === work.links.length ? work.links : ofWork.map(({ link }) => link)
    return { key: work.key, work, links, part: work.relevance }
  })
  const timeOf = ({ links }: Result) => Math.max(...links.map(({ at }) => at ?? 0))
  const sorted = sort === 'time' ? results.toSorted((a, b) => timeOf(b) - timeOf(a)) : results
  const { title = [], text = [] } = Object.groupBy(sorted, ({ part }) => part)
  return [...title, ...text]
}

/** That of the work, or in the list of links its own. */
export function titleOf({ key, work, links: [link] }: Result): Pick<CollectedWork, 'title' | 'year'> {
  return key === link?.key ? { title: link.title, year: null } : work
}

/**
 * The results of `latest` in the places in which they are shown; new ones follow. A work goes on under another key when more becomes known
 * about it: its links show which one. A place that becomes free is filled from the end, so that no other result moves.
 */
export function stableSlots(shown: readonly Result[], latest: readonly Result[]): readonly Result[] {
  return (['title', 'text'] as const).flatMap((name) => {
    const isOfPart = ({ part }: Result) => part === name
    return placesOfPart(shown.filter(isOfPart), latest.filter(isOfPart))
  })
}

function placesOfPart(shown: readonly Result[], latest: readonly Result[]): readonly Result[] {
  const placeOf = new Map(shown.map(({ key }, at) => [key, at]))
  const placeOfLink = new Map(shown.flatMap(({ links }, at) => links.map(({ key }) => [key, at] as const)))
  const placeByLinks = ({ links }: Result) =>
    Math.min(...links.map(({ key }) => placeOfLink.get(key) ?? Number.POSITIVE_INFINITY))
  const places = new Map<number, Result>()
  for (const result of latest) {
    const at = placeOf.get(result.key)
    if (at !== undefined) places.set(at, result)
  }
  const added: Result[] = []
  for (const result of latest.filter(({ key }) => !placeOf.has(key))) {
    const at = placeByLinks(result)
    if (Number.isFinite(at) && !places.has(at)) places.set(at, result)
    else added.push(result)
  }
  const slots = [...shown.map((_, at) => places.get(at)), ...added]
  const rest = slots.flatMap((result) => result ?? [])
  const last = slots.slice(rest.length).flatMap((result) => result ?? [])
  return slots.slice(0, rest.length).flatMap((result) => result ?? last.shift() ?? [])
}
