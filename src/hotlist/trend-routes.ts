// The route of the stories that several platforms report.
import type { FastifyInstance } from 'fastify'
import { wrongWindow } from '../contract/example-errors.ts'
import { type TrendsAnswer, trendsAnswer, trendsRequest } from '../contract/hotlist-trends.ts'
import { notModified, type Operations, routePath } from '../contract/operation.ts'
import { envelope } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import { noAsk } from './response-freshness.ts'
import type { ListRouteOptions } from './single-list.ts'
import type { Trends } from './trends.ts'

export const trendOperations = {
  trends: {
    method: 'get',
    path: '/api/v1/trends',
    tag: 'lists',
    summary: 'Stories of several platforms',
    description:
      'The same event on lists of several platforms, joined by the words of the titles. Only cached lists take part; no site is asked. Changed lists are joined again after 5 s at the earliest.',
    access: 'callers',
    query: trendsRequest,
    answers: [{ status: 200, meaning: 'The stories.', schema: trendsAnswer }, notModified],
    errors: { 400: [wrongWindow] },
  },
} satisfies Operations

export function trendRoutes(
  app: FastifyInstance,
  options: Pick<ListRouteOptions, 'responseCache' | 'epochMs'> & { readonly trends: Trends },
): void {
  const { trends, epochMs } = options
  const send = createCachedJson(options)
  app.get(routePath(trendOperations.trends), (request, reply) => {
    const query = parseQuery(request, trendsRequest)
    // Not cached: a change of any list would invalidate the response; the stories are kept.
    return send(request, reply, { label: 'trends', key: undefined }, async () => {
      const body: TrendsAnswer = { ...envelope(epochMs()), ...(await trends(query)) }
      return { body, ...noAsk }
    })
  })
}
