// One search as a stream of events: what each source came to, and the links that are new, as they arrive.
import { isDeepStrictEqual } from 'node:util'
import type {
  MergedByType,
  ResultItem,
  SearchRequest,
  StreamEnd,
  StreamSource,
  StreamStart,
} from '../contract/search.ts'
import { type Arrival, type ArrivalParts, arrivals, deadlineOf } from './arrivals.ts'
import type { Choice } from './choose.ts'
import { createMerger, type Entry } from './merge.ts'
import { rankEntries, rankResults } from './rank.ts'
import { failuresOf, lateOf, metaOf } from './report.ts'
import { shapeLinks, shapeResult, shownUrl } from './shape.ts'

/** An event of the stream, named as on the wire. */
export type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | {
      readonly event: 'links'
      readonly data: { readonly merged_by_type: MergedByType; readonly replaced?: readonly string[] }
    }
  | { readonly event: 'results'; readonly data: { readonly results: readonly ResultItem[] } }
  | { readonly event: 'end'; readonly data: StreamEnd }

interface StreamParts extends ArrivalParts {
  readonly now: () => number
}

/**
 * Searches and yields events: `start`; for each source as it settles `source`, and `links` (unless only results are wanted) and `results`
 * (when they are wanted) with what it brought that is new; `end`. A link is sent once, and again only when its address, access code or cloud
 * has become known better; `replaced` then names the addresses it had. Throws as `arrivals` does.
 */
export async function* searchEvents(
  request: SearchRequest,
  choice: Choice,
  parts: StreamParts,
  signal: AbortSignal,
): AsyncGenerator<SearchEvent> {
  const started = parts.now()
  const said = choice.warnings.length > 0 ? { warnings: [...choice.warnings] } : {}
  yield { event: 'start', data: { sources: choice.sources.map(({ id }) => id), ...said } }
  const newLinks = createNews()
  const came: Pick<Arrival, 'source' | 'outcome'>[] = []
  for await (const arrival of arrivals(request, choice, parts, { signal })) {
    const { source, outcome, found } = arrival
    came.push({ source, outcome })
    yield { event: 'source', data: sourceOf(arrival) }
    const links = request.res === 'results' ? undefined : newLinks(arrival)
    if (links) yield { event: 'links', data: links }
    if (request.res !== 'merged_by_type' && found.length > 0)
      yield { event: 'results', data: { results: rankResults(found).map(shapeResult) } }
  }
  const meta = metaOf(came)
  const tookMs = parts.now() - started
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

/** Tells of found links those that have not been told of before. */
function createNews(): (arrival: Arrival) => { merged_by_type: MergedByType; replaced?: string[] } | undefined {
  const merger = createMerger()
  const sent = new Map<string, Told>()
  return ({ found, besides }) => {
    const touched = merger.add(found.flatMap(({ matches }) => matches)).union(merger.hear(besides))
    const fresh = merger.entries(touched).filter((entry) => !isDeepStrictEqual(sent.get(entry.share.key), told(entry)))
    if (fresh.length === 0) return undefined
    const replaced = fresh.flatMap(({ share }) => sent.get(share.key)?.url ?? [])
    for (const entry of fresh) sent.set(entry.share.key, told(entry))
    return { merged_by_type: shapeLinks(rankEntries(fresh)), ...(replaced.length > 0 ? { replaced } : {}) }
  }
}

/** What of a link is worth sending again when it has become known better. */
type Told = Pick<Entry, 'type' | 'password'> & { readonly url: string }

function told(entry: Entry): Told {
  return { type: entry.type, url: shownUrl(entry), password: entry.password }
}
