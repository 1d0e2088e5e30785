// The route of the stories that several platforms report.
import type { FastifyInstance } from 'fastify'
import { type TrendsAnswer, trendsRequest } from '../contract/hotlist-trends.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import { noAsk } from './response-freshness.ts'
import type { ListRouteOptions } from './single-list.ts'
import { envelope } from './to-contract.ts'
import type { Trends } from './trends.ts'

export function trendRoutes(
  app: FastifyInstance,
  options: Pick<ListRouteOptions, 'responseCache' | 'epochMs'> & { readonly trends: Trends },
): void {
  const { trends, epochMs } = options
  const send = createCachedJson(options)
  app.get('/api/v1/trends', (request, reply) => {
    const query = parseQuery(request, trendsRequest)
    // Not cached: a change of any list would invalidate the response; the stories are kept.
    return send(request, reply, { label: 'trends', key: undefined }, async () => {
      const body: TrendsAnswer = { ...envelope(epochMs()), ...(await trends(query)) }
      return { body, ...noAsk }
    })
  })
}
