// One search: choose the sources, gather what they give, match, merge, rank, shape.
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
import { type ComingParts, coming } from './coming.ts'
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

/** Searches, for an answer or as a stream of events. `signal` aborts when the caller leaves; `client` is for whom it is done, where that counts. */
export interface Search {
  /** Rejects with the signal's reason when the caller leaves before the answer, as `takeRoom` throws, and else only for a bug of ours. */
  answer(request: SearchRequest, signal: AbortSignal, client?: string): Promise<SearchAnswer>
  /** The same search as it comes; throws as `answer` rejects, but takes no room by itself. */
  events(request: SearchRequest, signal: AbortSignal, client?: string): AsyncGenerator<SearchEvent>
  /** Takes the room that a search needs, and gives what leaves it; rejects as `takeRoom` throws. Absent where there always is room. */
  readonly roomFor: ((request: SearchRequest, client?: string) => Promise<() => void>) | undefined
  /** As how many requests of its client a search counts. */
  requestCount(request: SearchRequest): number
}

/** So many channels that the operator does not list may be asked by one request; more of them count as further requests. */
const maxUnlistedPerRequest = 10

export interface SearchParts extends Catalogue, ComingParts {
  /** Keeps all that is found; absent where there is no archive. */
  readonly archive?: Archive | undefined
  /** What is known of the health of shares. */
  readonly book?: Pick<HealthBook, 'stateOf' | 'healthOf'> | undefined
  /** Which version of the book answers rest on that tell of health. */
  readonly bookVersion?: (() => Version) | undefined
  /** Hears which shares stand at the top of answers. */
  readonly rechecker?: Pick<Rechecker, 'shown'> | undefined
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly room?: Room | undefined
}

/** The room there is for searches, counted in sources that are asked. */
export interface Room {
  /** Is there room for so many? */
  hasRoom(asks: number, client?: string): boolean
  /** Takes it, and gives what leaves it again; throws when there is none, or none for that client. */
  takeRoom(asks: number, client?: string): () => void
}

/** Makes the search over channels and plugins. */
export function createSearch(parts: SearchParts): Search {
  const choose = createChooser(parts, parts.archive?.keep)
  const { now, room } = parts
  const roomFor =
    room &&
    (async (request: SearchRequest, client?: string) => {
      const choice = choose(request)
      const asks = choice.sources.length
      // What is known is looked up only where it matters: mostly there is room.
      const needed = room.hasRoom(asks, client) ? asks : await countUnknown(request, choice, parts)
      return room.takeRoom(needed, client)
    })
  return {
    answer: together(
      async (request, signal, client) => {
        const started = now()
        const choice = choose(request)
        const marks = createMarks(now)
        const bansBefore = parts.bans?.version()
        const all: Came = { arrived: [], recalled: [] }
        for await (const one of coming(request, choice, parts, { signal, marks, client })) {
          if ('recalled' in one) all.recalled.push(...one.recalled)
          else all.arrived.push(one)
        }
        const order = new Map(choice.sources.map(({ id }, index) => [id, index]))
        all.arrived.sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0))
        // What was banned meanwhile has come already.
        const isSame = parts.bans?.version() === bansBefore
        const stamp = stampOf(marks, request, choice, parts)
        const body = bodyOf(request, choice, isSame ? all : reviewed(all, request, choice, parts.bans), parts)
        return { body, text: answerText(body), ...ageOf(all.arrived, started), tookMs: now() - started, stamp }
      },
      now,
      roomFor,
    ),
    events: (request, signal, client) => searchEvents(request, choose(request), parts, { signal, client }),
    roomFor,
    requestCount: (request) => Math.max(1, Math.ceil(choose(request).unlistedCount / maxUnlistedPerRequest)),
  }
}

/** What the answer rests on: its sources, and what is known of health where it tells of that. */
function stampOf(marks: Marks, { ext }: SearchRequest, { sources }: Choice, { bookVersion }: SearchParts) {
  // What rests on no source would outlast what changes.
  if (sources.length === 0) return undefined
  const health = ext.details ? bookVersion?.() : undefined
  if (health) marks.add({ ...health, until: Number.POSITIVE_INFINITY })
  return marks.stamp(sources.length + (health ? 1 : 0))
}

/** All that has come to a search, in the order of its sources. */
interface Came {
  readonly arrived: Arrival[]
  readonly recalled: Found[]
}

/** All that has come, without what is banned by now. */
function reviewed(came: Came, request: SearchRequest, { clouds }: Choice, bans: Bans | undefined): Came {
  const sift = createSieve(request, clouds, bans)
  return {
    arrived: came.arrived.map((arrival) => ({ ...arrival, ...sift(arrival.items) })),
    recalled: [...sift(came.recalled.map(({ result }) => result)).found],
  }
}

function bodyOf(request: SearchRequest, choice: Choice, came: Came, parts: SearchParts): SearchResponse {
  const { arrived } = came
  const late = lateOf(arrived, { ...parts, deadlineMs: deadlineOf(request, parts) })
  const { data, known, warnings: leftOut } = dataOf(request, came, parts)
  const warnings = [...choice.warnings, ...failuresOf(arrived), ...late, ...leftOut]
  const said = warnings.length > 0 ? { warnings } : {}
  return { code: 0, message: 'success', data, ...said, meta: { ...metaOf(arrived), ...known } }
}

/** What is answered, and what is known of its links. */
function dataOf(request: SearchRequest, { arrived, recalled }: Came, parts: SearchParts) {
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
    known: { ...(archive ? { archive } : {}), ...(deadCount > 0 ? { dead: deadCount } : {}) },
    warnings,
  }
}
