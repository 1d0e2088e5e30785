// The search routes: `/api/search`, `/api/search/stream`, `/api/health`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type HealthResponse, type SearchRequest, searchParameters, searchRequest } from '../contract/search.ts'
import { type NamedEvent, sendEvents } from '../http/event-stream.ts'
import { sendJson } from '../http/json.ts'
import { type Bag, parse, readBody, readQuery } from '../http/params.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import type { Logger } from '../log.ts'
import { eventText } from './answer.ts'
import type { Search } from './search.ts'
import type { SearchEvent } from './stream-event.ts'

/** Dependencies of the search routes. */
export interface SearchDoors {
  readonly search: Search['answer']
  readonly searchEvents: Search['events']
  /** Reserves capacity for a stream; unlimited if undefined. */
  readonly searchRoom?: Search['roomFor'] | undefined
  /** Number of requests that a search counts as in the rate limit; 1 if undefined. */
  readonly requestCount?: Search['requestCount'] | undefined
  /** Charges `more` further requests to the client's rate limit. */
  readonly charge?:
    | ((request: FastifyRequest, reply: FastifyReply, cost: { readonly more: number }) => void)
    | undefined
  /** The rate limit key of the caller; undefined if the caller is exempt. */
  readonly clientOf?: ((request: FastifyRequest) => string | undefined) | undefined
  readonly health: () => HealthResponse
  readonly ready: Pick<ReadyAnswers, 'send'>
  /** Admits a request with `refresh`. @throws RequestError 429 if they are too frequent, 503 if the service is overloaded. */
  readonly forced?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  readonly log: Logger
}

/** Adds `/api/search`, `/api/search/stream` and `/api/health` to `app`. */
export function searchRoutes(app: FastifyInstance, doors: SearchDoors): void {
  const { search, searchEvents, searchRoom, forced, clientOf, health, ready, log } = doors
  const charge = (wanted: SearchRequest, request: FastifyRequest, reply: FastifyReply) => {
    const more = (doors.requestCount?.(wanted) ?? 1) - 1
    if (more > 0) doors.charge?.(request, reply, { more })
  }
  const answer = (bag: Bag, request: FastifyRequest, reply: FastifyReply) => {
    const wanted = parse(searchRequest, bag)
    if (wanted.refresh) forced?.(request, reply)
    return ready.send(request, reply, { what: 'search', key: keyOf(wanted) }, (signal) => {
      charge(wanted, request, reply)
      return search(wanted, signal, clientOf?.(request))
    })
  }

  app.get('/api/search', (request, reply) => answer(readQuery(request.url, searchParameters), request, reply))
  app.post('/api/search', (request, reply) => answer(readBody(request.body), request, reply))
  app.get('/api/search/stream', async (request, reply) => {
    const wanted = parse(searchRequest, readQuery(request.url, searchParameters))
    if (wanted.refresh) forced?.(request, reply)
    // Before the stream starts, so that a rejection is an HTTP status and not an event.
    charge(wanted, request, reply)
    const client = clientOf?.(request)
    if (searchRoom) untilClosed(reply, await searchRoom(wanted, client))
    return sendEvents(request, reply, (signal) => textsOf(searchEvents(wanted, signal, client)), log)
  })
  app.get('/api/health', (_request, reply) => sendJson(reply, health()))
}

/** The response cache key. Concurrency and deadline are left out: they do not change a complete answer. */
function keyOf({ refresh, conc: _pace, ext, ...what }: SearchRequest): string | undefined {
  const { deadline_ms: _wait, ...asked } = ext
  return refresh ? undefined : `search ${JSON.stringify({ ...what, ext: asked })}`
}

function untilClosed({ raw }: FastifyReply, leave: () => void): void {
  if (raw.closed) leave()
  raw.once('close', leave)
}

async function* textsOf(events: AsyncIterable<SearchEvent>): AsyncGenerator<NamedEvent> {
  for await (const event of events) yield { event: event.event, data: eventText(event) }
}
