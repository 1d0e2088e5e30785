// One search: select sources, gather their results, match, merge, rank, convert to the contract.
import type { Bans } from '../bans/bans.ts'
import type { SearchRequest, SearchResponse } from '../contract/search.ts'
import { createMarks, type Marks, type Version } from '../upstream/versions.ts'
import { answerText, type SearchAnswer } from './answer.ts'
import { fittingAnswer } from './answer-bounds.ts'
import type { Archive } from './archive/archive.ts'
import { type Arrival, countUnknown, createSieve, deadlineOf, type Found } from './arrivals.ts'
import type { Catalogue } from './catalogue.ts'
import type { HealthBook } from './checks/book.ts'
import type { Rechecker } from './checks/rechecker.ts'
import { type Choice, createChooser } from './choose.ts'
import { type ComingParts, coming, type Recollection } from './coming.ts'
import { deadLinksOf } from './dead-links.ts'
import { detailsOf } from './details.ts'
import { createMerger } from './merge.ts'
import { rankEntries, rankResults } from './rank.ts'
import { createSeen, onlyRecalled } from './recalled.ts'
import { ageOf, failuresOf, lateOf, metaOf } from './report.ts'
import { shapeData } from './shape.ts'
import { searchEvents } from './stream.ts'
import type { SearchEvent } from './stream-event.ts'
import { together } from './together.ts'

/** Runs searches, as one answer or as a stream of events. `signal` aborts when the caller disconnects; `client` is the rate limit key of the caller. */
export interface Search {
  /** Rejects with the signal's reason when the caller disconnects, or with the error of `Room.takeRoom`; any other error is a bug. */
  answer(request: SearchRequest, signal: AbortSignal, client?: string): Promise<SearchAnswer>
  /** The same search as events; throws like `answer`, but reserves no capacity: call `roomFor` first. */
  events(request: SearchRequest, signal: AbortSignal, client?: string): AsyncGenerator<SearchEvent>
  /** Reserves the capacity that a search needs and returns the release function; rejects like `Room.takeRoom`. Undefined when capacity is unlimited. */
  readonly roomFor: ((request: SearchRequest, client?: string) => Promise<() => void>) | undefined
  /** Number of requests that a search counts as in the client's rate limit. */
  requestCount(request: SearchRequest): number
}

/** Channels not listed by the operator that one request may name; each further group of this size counts as one more request. */
const maxUnlistedPerRequest = 10

export interface SearchParts extends Catalogue, ComingParts {
  /** Stores all posts found; undefined when the archive is disabled. */
  readonly archive?: Archive | undefined
  /** Known health of shares. */
  readonly book?: Pick<HealthBook, 'stateOf' | 'healthOf'> | undefined
  /** Version of the health data, for answers that include health. */
  readonly bookVersion?: (() => Version) | undefined
  /** Is told which shares rank first in answers. */
  readonly rechecker?: Pick<Rechecker, 'shown'> | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly room?: Room | undefined
}

/** Capacity for searches, counted in upstream asks. */
export interface Room {
  /** Whether this many asks fit. */
  hasRoom(asks: number, client?: string): boolean
  /** Reserves it and returns the release function; throws when the service, or this client, has none left. */
  takeRoom(asks: number, client?: string): () => void
}

/** Creates the search over channels and plugins. */
export function createSearch(parts: SearchParts): Search {
  const choose = createChooser(parts, parts.archive?.keep)
  const { epochMs, room } = parts
  const roomFor =
    room &&
    (async (request: SearchRequest, client?: string) => {
      const choice = choose(request)
      const asks = choice.sources.length
      // Cache look-ups take time, so they are made only when capacity is short.
      const needed = room.hasRoom(asks, client) ? asks : await countUnknown(request, choice, parts)
      return room.takeRoom(needed, client)
    })
  return {
    answer: together(
      async (request, signal, client) => {
        const started = epochMs()
        const choice = choose(request)
        const marks = createMarks(epochMs)
        const bansBefore = parts.bans?.version()
        const collected = await collect(coming(request, choice, parts, { signal, marks, client }), choice)
        // Bans added during the search also apply to results that were received before them.
        const bansChanged = parts.bans?.version() !== bansBefore
        const results = bansChanged ? reviewed(collected, request, choice, parts.bans) : collected
        const body = bodyOf({ request, choice, results }, parts)
        const { cache, ageMs } = ageOf(collected.arrived, started)
        const stamp = stampOf(marks, request, choice, parts)
        return { body, text: answerText(body), cache, ageMs, tookMs: epochMs() - started, stamp }
      },
      epochMs,
      roomFor,
    ),
    events: (request, signal, client) => searchEvents(request, choose(request), parts, { signal, client }),
    roomFor,
    requestCount: (request) => Math.max(1, Math.ceil(choose(request).unlistedCount / maxUnlistedPerRequest)),
  }
}

