// The search routes: `/api/search`, `/api/search/stream`, `/api/v1/works/[key]`, `/api/health` and `/api/check/links`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CheckResponse, checkRequest, checkResponse } from '../contract/check.ts'
import { overloaded } from '../contract/example-errors.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import {
  type HealthResponse,
  healthResponse,
  type SearchRequest,
  searchFields,
  searchParameters,
  searchRequest,
  searchResponse,
} from '../contract/search.ts'
import { searchEvent } from '../contract/search-events.ts'
import { type WorkResponse, workResponse } from '../contract/works.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { RequestError } from '../http/errors.ts'
import { envelope, sendJson } from '../http/json.ts'
import { type RawParams, readBody, readQuery, validate } from '../http/params.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import { abortOnDisconnect } from '../http/streaming/abort-on-disconnect.ts'
import { type NamedEvent, sendEventStream } from '../http/streaming/server-sent-events.ts'
import { createUnreadLimit } from '../http/streaming/unread-limit.ts'
import type { Logger } from '../observability/log.ts'
import { type LinkChecker, moreRequestsOfCheck } from './checks/link-checker.ts'
import { type SearchEvent, serializeEvent } from './pipeline/answer.ts'
import type { Search } from './search.ts'

const wholeAnswer =
  'Asks all sources concurrently and answers when all have answered, or after 8 s with the results received so far. In that case `meta.complete` is false, and repeating the search later returns more. Failed sources are listed in `warnings`.'

const wrongFields = [
  { message: 'kw: is missing: must be one string of 1 to 200 characters' },
  { message: 'conc: must be an integer from 1 to 256' },
  { message: 'ext: is not valid JSON: must be a JSON object' },
]

export const searchOperations = {
  search: operation('links', '/api/search', 'Search for links', {
    description: wholeAnswer,
    query: searchFields,
    answers: [{ status: 200, meaning: 'The search results.', schema: searchResponse }, notModified],
    errors: {
      400: wrongFields,
      503: [overloaded],
    },
  }),
  searchWithBody: operation('links', '/api/search', 'Search for links, with a JSON body', {
    method: 'post',
    description: `${wholeAnswer} For requests that are too long for a query string.`,
    body: searchFields,
    answers: [{ status: 200, meaning: 'The search results.', schema: searchResponse }],
    errors: {
      400: [...wrongFields, { message: 'body: must be a JSON object' }],
      503: [overloaded],
    },
  }),
  searchEvents: operation('links', '/api/search/stream', 'Search, streaming links as they are found', {
    description:
      'The same search as server-sent events: `start`; `source`, `links` and `results` as each source answers; `end`. After an internal error `error` is sent instead of `end`. A comment line is sent every 15 s. A browser that reconnects after `end` gets 204, so that it stops.',
    query: searchFields,
    answers: [
      { status: 200, meaning: 'The events.', type: 'text/event-stream', stream: 'events', schema: searchEvent },
      { status: 204, meaning: 'The stream is complete: the client reconnected with `Last-Event-ID: end`.' },
    ],
    errors: {
      400: wrongFields,
      503: [overloaded],
    },
  }),
  work: operation('links', '/api/v1/works/{key}', 'A work with all links ever seen of it', {
    description:
      'Reads the archive and asks no site. A work is known once a search with `res=works` or `ext.details` has returned it; it is forgotten when its links are evicted.',
    pathWords: { key: 'The `key` of a work, such as `film:流浪地球:2`.' },
    answers: [
      {
        status: 200,
        meaning: 'The work with its links, best first, each with its last known state.',
        schema: workResponse,
      },
    ],
    errors: {
      404: [
        { message: 'key: no work with this key is in the archive' },
        { message: 'archive: is off on this server, so no works are stored' },
      ],
      503: [{ message: 'archive: cannot be read at the moment' }],
    },
  }),
  health: operation('links', '/api/health', 'Default channels and plugins, and the health of search', {
    description: 'Open without login, so that a page can show it before its user has logged in.',
    access: 'open',
    answers: [{ status: 200, meaning: 'Channels, plugins and health.', schema: healthResponse }],
  }),
  checkLinks: operation('links', '/api/check/links', 'Check whether shares still exist', {
    method: 'post',
    description: 'Asks the clouds at a limited rate, each link once; recent results are returned from the cache.',
    body: checkRequest,
    answers: [{ status: 200, meaning: 'One result per link.', schema: checkResponse }],
    errors: {
      400: [
        { message: 'items: must be an array of 1 to 256 items' },
        { message: 'items.0.url: must be a string of 1 to 2048 characters' },
      ],
      503: [overloaded],
    },
  }),
} satisfies Operations

export interface SearchRouteOptions {
  readonly search: Search
  readonly health: () => HealthResponse
  readonly responseCache: Pick<ResponseCache, 'respond'>
  readonly log: Logger
  readonly epochMs: () => number
}

/**
 * Adds `/api/search`, `/api/search/stream`, `/api/v1/works/[key]` and `/api/health` to `app`. `forced` admits a request with `refresh`.
 * It throws RequestError 429 if they are too frequent, and 503 if the service is overloaded.
 */
