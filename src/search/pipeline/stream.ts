// One search as a stream of events: the outcome of each source and its new links, as they are received.
import { withInterrupts } from '../../async/with-interrupts.ts'
import type { LinkItem } from '../../contract/links.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { StreamSource } from '../../contract/search-events.ts'
import type { ShareWork } from '../../store/archive/types.ts'
import type { SearchEvent } from './answer.ts'
import { type ArchiveResults, streamResults } from './combined-results.ts'
import { rankResults } from './rank.ts'
import { openSearchState, type SearchState, type SearchStateDeps } from './search-state.ts'
import type { MatchedPost, SearchOptions, SourceResult } from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'
import { createStreamChanges } from './stream-changes.ts'
import { hasResults, toResultItem } from './to-contract.ts'

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
