// The search service's routes.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type HealthResponse, type SearchRequest, searchParameters, searchRequest } from '../contract/search.ts'
import { whileConnected } from '../http/leaving.ts'
import { type Bag, parse, readBody, readQuery } from '../http/params.ts'
import { answerText, type SearchAnswer } from './answer.ts'

/** What the search routes call. The signal aborts when the client leaves before it has been answered. */
export interface SearchDoors {
  readonly search: (request: SearchRequest, signal: AbortSignal) => Promise<SearchAnswer>
  readonly health: () => HealthResponse
}

const json = 'application/json; charset=utf-8'

/** Adds `/api/search` and `/api/health` to `app`. */
export function searchRoutes(app: FastifyInstance, { search, health }: SearchDoors): void {
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
  app.get('/api/health', (_request, reply) => reply.header('content-type', json).send(JSON.stringify(health())))
}
