// The route of suggestions: titles of works for a part of a title, also in the format that browsers ask for.
import type { FastifyInstance } from 'fastify'
import { apiVersion } from '../contract/monitoring.ts'
import { type SuggestAnswer, suggestRequest } from '../contract/suggest.ts'
import { sendJson } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import type { Suggest } from './suggest/load-suggester.ts'

export function suggestRoutes(
  app: FastifyInstance,
  { suggest, epochMs }: { readonly suggest: Suggest; readonly epochMs: () => number },
): void {
  app.get('/api/v1/suggest', async (request, reply) => {
    const query = parseQuery(request, suggestRequest)
    const suggestions = await suggest(query)
    reply.header('cache-control', 'no-store')
    const body: SuggestAnswer = { apiVersion, timestamp: epochMs(), suggestions }
    if (query.format === 'json') return sendJson(reply, body)
    const texts = JSON.stringify([query.q, suggestions.map(({ title }) => title)])
    return reply.header('content-type', 'application/x-suggestions+json; charset=utf-8').send(Buffer.from(texts))
  })
}