/** Collects a whole search, with the sources in the order of the selection. */
async function collect(stream: AsyncIterable<Arrival | Recollection>, { sources }: Choice): Promise<Came> {
  const collected: Came = { arrived: [], recalled: [] }
  for await (const one of stream) {
    if ('recalled' in one) collected.recalled.push(...one.recalled)
    else collected.arrived.push(one)
  }
  const order = new Map(sources.map(({ id }, index) => [id, index]))
  collected.arrived.sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0))
  return collected
}

/** The versions that the answer depends on: its sources and, with `ext.details`, the health data. */
function stampOf(
  marks: Marks,
  { ext }: SearchRequest,
  { sources }: Choice,
  { bookVersion }: Pick<SearchParts, 'bookVersion'>,
) {
  // An answer that depends on no source would never be invalidated.
  if (sources.length === 0) return undefined
  const health = ext.details ? bookVersion?.() : undefined
  if (health) marks.add({ ...health, until: Number.POSITIVE_INFINITY })
  return marks.stamp(sources.length + (health ? 1 : 0))
}

/** All results of a search: from sources, in the order of the selection, and from the archive. */
interface Came {
  readonly arrived: Arrival[]
  readonly recalled: Found[]
}

/** The results without those that are banned now. */
function reviewed(came: Came, request: SearchRequest, { clouds }: Choice, bans: Bans | undefined): Came {
  const sift = createSieve(request, clouds, bans)
  return {
    arrived: came.arrived.map((arrival) => ({ ...arrival, ...sift(arrival.items) })),
    recalled: [...sift(came.recalled.map(({ result }) => result)).found],
  }
}

/** What the body of an answer is built from. */
interface BodyInput {
  readonly request: SearchRequest
  readonly choice: Choice
  readonly results: Came
}

/** What building a body needs to know beyond the results. */
type BodyParts = Pick<SearchParts, 'archive' | 'book' | 'rechecker' | 'deadlineMs' | 'earlyMs'>

function bodyOf({ request, choice, results }: BodyInput, parts: BodyParts): SearchResponse {
  const { arrived } = results
  const late = lateOf(arrived, { earlyMs: parts.earlyMs, deadlineMs: deadlineOf(request, parts) })
  const { data, linkCounts, warnings: leftOut } = dataOf(request, results, parts)
  const warnings = [...choice.warnings, ...failuresOf(arrived), ...late, ...leftOut]
  return {
    code: 0,
    message: 'success',
    data,
    ...(warnings.length > 0 ? { warnings } : {}),
    meta: { ...metaOf(arrived), ...linkCounts },
  }
}

/** The `data` of an answer, and the counts of its archived and dead links for `meta`. */
function dataOf(request: SearchRequest, { arrived, recalled }: Came, parts: Omit<BodyParts, 'deadlineMs' | 'earlyMs'>) {
  const dead = deadLinksOf(request, parts.book)
  const seen = createSeen()
  for (const arrival of arrived) seen.add(arrival)
  const fresh = seen.without(recalled)
  const all = [...arrived.flatMap(({ found }) => found), ...fresh]
  const merger = createMerger()
  const keys = merger.add(all.flatMap(({ matches }) => matches))
  for (const { besides } of arrived) merger.hear(besides)
  const shown = [...keys].filter((key) => !dead.areHidden || !dead.isDead(key))
  const ranked = request.res === 'merged_by_type' ? [] : rankResults(dead.without(all), dead.order)
  const links = rankEntries(merger.entries(shown), dead.order)
  parts.rechecker?.shown(links)
  const { entries, results, warnings } = fittingAnswer(request.res === 'results' ? [] : links, ranked)
  const answered = new Set(request.res === 'results' ? shown : entries.map(({ share }) => share.key))
  const archive = parts.archive && { links: onlyRecalled(fresh, arrived).intersection(answered).size }
  const deadCount = [...keys].filter(dead.isDead).length
  return {
    data: shapeData(request.res, entries, results, detailsOf(request, parts.book)),
    linkCounts: { ...(archive ? { archive } : {}), ...(deadCount > 0 ? { dead: deadCount } : {}) },
    warnings,
  }
}
