// One search as a stream of events: the outcome of each source and its new links, as they are received.
import type { SearchRequest } from '../contract/search.ts'
import type { StreamSource } from '../contract/search-events.ts'
import { type Arrival, deadlineOf, type Found } from './arrivals.ts'
import type { HealthBook } from './checks/book.ts'
import type { Choice } from './choose.ts'
import { type ComingParts, coming } from './coming.ts'
import { deadLinksOf } from './dead-links.ts'
import { detailsOf } from './details.ts'
import { createSeen, onlyRecalled } from './recalled.ts'
import { failuresOf, lateOf, metaOf } from './report.ts'
import type { SearchEvent } from './stream-event.ts'
import { createNews, createReview } from './stream-news.ts'

interface StreamParts extends ComingParts {
  readonly epochMs: () => number
  readonly book?: Pick<HealthBook, 'stateOf' | 'healthOf'> | undefined
}

/**
 * Searches and yields events: `start`; `links` from the archive, if there is one; for each source as it settles `source`, then `links` and
 * `results` (as the request selects) with its new items; `end`. Dead links come last. A link is sent once, and again only when its address,
 * access code or cloud changes (with `ext.details` also its sources, title, time, relevance or images, or when a source returns a link that
 * only the archive had); `replaced` then lists its former addresses. Throws like `arrivals`.
 */
export async function* searchEvents(
  request: SearchRequest,
  choice: Choice,
  parts: StreamParts,
  want: Parameters<typeof coming>[3],
): AsyncGenerator<SearchEvent> {
  const started = parts.epochMs()
  const said = choice.warnings.length > 0 ? { warnings: [...choice.warnings] } : {}
  yield { event: 'start', data: { sources: choice.sources.map(({ id }) => id), ...said } }
  const known = { dead: deadLinksOf(request, parts.book), details: detailsOf(request, parts.book) }
  const news = createNews(request, known, createReview(request, choice, parts.bans))
  const seen = createSeen()
  const came: Arrival[] = []
  const recalled: Found[] = []
  for await (const one of coming(request, choice, parts, want)) {
    if ('recalled' in one) {
      const found = seen.without(one.recalled)
      recalled.push(...found)
      yield* news.recalled(found)
    } else {
      came.push(one)
      seen.add(one)
      yield { event: 'source', data: sourceOf(one) }
      yield* news.came(one)
    }
  }
  yield* news.rest()
  const archive = parts.archive && { links: news.living(onlyRecalled(recalled, came)).size }
  const meta = { ...metaOf(came), ...(archive ? { archive } : {}), ...news.dead() }
  const tookMs = parts.epochMs() - started
  const warnings = [...failuresOf(came), ...lateOf(came, { ...parts, deadlineMs: deadlineOf(request, parts) })]
  yield { event: 'end', data: { ...meta, took_ms: Math.round(tookMs), ...(warnings.length > 0 ? { warnings } : {}) } }
}

function sourceOf({ source, outcome, found }: Arrival): StreamSource {
  const failure = 'failure' in outcome ? outcome.failure : undefined
  return {
    source,
    state: outcome.state,
    took_ms: Math.round('tookMs' in outcome ? (outcome.tookMs ?? 0) : 0),
    count: found.reduce((count, { matches }) => count + matches.length, 0),
    ...(failure ? { failure } : {}),
  }
}