export function searchRoutes(
  app: FastifyInstance,
  { search, health, responseCache, log, epochMs }: SearchRouteOptions,
  guard: Pick<RequestGuard, 'charge' | 'rateLimitKey'>,
  forced: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const charge = (searchOptions: SearchRequest, request: FastifyRequest, reply: FastifyReply) => {
    const more = search.requestCount(searchOptions) - 1
    if (more > 0) guard.charge(request, reply, { more })
  }
  const texts = createEventTexts()
  const openStream = createStreamLimit()
  const limitUnread = createUnreadLimit()
  const answer = (params: RawParams, request: FastifyRequest, reply: FastifyReply) => {
    const searchOptions = validate(searchRequest, params)
    if (searchOptions.refresh) forced(request, reply)
    return responseCache.respond(request, reply, { label: 'search', key: keyOf(searchOptions) }, (signal) => {
      charge(searchOptions, request, reply)
      return search.answer(searchOptions, signal, guard.rateLimitKey(request))
    })
  }

  app.get(routePath(searchOperations.search), (request, reply) =>
    answer(readQuery(request.url, searchParameters), request, reply),
  )
  app.post(routePath(searchOperations.searchWithBody), (request, reply) =>
    answer(readBody(request.body), request, reply),
  )
  app.get(routePath(searchOperations.searchEvents), async (request, reply) => {
    const searchOptions = validate(searchRequest, readQuery(request.url, searchParameters))
    if (searchOptions.refresh) forced(request, reply)
    charge(searchOptions, request, reply)
    openStream(guard.rateLimitKey(request), reply)
    const events = (signal: AbortSignal) => search.events(searchOptions, signal, guard.rateLimitKey(request))
    const named = async (signal: AbortSignal) =>
      limitUnread(texts(await begun(events(signal))), guard.rateLimitKey(request), signal)
    return sendEventStream(request, reply, named, { log, isRepeating: true })
  })
  app.get<{ Params: { key: string } }>(routePath(searchOperations.work), async (request, reply) => {
    const work = await search.work(request.params.key)
    const body: WorkResponse = { ...envelope(epochMs()), work }
    return sendJson(reply.header('cache-control', 'no-store'), body)
  })
  app.get(routePath(searchOperations.health), (_request, reply) => sendJson(reply, health()))
}

/** Maximum streams of one client at a time: each holds the results of its search until they are read. */
const maxStreamsPerClient = 32
const retryAfterS = 5

/** Creates the count of open streams by client. The function counts one until its connection closes. @throws RequestError 429. */
function createStreamLimit() {
  const open = new Map<string, number>()
  return (client: string | undefined, reply: FastifyReply): void => {
    if (client === undefined || reply.raw.closed) return
    const count = open.get(client) ?? 0
    if (count >= maxStreamsPerClient)
      throw new RequestError(429, `stream: at most ${maxStreamsPerClient} search streams per client`, {
        details: { limit: maxStreamsPerClient, retryAfterS },
        headers: { 'retry-after': `${retryAfterS}` },
      })
    open.set(client, count + 1)
    reply.raw.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  }
}

/** Adds `POST /api/check/links` to `app`; `deadlineMs` is the deadline of a request in milliseconds. */
export function checkRoutes(
  app: FastifyInstance,
  checkLinks: LinkChecker['check'],
  deadlineMs: number,
  { rateLimitKey, charge }: Pick<RequestGuard, 'rateLimitKey' | 'charge'>,
): void {
  app.post(routePath(searchOperations.checkLinks), async (request, reply) => {
    const { items } = validate(checkRequest, readBody(request.body))
    charge(request, reply, { more: moreRequestsOfCheck(items.length) })
    const client = rateLimitKey(request)
    const results = await abortOnDisconnect(reply, (signal) => checkLinks(items, { deadlineMs, signal, client }))
    const body: CheckResponse = { results }
    return sendJson(reply.header('cache-control', 'no-store'), body)
  })
}

/** The response cache key. Concurrency and deadline are left out: they do not change a complete answer. */
function keyOf({ refresh, conc: _pace, ext, ...what }: SearchRequest): string | undefined {
  const { deadline_ms: _wait, ...asked } = ext
  return refresh ? undefined : `search ${JSON.stringify({ ...what, ext: asked })}`
}

/** Waits for the first event, so that a rejection is an HTTP status and not an event. */
async function begun(events: AsyncGenerator<SearchEvent>): Promise<AsyncGenerator<SearchEvent>> {
  const first = await events.next()
  return (async function* all() {
    if (!first.done) yield first.value
    yield* events
  })()
}

/** Converts events to their texts, each once for all streams that share it. */
function createEventTexts() {
  const known = new WeakMap<SearchEvent, NamedEvent>()
  return async function* texts(events: AsyncIterable<SearchEvent>): AsyncGenerator<NamedEvent> {
    for await (const event of events) {
      const text = known.get(event) ?? { event: event.event, data: serializeEvent(event) }
      known.set(event, text)
      yield text
    }
  }
}
