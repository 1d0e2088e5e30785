// The streams of the service, as pieces that are told while they come and whose end is known from a break.
import { queryOf } from './address.ts'
import { type Asking, believed } from './asking.ts'
import { type NamedEvent, readEvents } from './event-reading.ts'
import { readLines } from './line-reading.ts'
import type { ListEventsQuery, SearchEvent, SearchRequest, StreamMessage } from './shapes.ts'
import { brokenOff, TrawlError } from './trawl-error.ts'

const known: ReadonlySet<string> = new Set(['start', 'source', 'links', 'results', 'end'])

/** The events of a search, `end` the last. @throws (rejects) TrawlError when it ends without. */
export async function* searchEventsOf(
  asking: Asking,
  request: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<SearchEvent> {
  const body = await asking.open(`/api/search/stream${queryOf(request)}`, 'text/event-stream', { signal })
  for await (const named of saying(readEvents(body), asking)) {
    if (named.event === 'error') throw failureOf(named, asking)
    // What a later Trawl tells besides is not for who does not know it.
    if (!known.has(named.event)) continue
    const event = pieceOf<SearchEvent>(`{"event":"${named.event}","data":${named.data}}`, asking)
    yield event
    if (event.event === 'end') return
  }
  throw brokenOff(asking.base, 'the stream ended before the search did')
}

function failureOf({ data }: NamedEvent, asking: Asking): TrawlError {
  const { code, message } = pieceOf<{ readonly code?: number; readonly message?: string }>(data, asking)
  return new TrawlError(code ?? 500, message ?? 'the search broke off')
}

function pieceOf<Piece>(text: string, { base }: Asking): Piece {
  try {
    return believed(text, base)
  } catch {
    throw brokenOff(base, 'a piece of it cannot be read')
  }
}

/** The messages about lists. @throws (rejects) TrawlError when it ends before all is told, or, following, while something could still change. */
export async function* listEventsOf(
  asking: Asking,
  { ids, query }: { readonly ids: readonly string[]; readonly query: ListEventsQuery },
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  // The service reads several where one holds commas.
  const wanted = ids
    .flatMap((id) => id.split(/[,，]/))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const path = `/api/v1/stream${queryOf({ sources: wanted, ...query })}`
  const body = await asking.open(path, 'application/x-ndjson', { signal })
  const untold = new Set(wanted)
  let canChange = false
  for await (const line of saying(readLines(body), asking)) {
    // A sign of life.
    if (line.trim() === '') continue
    const message = pieceOf<StreamMessage>(line, asking)
    if (message.sourceId === '*') throw new TrawlError(500, message.error?.message ?? 'the stream broke off')
    if (message.type === 'end' || message.type === 'error') untold.delete(message.sourceId)
    canChange ||= message.error?.kind !== 'unknown' && message.error?.kind !== 'disabled'
    yield message
  }
  if (untold.size > 0) throw brokenOff(asking.base, `the stream ended before all was told of ${[...untold].join(', ')}`)
  if (query.follow === true && canChange)
    throw brokenOff(asking.base, 'the stream ended, as when the service stops; open it again')
}

/** What breaks a stream, in words for people. Who left is told his own reason. */
async function* saying<Piece>(pieces: AsyncGenerator<Piece>, { base }: Asking): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (error) {
    throw brokenOff(base, error)
  }
}
