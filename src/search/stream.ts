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
import { type Arrival, deadlineOf, type Found } from './arrivals.ts'
import type { HealthBook } from './checks/book.ts'
import type { Choice } from './choose.ts'
import { type ComingParts, coming } from './coming.ts'
import { type DeadLinks, deadLinksOf } from './dead-links.ts'
import { createMerger, type Entry } from './merge.ts'
import { rankEntries, rankResults } from './rank.ts'
import { onlyRecalled, unseen } from './recalled.ts'
import { failuresOf, lateOf, metaOf } from './report.ts'
import { shapeLinks, shapeResult, shownUrl } from './shape.ts'

/** An event of the stream, named as on the wire. */
export type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | {
      readonly event: 'links'
      readonly data: {
        readonly merged_by_type: MergedByType
        readonly replaced?: readonly string[]
        readonly archive?: true
      }
    }
  | { readonly event: 'results'; readonly data: { readonly results: readonly ResultItem[] } }
  | { readonly event: 'end'; readonly data: StreamEnd }

interface StreamParts extends ComingParts {
  readonly now: () => number
  readonly book?: Pick<HealthBook, 'stateOf'> | undefined
}

/**
 * Searches and yields events: `start`; `links` with what the archive recalls, if there is one; for each source as it settles `source`, and
 * `links` (unless only results are wanted) and `results` (when they are wanted) with what it brought that is new; `end`. Links known to be dead
 * come last of all. A link is sent once, and again only when its address, access code or cloud has become known better; `replaced` then names
 * the addresses it had. Throws as `arrivals` does.
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
  const dead = deadLinksOf(request, parts.book)
  const news = createNews(request, dead, parts.bans)
  const came: Arrival[] = []
  const recalled: Found[] = []
  for await (const one of coming(request, choice, parts, { signal })) {
    if ('recalled' in one) {
      recalled.push(...unseen(one.recalled, came))
      yield* news.of({ found: recalled, besides: [] }, { archive: true })
    } else {
      came.push(one)
      yield { event: 'source', data: sourceOf(one) }
      yield* news.of(one)
    }
  }
  yield* news.rest()
  const archive = parts.archive && { links: news.living(onlyRecalled(recalled, came)).size }
  const meta = { ...metaOf(came), ...(archive ? { archive } : {}), ...news.dead() }
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

type Brought = Pick<Arrival, 'found' | 'besides'>

/** What of all that comes is to be told. */
interface News {
  /** Events with what is new and not dead; of what the archive recalls they say so. */
  of(brought: Brought, from?: { readonly archive: true }): Generator<SearchEvent>
  /** Events with the dead links that were held back. */
  rest(): Generator<SearchEvent>
  /** How many links are dead, as `meta` says it. */
  dead(): { readonly dead?: number }
  /** Those of these keys that are told at all. */
  living(keys: ReadonlySet<string>): ReadonlySet<string>
}

function createNews(
  { res }: SearchRequest,
  { order, isDead, areHidden, without }: DeadLinks,
  bans: StreamParts['bans'],
): News {
  const merger = createMerger()
  const sent = new Map<string, Told>()
  const graves = new Set<string>()

  function* links(keys: Iterable<string>, from: { readonly archive?: true } = {}): Generator<SearchEvent> {
    const fresh = merger
      .entries(keys)
      .filter((entry) => !isDeepStrictEqual(sent.get(entry.share.key), told(entry)) && !isBanned(entry, bans))
    if (fresh.length === 0 || res === 'results') return
    const replaced = fresh.flatMap(({ share }) => sent.get(share.key)?.url ?? [])
    for (const entry of fresh) sent.set(entry.share.key, told(entry))
    const shown = { merged_by_type: shapeLinks(rankEntries(fresh, order)), ...from }
    yield { event: 'links', data: replaced.length > 0 ? { ...shown, replaced } : shown }
  }

  return {
    *of({ found, besides }, from) {
      const touched = merger.add(found.flatMap(({ matches }) => matches)).union(merger.hear(besides))
      for (const key of touched) if (isDead(key)) graves.add(key)
      yield* links(touched.difference(graves), from)
      const shown = without(found)
      if (res !== 'merged_by_type' && shown.length > 0)
        yield { event: 'results', data: { results: rankResults(shown, order).map(shapeResult) } }
    },
    rest: () => links(areHidden ? [] : graves),
    dead: () => (graves.size > 0 ? { dead: graves.size } : {}),
    living: (keys) => (areHidden ? keys.difference(graves) : keys),
  }
}

/** Has it been banned since it came? */
function isBanned({ share, title }: Entry, bans: StreamParts['bans']): boolean {
  if (!bans || bans.isEmpty()) return false
  return bans.isShareBanned(share.key) || bans.isHostBanned(share.url) || bans.hasBannedWord(title)
}

/** What of a link is worth sending again when it has become known better. */
type Told = Pick<Entry, 'type' | 'password'> & { readonly url: string }

function told(entry: Entry): Told {
  return { type: entry.type, url: shownUrl(entry), password: entry.password }
}
