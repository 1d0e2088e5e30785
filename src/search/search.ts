// One search: choose the sources, gather what they give, match, merge, rank, shape.
import type { SearchRequest, SearchResponse } from '../contract/search.ts'
import { createMarks } from '../upstream/versions.ts'
import { answerText, type SearchAnswer } from './answer.ts'
import { type Arrival, type ArrivalParts, arrivals, countUnknown, deadlineOf } from './arrivals.ts'
import type { Catalogue } from './catalogue.ts'
import { type Choice, createChooser } from './choose.ts'
import { createMerger, type Entry } from './merge.ts'
import { rankEntries, rankResults } from './rank.ts'
import { ageOf, failuresOf, lateOf, metaOf } from './report.ts'
import { shapeData } from './shape.ts'
import { type SearchEvent, searchEvents } from './stream.ts'
import { together } from './together.ts'

/** Searches, for an answer or as a stream of events. `signal` aborts when the caller leaves. */
export interface Search {
  /** Rejects with the signal's reason when the caller leaves before the answer, as `takeRoom` throws, and else only for a bug of ours. */
  answer(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>
  /** The same search as it comes; throws as `answer` rejects, but takes no room by itself. */
  events(request: SearchRequest, signal: AbortSignal): AsyncGenerator<SearchEvent>
  /** Takes the room that a search needs, and gives what leaves it; rejects as `takeRoom` throws. Absent where there always is room. */
  readonly roomFor: ((request: SearchRequest) => Promise<() => void>) | undefined
}

export interface SearchParts extends Catalogue, ArrivalParts {
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly room?: Room | undefined
}

/** The room there is for searches, counted in sources that are asked. */
export interface Room {
  /** Is there room for so many? */
  hasRoom(asks: number): boolean
  /** Takes it, and gives what leaves it again; throws when there is none. */
  takeRoom(asks: number): () => void
}

/** Makes the search over channels and plugins. */
export function createSearch(parts: SearchParts): Search {
  const choose = createChooser(parts)
  const { now, room } = parts
  const roomFor =
    room &&
    (async (request: SearchRequest) => {
      const choice = choose(request)
      const asks = choice.sources.length
      // What is known is looked up only where it matters: mostly there is room.
      return room.takeRoom(room.hasRoom(asks) ? asks : await countUnknown(request, choice, parts))
    })
  return {
    answer: together(
      async (request, signal) => {
        const started = now()
        const choice = choose(request)
        const marks = createMarks(now)
        const came: Arrival[] = []
        for await (const arrival of arrivals(request, choice, parts, { signal, marks })) came.push(arrival)

        const order = new Map(choice.sources.map(({ id }, index) => [id, index]))
        came.sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0))
        const body = bodyOf(request, choice, came, parts)
        const stamp = marks.stamp(choice.sources.length)
        return { body, text: answerText(body), ...ageOf(came, started), tookMs: now() - started, stamp }
      },
      now,
      roomFor,
    ),
    events: (request, signal) => searchEvents(request, choose(request), parts, signal),
    roomFor,
  }
}

function bodyOf(request: SearchRequest, choice: Choice, came: readonly Arrival[], parts: ArrivalParts): SearchResponse {
  const late = lateOf(came, { ...parts, deadlineMs: deadlineOf(request, parts) })
  const warnings = [...choice.warnings, ...failuresOf(came), ...late]
  const said = warnings.length > 0 ? { warnings } : {}
  return { code: 0, message: 'success', data: dataOf(request, came), ...said, meta: metaOf(came) }
}

function dataOf({ res }: SearchRequest, came: readonly Arrival[]) {
  const found = came.flatMap((arrival) => arrival.found)
  const entries = res === 'results' ? [] : rankEntries(mergedOf(came))
  const results = res === 'merged_by_type' ? [] : rankResults(found)
  return shapeData(res, entries, results)
}

function mergedOf(came: readonly Arrival[]): Entry[] {
  const merger = createMerger()
  for (const { found, besides } of came) {
    merger.add(found.flatMap(({ matches }) => matches))
    merger.hear(besides)
  }
  return merger.entries()
}
