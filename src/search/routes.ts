// The search routes: `/api/search`, `/api/search/stream`, `/api/health`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type HealthResponse, type SearchRequest, searchParameters, searchRequest } from '../contract/search.ts'
import { sendJson } from '../http/json.ts'
import { type RawParams, readBody, readQuery, validate } from '../http/params.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import { type NamedEvent, sendEventStream } from '../http/streaming/server-sent-events.ts'
import type { Logger } from '../observability/log.ts'
import { type SearchEvent, serializeEvent } from './pipeline/answer.ts'
import type { Search } from './search.ts'

/** Dependencies of the search routes. */
export interface SearchRouteOptions {
  readonly search: Search['answer']
  readonly searchEvents: Search['events']
  /** Reserves capacity for a stream; unlimited if undefined. */
  readonly searchRoom?: Search['reserveFor'] | undefined
  /** Number of requests that a search counts as in the rate limit; 1 if undefined. */
  readonly requestCount?: Search['requestCount'] | undefined
  /** Charges `more` further requests to the client's rate limit. */
  readonly charge?:
    | ((request: FastifyRequest, reply: FastifyReply, cost: { readonly more: number }) => void)
    | undefined
  /** The rate limit key of the caller; undefined if the caller is exempt. */
  readonly clientOf?: ((request: FastifyRequest) => string | undefined) | undefined
  readonly health: () => HealthResponse
  readonly ready: Pick<ResponseCache, 'respond'>
  /** Admits a request with `refresh`. @throws RequestError 429 if they are too frequent, 503 if the service is overloaded. */
  readonly forced?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  readonly log: Logger
}

/** Adds `/api/search`, `/api/search/stream` and `/api/health` to `app`. */
export function searchRoutes(app: FastifyInstance, options: SearchRouteOptions): void {
  const { search, searchEvents, searchRoom, forced, clientOf, health, ready, log } = options
  const charge = (searchOptions: SearchRequest, request: FastifyRequest, reply: FastifyReply) => {
    const more = (options.requestCount?.(searchOptions) ?? 1) - 1
    if (more > 0) options.charge?.(request, reply, { more })
  }
  const answer = (params: RawParams, request: FastifyRequest, reply: FastifyReply) => {
    const searchOptions = validate(searchRequest, params)
    if (searchOptions.refresh) forced?.(request, reply)
    return ready.respond(request, reply, { label: 'search', key: keyOf(searchOptions) }, (signal) => {
      charge(searchOptions, request, reply)
      return search(searchOptions, signal, clientOf?.(request))
    })
  }

  app.get('/api/search', (request, reply) => answer(readQuery(request.url, searchParameters), request, reply))
  app.post('/api/search', (request, reply) => answer(readBody(request.body), request, reply))
  app.get('/api/search/stream', async (request, reply) => {
    const searchOptions = validate(searchRequest, readQuery(request.url, searchParameters))
    if (searchOptions.refresh) forced?.(request, reply)
    // Before the stream starts, so that a rejection is an HTTP status and not an event.
    charge(searchOptions, request, reply)
    const client = clientOf?.(request)
    if (searchRoom) releaseOnClose(reply, await searchRoom(searchOptions, client))
    return sendEventStream(
      request,
      reply,
      (signal) => serializeEvents(searchEvents(searchOptions, signal, client)),
      log,
    )
  })
  app.get('/api/health', (_request, reply) => sendJson(reply, health()))
}

/** The response cache key. Concurrency and deadline are left out: they do not change a complete answer. */
function keyOf({ refresh, conc: _pace, ext, ...what }: SearchRequest): string | undefined {
  const { deadline_ms: _wait, ...asked } = ext
  return refresh ? undefined : `search ${JSON.stringify({ ...what, ext: asked })}`
}

function releaseOnClose({ raw }: FastifyReply, release: () => void): void {
  if (raw.closed) release()
  raw.once('close', release)
}

async function* serializeEvents(events: AsyncIterable<SearchEvent>): AsyncGenerator<NamedEvent> {
  for await (const event of events) yield { event: event.event, data: serializeEvent(event) }
}
