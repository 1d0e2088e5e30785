// The route of suggestions: titles of works for a part of a title, also in the format that browsers ask for.
import type { FastifyInstance } from 'fastify'
import { type Operations, operation, routePath } from '../contract/operation.ts'
import { type SuggestAnswer, suggestAnswer, suggestRequest } from '../contract/suggest.ts'
import { envelope, sendJson } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import type { Suggest } from './suggest/load-suggester.ts'

export const suggestOperations = {
  suggest: operation('links', '/api/v1/suggest', 'Titles of works for a part of a title', {
    description:
      'Reads the archive and the hot lists that name works, and asks no site. Chinese titles are also found by pinyin: first letters or syllables. Where no title has `q`, the most similar ones are suggested.',
    query: suggestRequest,
    answers: [
      { status: 200, meaning: 'The titles, best first.', schema: suggestAnswer },
      { status: 200, meaning: 'With `format=opensearch`: `[q, [title, …]]`.', type: 'application/x-suggestions+json' },
    ],
    errors: {
      400: [
        { message: 'q: is missing: must be one string of 1 to 100 characters', details: { parameter: 'q' } },
        { message: 'limit: must be an integer from 1 to 20', details: { parameter: 'limit' } },
        { message: 'format: must be one of json, opensearch', details: { parameter: 'format' } },
      ],
    },
  }),
} satisfies Operations

export function suggestRoutes(
  app: FastifyInstance,
  { suggest, epochMs }: { readonly suggest: Suggest; readonly epochMs: () => number },
): void {
  app.get(routePath(suggestOperations.suggest), async (request, reply) => {
    const query = parseQuery(request, suggestRequest)
    const suggestions = await suggest(query)
    reply.header('cache-control', 'no-store')
    const body: SuggestAnswer = { ...envelope(epochMs()), suggestions }
    if (query.format === 'json') return sendJson(reply, body)
    const texts = JSON.stringify([query.q, suggestions.map(({ title }) => title)])
    return reply.header('content-type', 'application/x-suggestions+json; charset=utf-8').send(Buffer.from(texts))
  })
}
