// The search service's routes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type HealthResponse, type SearchRequest, searchParameters, searchRequest } from '../contract/search.ts'
import { type NamedEvent, sendEvents } from '../http/event-stream.ts'
import { sendJson } from '../http/json.ts'
import { type Bag, parse, readBody, readQuery } from '../http/params.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import type { Logger } from '../log.ts'
import { eventText } from './answer.ts'
import type { Search } from './search.ts'
import type { SearchEvent } from './stream.ts'

/** What the search routes call. */
export interface SearchDoors {
  readonly search: Search['answer']
  readonly searchEvents: Search['events']
  readonly health: () => HealthResponse
  readonly ready: Pick<ReadyAnswers, 'send'>
  readonly log: Logger
}

/** Adds `/api/search`, `/api/search/stream` and `/api/health` to `app`. */
export function searchRoutes(app: FastifyInstance, { search, searchEvents, health, ready, log }: SearchDoors): void {
  const answer = (bag: Bag, request: FastifyRequest, reply: FastifyReply) => {
    const wanted = parse(searchRequest, bag)
    return ready.send(request, reply, { what: 'search', key: keyOf(wanted) }, (signal) => search(wanted, signal))
  }

  app.get('/api/search', (request, reply) => answer(readQuery(request.url, searchParameters), request, reply))
  app.post('/api/search', (request, reply) => answer(readBody(request.body), request, reply))
  app.get('/api/search/stream', (request, reply) => {
    const wanted = parse(searchRequest, readQuery(request.url, searchParameters))
    return sendEvents(request, reply, (signal) => textsOf(searchEvents(wanted, signal)), log)
  })
  app.get('/api/health', (_request, reply) => sendJson(reply, health()))
}

/** What of a request says what is answered: how many are asked at once, and how long one waits, change nothing about a whole answer. */
function keyOf({ refresh, conc: _pace, ext, ...what }: SearchRequest): string | undefined {
  const { deadline_ms: _wait, ...asked } = ext
  return refresh ? undefined : `search ${JSON.stringify({ ...what, ext: asked })}`
}

async function* textsOf(events: AsyncIterable<SearchEvent>): AsyncGenerator<NamedEvent> {
  for await (const event of events) yield { event: event.event, data: eventText(event) }
}
