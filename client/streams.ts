// Reads the service's streams: search events and list messages; an unexpected end is an error.

import { readLines } from './line-reader.ts'
import { assumeType, type Requester } from './request.ts'
import { type NamedEvent, readServerSentEvents } from './sse-reader.ts'
import { streamInterrupted, TrawlError } from './trawl-error.ts'
import type { ListEventsQuery, SearchEvent, SearchRequest, StreamMessage } from './types.ts'
import { queryOf } from './url.ts'

const known: ReadonlySet<string> = new Set(['start', 'source', 'links', 'works', 'results', 'end'])

/** Yields the events of a search; `end` is the last. @throws (rejects) TrawlError when the stream ends without it. */
export async function* streamSearchEvents(
  requester: Requester,
  request: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<SearchEvent> {
  const body = await requester.open(`/api/search/stream${queryOf(request)}`, 'text/event-stream', { signal })
  for await (const named of convertErrors(readServerSentEvents(body), requester)) {
    if (named.event === 'error') throw failureOf(named, requester)
    // Ignore events that a newer server may add.
    if (!known.has(named.event)) continue
    const event = parsePiece<SearchEvent>(`{"event":"${named.event}","data":${named.data}}`, requester)
    yield event
    if (event.event === 'end') return
  }
  throw streamInterrupted(requester.base, 'the stream ended before the search did')
}

function failureOf({ data }: NamedEvent, requester: Requester): TrawlError {
  const { code, message } = parsePiece<{ readonly code?: number; readonly message?: string }>(data, requester)
  return new TrawlError(code ?? 500, message ?? 'the search failed')
}

function parsePiece<Piece>(text: string, { base }: Requester): Piece {
  try {
    return assumeType(text, base)
  } catch {
    throw streamInterrupted(base, 'it contains invalid data')
  }
}

/** Yields the messages of lists. @throws (rejects) TrawlError when the stream ends too early, or ends at all while following lists that can change. */
export async function* streamListMessages(
  requester: Requester,
  { ids, query }: { readonly ids: readonly string[]; readonly query: ListEventsQuery },
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  // The service splits ids at commas too.
  const listIds = ids
    .flatMap((id) => id.split(/[,，]/))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const path = `/api/v1/stream${queryOf({ sources: listIds, ...query })}`
  const body = await requester.open(path, 'application/x-ndjson', { signal })
  const incomplete = new Set(listIds)
  let canChange = false
  for await (const line of convertErrors(readLines(body), requester)) {
    // An empty line is a keep-alive.
    if (line.trim() === '') continue
    const message = parsePiece<StreamMessage>(line, requester)
    if (message.sourceId === '*') throw new TrawlError(500, message.error?.message ?? 'the stream failed')
    if (message.type === 'end' || message.type === 'error') incomplete.delete(message.sourceId)
    canChange ||= message.error?.kind !== 'unknown' && message.error?.kind !== 'disabled'
    yield message
  }
  if (incomplete.size > 0)
    throw streamInterrupted(
      requester.base,
      `the stream ended before these lists were complete: ${[...incomplete].join(', ')}`,
    )
  if (query.follow === true && canChange)
    throw streamInterrupted(requester.base, 'the stream ended, probably because the server stopped; reconnect')
}

/** Converts errors of a stream to TrawlError. The caller's own cancellation keeps its reason. */
async function* convertErrors<Piece>(pieces: AsyncGenerator<Piece>, { base }: Requester): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (error) {
    throw streamInterrupted(base, error)
  }
}
