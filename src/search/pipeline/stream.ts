// One search as a stream of events: the outcome of each source, and its links or works that are new or shown otherwise than they were sent.

import { isDeepStrictEqual } from 'node:util'
import { withInterrupts } from '../../async/with-interrupts.ts'
import type { LinkItem } from '../../contract/links.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { StreamSource } from '../../contract/search-events.ts'
import type { StreamWork } from '../../contract/works.ts'
import type { ShareWork } from '../../store/archive/types.ts'
import { modeOf } from '../works/grouped-title.ts'
import type { SearchEvent } from './answer.ts'
import { type ArchiveResults, streamResults } from './combined-results.ts'
import type { MergedLink } from './merge.ts'
import { rankLinks, rankResults } from './rank.ts'
import { openSearchState, type SearchState, type SearchStateDeps } from './search-state.ts'
import type { SearchWorks } from './search-works.ts'
import type { MatchedPost, SearchOptions, SourceResult } from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'
import { hasResults, printedUrl, toLinkItem, toMergedByType, toResultItem } from './to-contract.ts'
import type { FormerWorks } from './work-index.ts'
import { byWorkOrder, type RankedWork } from './work-order.ts'

interface SearchStreamDeps extends SearchStateDeps {
  readonly epochMs: () => number
}

/**
 * Searches and yields events: `start`; `links` from the archive, if there is one; for each source as it settles `source`, then `links` and
 * `results` (as the request selects) with its new items; `end`. Dead links come last. A link is sent once, and again only when its address,
 * access code or cloud changes; `replaced` then lists its former addresses. With `ext.details` it is sent again when anything of it changes.
 * With `res=works` the event `works` takes the place of `links`, with each work that has changed. Throws like `streamResults`.
 */
export async function* searchEvents(
  request: SearchRequest,
  choice: SourceSelection,
  deps: SearchStreamDeps,
  options: SearchOptions,
): AsyncGenerator<SearchEvent> {
  const started = deps.epochMs()
  const said = choice.warnings.length > 0 ? { warnings: [...choice.warnings] } : {}
  yield { event: 'start', data: { sources: choice.sources.map(({ id }) => id), ...said } }
  const state = await openSearchState(request, choice, deps)
  const results = streamResults(request, choice, deps, options)
  for await (const event of changeEvents(request, state, results)) {
    // A client may ask for a work as soon as it has received its key.
    const works = worksOf(event)
    if (works.length > 0) deps.archive?.storeWorks(works)
    yield event
  }
  if (state.works) deps.archive?.storeWorks(state.works.works())
  const warnings = state.warnings()
  const tookMs = Math.round(deps.epochMs() - started)
  yield { event: 'end', data: { ...state.meta(), took_ms: tookMs, ...(warnings.length > 0 ? { warnings } : {}) } }
}

/** Folds the results into the state, and yields what each of them changes. */
async function* changeEvents(
  { res }: SearchRequest,
  state: SearchState,
  results: AsyncGenerator<SourceResult | ArchiveResults>,
): AsyncGenerator<SearchEvent> {
  const changes = createStreamChanges({ res }, state)
  for await (const result of withInterrupts(results, changes.due)) {
    if (!result) yield* changes.take()
    else if ('recalled' in result) {
      // What waits may be from sources.
      yield* changes.take()
      changes.add(state.add(result))
      yield* changes.take({ mark: { archive: true } })
      if (hasResults(res)) yield* resultEvents(result.recalled, state)
    } else {
      yield { event: 'source', data: toSourceEvent(result) }
      changes.add(state.add(result))
      if (changes.isDue()) yield* changes.take()
      if (hasResults(res)) yield* resultEvents(result.found, state)
    }
  }
  yield* changes.take({ isLast: true })
}

function* resultEvents(found: readonly MatchedPost[], { shownPosts, stateOf }: SearchState): Generator<SearchEvent> {
  const shown = shownPosts(found)
  if (shown.length > 0) yield { event: 'results', data: { results: rankResults(shown, stateOf).map(toResultItem) } }
}

