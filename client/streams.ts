// Reads the service's streams: search events and list messages; an unexpected end is an error.
import { queryOf } from './address.ts'
import { type Asking, believed } from './asking.ts'
import { type NamedEvent, readEvents } from './event-reading.ts'
import { readLines } from './line-reading.ts'
import type { ListEventsQuery, SearchEvent, SearchRequest, StreamMessage } from './shapes.ts'
import { brokenOff, TrawlError } from './trawl-error.ts'

const known: ReadonlySet<string> = new Set(['start', 'source', 'links', 'results', 'end'])

/** Yields the events of a search; `end` is the last. @throws (rejects) TrawlError when the stream ends without it. */
export async function* searchEventsOf(
  asking: Asking,
  request: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<SearchEvent> {
  const body = await asking.open(`/api/search/stream${queryOf(request)}`, 'text/event-stream', { signal })
  for await (const named of saying(readEvents(body), asking)) {
    if (named.event === 'error') throw failureOf(named, asking)
    // Ignore events that a newer server may add.
    if (!known.has(named.event)) continue
    const event = pieceOf<SearchEvent>(`{"event":"${named.event}","data":${named.data}}`, asking)
    yield event
    if (event.event === 'end') return
  }
  throw brokenOff(asking.base, 'the stream ended before the search did')
}

function failureOf({ data }: NamedEvent, asking: Asking): TrawlError {
  const { code, message } = pieceOf<{ readonly code?: number; readonly message?: string }>(data, asking)
  return new TrawlError(code ?? 500, message ?? 'the search failed')
}

function pieceOf<Piece>(text: string, { base }: Asking): Piece {
  try {
    return believed(text, base)
  } catch {
    throw brokenOff(base, 'it contains invalid data')
  }
}

/** Yields the messages of lists. @throws (rejects) TrawlError when the stream ends too early, or ends at all while following lists that can change. */
export async function* listEventsOf(
  asking: Asking,
  { ids, query }: { readonly ids: readonly string[]; readonly query: ListEventsQuery },
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  // The service splits ids at commas too.
  const wanted = ids
    .flatMap((id) => id.split(/[,，]/))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const path = `/api/v1/stream${queryOf({ sources: wanted, ...query })}`
  const body = await asking.open(path, 'application/x-ndjson', { signal })
  const untold = new Set(wanted)
  let canChange = false
  for await (const line of saying(readLines(body), asking)) {
    // An empty line is a keep-alive.
    if (line.trim() === '') continue
    const message = pieceOf<StreamMessage>(line, asking)
    if (message.sourceId === '*') throw new TrawlError(500, message.error?.message ?? 'the stream failed')
    if (message.type === 'end' || message.type === 'error') untold.delete(message.sourceId)
    canChange ||= message.error?.kind !== 'unknown' && message.error?.kind !== 'disabled'
    yield message
  }
  if (untold.size > 0)
    throw brokenOff(asking.base, `the stream ended before these lists were complete: ${[...untold].join(', ')}`)
  if (query.follow === true && canChange)
    throw brokenOff(asking.base, 'the stream ended, probably because the server stopped; reconnect')
}

/** Converts errors of a stream to TrawlError. The caller's own cancellation keeps its reason. */
async function* saying<Piece>(pieces: AsyncGenerator<Piece>, { base }: Asking): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (error) {
    throw brokenOff(base, error)
  }
}
