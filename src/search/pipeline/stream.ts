// One search as a stream of events: the outcome of each source and its new links, as they are received.
import { withInterrupts } from '../../async/with-interrupts.ts'
import type { LinkItem } from '../../contract/links.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { StreamSource } from '../../contract/search-events.ts'
import type { ShareWork } from '../../store/archive/types.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import type { SearchEvent } from './answer.ts'
import { archiveOnlyKeys, withoutReceived } from './archive-dedup.ts'
import { type CombinedResultDeps, streamResults } from './combined-results.ts'
import { createDeadLinks } from './dead-links.ts'
import { loadSearchWorks } from './load-search-works.ts'
import { archiveWarnings, buildMeta, failureWarnings, limitWarnings, pendingWarnings } from './response-meta.ts'
import { type MatchedPost, type SourceResult, searchDeadlineMs } from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'
import { createBanRecheck, createStreamDiff } from './stream-diff.ts'

interface SearchStreamDeps extends CombinedResultDeps {
  readonly epochMs: () => number
  readonly knownHealth?: Pick<LinkHealthCache, 'stateOf' | 'healthOf'> | undefined
}

/**
 * Searches and yields events: `start`; `links` from the archive, if there is one; for each source as it settles `source`, then `links` and
 * `results` (as the request selects) with its new items; `end`. Dead links come last. A link is sent once, and again only when its address,
 * access code or cloud changes; `replaced` then lists its former addresses. With `ext.details`, `changed` has other changes of links that were
 * sent. With `res=works` the event `works` takes the place of `links`. Throws like `streamResults`.
 */
export async function* searchEvents(
  request: SearchRequest,
  choice: SourceSelection,
  parts: SearchStreamDeps,
  options: Parameters<typeof streamResults>[3],
): AsyncGenerator<SearchEvent> {
  const started = parts.epochMs()
  const warningField = choice.warnings.length > 0 ? { warnings: [...choice.warnings] } : {}
  yield { event: 'start', data: { sources: choice.sources.map(({ id }) => id), ...warningField } }
  const createWorks = await loadSearchWorks(request)
  const dead = createDeadLinks(request, parts.knownHealth)
  const known = { dead, works: createWorks?.(request, parts.knownHealth, dead.stateOf) }
  const diff = createStreamDiff(request, known, createBanRecheck(request, choice, parts.bans))
  const received: SourceResult[] = []
  const archived: MatchedPost[] = []
  let isArchiveUnread = false
  // A client may ask for a work as soon as it has received its key.
  const withStoredWorks = (events: Iterable<SearchEvent>) => storeWorksOf(events, parts.archive)
  for await (const result of withInterrupts(streamResults(request, choice, parts, options), diff.due)) {
    if (!result) yield* withStoredWorks(diff.sendWaiting())
    else if ('recalled' in result) {
      const found = withoutReceived(result.recalled, received)
      archived.push(...found)
      isArchiveUnread ||= result.isUnread === true
      yield* withStoredWorks(diff.addArchived(found))
    } else {
      received.push(result)
      yield { event: 'source', data: toSourceEvent(result) }
      yield* withStoredWorks(diff.addReceived(result))
    }
  }
  const last = [...diff.withheld()]
  if (known.works) parts.archive?.storeWorks(known.works.works())
  yield* last
  const archive = parts.archive && { links: diff.visibleKeys(archiveOnlyKeys(archived, received)).size }
  const meta = { ...buildMeta(received), ...(archive ? { archive } : {}), ...diff.deadCount() }
  const tookMs = parts.epochMs() - started
  const warnings = [
    ...failureWarnings(received),
    ...archiveWarnings(isArchiveUnread),
    ...limitWarnings(received),
    ...pendingWarnings(received, { ...parts, deadlineMs: searchDeadlineMs(request, parts) }),
  ]
  yield { event: 'end', data: { ...meta, took_ms: Math.round(tookMs), ...(warnings.length > 0 ? { warnings } : {}) } }
}

/** Yields the events, after storing the works that they name. */
function* storeWorksOf(events: Iterable<SearchEvent>, archive: SearchStreamDeps['archive']): Generator<SearchEvent> {
  for (const event of events) {
    const works = worksOf(event)
    if (works.length > 0) archive?.storeWorks(works)
    yield event
  }
}

function worksOf({ event, data }: SearchEvent): ShareWork[] {
  if (event === 'works')
    return data.works.flatMap(({ key: work, links = [] }) => links.map(({ key: share }) => ({ share, work })))
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