function worksOf({ event, data }: SearchEvent): ShareWork[] {
  if (event === 'works')
    return data.works.flatMap(({ key: work, links }) => links.map(({ key: share }) => ({ share, work })))
  if (event !== 'links') return []
  const links: readonly LinkItem[] = Object.values(data.merged_by_type).flat()
  return links.flatMap(({ key: share, work }) => (share === undefined || work === undefined ? [] : [{ share, work }]))
}

function toSourceEvent({ source, outcome, found }: SourceResult): StreamSource {
  const failure = 'failure' in outcome ? outcome.failure : undefined
  return {
    source,
    state: outcome.state,
    took_ms: Math.round('tookMs' in outcome ? (outcome.tookMs ?? 0) : 0),
    count: found.reduce((count, { matches }) => count + matches.length, 0),
    ...(failure ? { failure } : {}),
  }
}

/**
 * Minimum times between the first events with works or attributes, in milliseconds: changes until then are joined. Each event groups titles
 * anew, and sends again as a whole what several sources have, so the times grow.
 */
const gapsMs = [250, 1_000, 2_000]
const laterGapMs = 4_000

/** After an event with many links the time is longer, in milliseconds for each: a work of thousands is sent again a few times only. */
const gapMsPerLink = 1

/** Marks links from the archive. */
type Mark = { readonly archive?: true }

/** Creates the changes of a search of which nothing was sent. */
function createStreamChanges({ res }: Pick<SearchRequest, 'res'>, state: SearchState) {
  const { works } = state
  /** The keys of shares that have changed since they were sent. */
  let pending = new Set<string>()
  /** Set while changes wait for others. */
  let gap: Promise<void> | undefined
  let eventCount = 0
  const eventOf = works && res === 'works' ? createWorkChanges(state, works) : createLinkChanges(state, works)

  function beginGap(event: SearchEvent): void {
    const links = event.event === 'works' ? event.data.works.reduce((sum, work) => sum + work.links.length, 0) : 0
    const gapMs = Math.max(gapsMs[eventCount] ?? laterGapMs, links * gapMsPerLink)
    eventCount += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => {
      gap = undefined
      resolve()
    }
    gap = promise
    setTimeout(end, gapMs).unref()
  }

  return {
    add(keys: ReadonlySet<string>): void {
      pending = pending.union(keys)
    },
    isDue: () => gap === undefined,
    /** Resolves when changes are due; undefined if none wait. */
    due: () => (pending.size > 0 ? gap : undefined),
    /** The event with the changes since the last one, if there are any: dead links only at the end. */
    take({ isLast = false, mark = {} }: { readonly isLast?: boolean; readonly mark?: Mark } = {}): SearchEvent[] {
      const banned = state.removeBanned()
      if (works) pending = pending.union(new Set(banned))
      const keys = [...pending].filter(isLast ? state.isShown : (key) => !state.isDead(key))
      for (const key of keys) pending.delete(key)
      if (res === 'results' || (keys.length === 0 && !isLast)) return []
      const event = eventOf(keys, mark, isLast)
      if (event && works && !mark.archive) beginGap(event)
      return event ? [event] : []
    },
  }
}

type EventOf = (keys: readonly string[], mark: Mark, isLast: boolean) => SearchEvent | undefined

/** A link as it was sent. */
interface SentLink {
  readonly entry: MergedLink
  readonly item: LinkItem
  readonly isReturned: boolean
}

