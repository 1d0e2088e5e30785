// Routes of the history of hot lists.
import type { FastifyInstance } from 'fastify'
import {
  type HistoryAnswer,
  historyRequest,
  type ListAtAnswer,
  type ListChangesAnswer,
  listAtRequest,
  listChangesRequest,
  type RisersAnswer,
  risersRequest,
} from '../contract/hotlist-history.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import type { ListHistory } from './history/list-history.ts'
import type { Risers } from './history/risers.ts'
import { noAsk } from './response-freshness.ts'
import { findListOr404, type ListRouteOptions } from './single-list.ts'
import { envelope } from './to-contract.ts'

/** Not cached: each refresh changes what is answered. */
const uncached = { label: 'history', key: undefined }

export function historyRoutes(
  app: FastifyInstance,
  options: ListRouteOptions & { readonly history: ListHistory; readonly risers: Risers },
): void {
  const { lists, history, risers, epochMs } = options
  const send = createCachedJson(options)
  app.get<{ Params: { id: string } }>('/api/v1/sources/:id/history', (request, reply) => {
    const query = parseQuery(request, historyRequest)
    const list = findListOr404(request.params.id, lists)
    return send(request, reply, uncached, async () => {
      const body: HistoryAnswer = { ...envelope(epochMs()), ...(await history.span(list, query)) }
      return { body, ...noAsk }
    })
  })
  app.get<{ Params: { id: string } }>('/api/v1/sources/:id/at', (request, reply) => {
    const { time } = parseQuery(request, listAtRequest)
    const list = findListOr404(request.params.id, lists)
    return send(request, reply, uncached, async () => {
      const body: ListAtAnswer = { ...envelope(epochMs()), ...(await history.at(list, time)) }
      return { body, ...noAsk }
    })
  })
  app.get<{ Params: { id: string } }>('/api/v1/sources/:id/changes', (request, reply) => {
    const { since } = parseQuery(request, listChangesRequest)
    const list = findListOr404(request.params.id, lists)
    return send(request, reply, uncached, async () => {
      const body: ListChangesAnswer = { ...envelope(epochMs()), ...(await history.changes(list, since)) }
      return { body, ...noAsk }
    })
  })
  app.get('/api/v1/risers', (request, reply) => {
    const query = parseQuery(request, risersRequest)
    return send(request, reply, uncached, async () => {
      const body: RisersAnswer = { ...envelope(epochMs()), ...(await risers(query)) }
      return { body, ...noAsk }
    })
  })
}
