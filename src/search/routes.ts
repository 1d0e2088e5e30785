// The search service's routes.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type HealthResponse, searchParameters, searchRequest } from '../contract/search.ts'
import { type NamedEvent, sendEvents } from '../http/event-stream.ts'
import { sendJson } from '../http/json.ts'
import { whileConnected } from '../http/leaving.ts'
import { type Bag, parse, readBody, readQuery } from '../http/params.ts'
import type { Logger } from '../log.ts'
import { answerText, eventText } from './answer.ts'
import type { Search } from './search.ts'
import type { SearchEvent } from './stream.ts'

/** What the search routes call. */
export interface SearchDoors {
  readonly search: Search['answer']
  readonly searchEvents: Search['events']
  readonly health: () => HealthResponse
  readonly log: Logger
}

const json = 'application/json; charset=utf-8'

/** Adds `/api/search`, `/api/search/stream` and `/api/health` to `app`. */
export function searchRoutes(app: FastifyInstance, { search, searchEvents, health, log }: SearchDoors): void {
  const answer = async (bag: Bag, reply: FastifyReply) => {
    const request = parse(searchRequest, bag)
    const { body, cache, ageMs, tookMs } = await whileConnected(reply, (signal) => search(request, signal))
    return reply
      .header('content-type', json)
      .header('server-timing', `search;dur=${tookMs.toFixed(1)}`)
      .header('x-cache', cache.toUpperCase())
      .header('age', Math.floor(ageMs / 1000))
      .send(answerText(body))
  }

  app.get('/api/search', (request, reply) => answer(readQuery(request.url, searchParameters), reply))
  app.post('/api/search', (request, reply) => answer(readBody(request.body), reply))
  app.get('/api/search/stream', (request, reply) => {
    const wanted = parse(searchRequest, readQuery(request.url, searchParameters))
    return sendEvents(request, reply, (signal) => textsOf(searchEvents(wanted, signal)), log)
  })
  app.get('/api/health', (_request, reply) => sendJson(reply, health()))
}

async function* textsOf(events: AsyncIterable<SearchEvent>): AsyncGenerator<NamedEvent> {
  for await (const event of events) yield { event: event.event, data: eventText(event) }
}