/** With works a link is sent again when anything of it has changed, else only when it replaces the one that was sent. */
function createLinkChanges(state: SearchState, works: SearchWorks | undefined): EventOf {
  const sent = new Map<string, SentLink>()

  function hasChanged({ entry, item, isReturned }: SentLink): boolean {
    const before = sent.get(entry.share.key)
    if (!before) return true
    if (!works) return isReplaced(before, entry)
    return isReturned !== before.isReturned || !isDeepStrictEqual(item, before.item)
  }

  return (keys, mark, isLast) => {
    const inOtherWorks = works?.update(keys, state.entries(keys), isLast).keys() ?? []
    const links = state.entries(new Set([...keys, ...inOtherWorks])).map((entry) => {
      return { entry, item: toLinkItem(entry, works?.details), isReturned: state.isReturned(entry.share.key) }
    })
    const changed = new Map(links.filter(hasChanged).map((link) => [link.entry, link]))
    if (changed.size === 0) return undefined
    const replaced: string[] = []
    for (const [entry, link] of changed) {
      const before = sent.get(entry.share.key)
      if (before && isReplaced(before, entry)) replaced.push(before.item.url)
      sent.set(entry.share.key, link)
    }
    const ranked = rankLinks([...changed.keys()], state.stateOf)
    const merged_by_type = toMergedByType(ranked, (entry) => changed.get(entry)?.item ?? toLinkItem(entry))
    return { event: 'links', data: { merged_by_type, ...(replaced.length > 0 && { replaced }), ...mark } }
  }
}

/** Whether another address, access code or cloud is known of a link, or one of its sources is gone. */
function isReplaced({ entry: before, item: { url } }: SentLink, entry: MergedLink): boolean {
  const isSame = url === printedUrl(entry) && before.password === entry.password
  if (!isSame || before.share.type !== entry.share.type) return true
  return !before.sources.every((source) => entry.sources.includes(source))
}

function createWorkChanges(state: SearchState, works: SearchWorks): EventOf {
  const sent = new Map<string, { readonly ranked: RankedWork; readonly work: StreamWork }>()
  /** The shares by the key of their work. */
  const shares = new Map<string, Set<string>>()

  function move(former: FormerWorks): void {
    for (const [share, from] of former) {
      const left = from === undefined ? undefined : shares.get(from)
      left?.delete(share)
      if (from !== undefined && left?.size === 0) shares.delete(from)
      const to = works.workOf(share)
      if (to !== undefined) shares.set(to, (shares.get(to) ?? new Set()).add(share))
    }
  }

  /** The work as it is shown now. Links have their images at the end: long addresses, which change with most sources. */
  function describe(key: string, isLast: boolean) {
    const ranked = works.rank(key, state.entries(shares.get(key) ?? []))
    const { links, ...fields } = works.toWork(ranked)
    const shown = links.map((link) => ({
      ...link,
      images: isLast ? link.images : [],
      ...(!state.isReturned(link.key) && { archive: true as const }),
    }))
    return { ranked, work: { ...fields, links: shown } }
  }

  return (keys, _mark, isLast) => {
    const former = works.update(keys, state.entries(keys), isLast)
    move(former)
    const current = [...keys, ...former.keys()].map(works.workOf)
    const touched = [...new Set([...current, ...former.values()])].filter((key) => key !== undefined)
    const isLeft = (key: string) => shares.has(key)
    const ended = touched.filter((key) => !isLeft(key) && sent.delete(key))
    const shown = isLast ? [...shares.keys()] : touched.filter(isLeft)
    const changed = shown
      .map((key) => describe(key, isLast))
      .filter(({ work }) => !isDeepStrictEqual(work, sent.get(work.key)?.work))
    for (const one of changed) sent.set(one.work.key, one)
    const order = isLast ? [...sent.values()].sort(byRank).map(({ work }) => work.key) : []
    if (changed.length + ended.length + order.length === 0) return undefined
    const goOn = (key: string) => {
      const moved = [...former].filter(([, work]) => work === key).map(([share]) => share)
      return modeOf(moved.flatMap((share) => works.workOf(share) ?? [])) ?? null
    }
    const moved = Object.fromEntries(ended.map((key) => [key, goOn(key)]))
    const data = {
      works: changed.sort(byRank).map(({ work }) => work),
      ...(ended.length > 0 && { moved }),
      ...(isLast && { order }),
    }
    return { event: 'works', data }
  }
}

function byRank(a: { readonly ranked: RankedWork }, b: { readonly ranked: RankedWork }): number {
  return byWorkOrder(a.ranked, b.ranked)
}
