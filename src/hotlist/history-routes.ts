// Routes of the history of hot lists.
import type { FastifyInstance } from 'fastify'
import { noHistory, unknownList, wrongParameter, wrongTime, wrongWindow } from '../contract/example-errors.ts'
import {
  type HistoryAnswer,
  historyAnswer,
  historyRequest,
  type ListAtAnswer,
  type ListChangesAnswer,
  listAtAnswer,
  listAtRequest,
  listChangesAnswer,
  listChangesRequest,
  type RisersAnswer,
  risersAnswer,
  risersRequest,
} from '../contract/hotlist-history.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { parseQuery } from '../http/params.ts'
import type { ListHistory } from './history/list-history.ts'
import type { Risers } from './history/risers.ts'
import { createUncachedSender, findListOr404, type ListRoute, type ListRouteOptions } from './single-list.ts'

export const historyOperations = {
  history: operation('lists', '/api/v1/sources/{id}/history', 'The history of a list', {
    description:
      'Rank and heat of an item over time, or the items of a span. No site is asked. Every refresh is kept for a week, one per hour for a quarter, one per day after it.',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: historyRequest,
    answers: [{ status: 200, meaning: 'The history.', schema: historyAnswer }, notModified],
    errors: {
      400: [wrongTime('from'), wrongParameter('from: must be before to')],
      404: [
        unknownList,
        wrongParameter('item: not on weibo in this span; without item the items of the span are listed'),
      ],
      503: [noHistory],
    },
  }),
  listAt: operation('lists', '/api/v1/sources/{id}/at', 'A list as it stood', {
    description: 'The last recorded refresh up to a time. No site is asked.',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: listAtRequest,
    answers: [{ status: 200, meaning: 'The list.', schema: listAtAnswer }, notModified],
    errors: {
      400: [wrongTime('time: is missing')],
      404: [unknownList, wrongParameter('time: the history of weibo begins at 2026-11-20T08:00:00.000Z')],
      503: [noHistory],
    },
  }),
  changes: operation('lists', '/api/v1/sources/{id}/changes', 'What changed in a list', {
    description: 'Items that appeared, left or moved since a time. No site is asked.',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: listChangesRequest,
    answers: [{ status: 200, meaning: 'The changes.', schema: listChangesAnswer }, notModified],
    errors: {
      400: [wrongTime('since: is missing')],
      404: [unknownList, { message: 'source: no refresh of weibo is recorded yet' }],
      503: [noHistory],
    },
  }),
  risers: operation('lists', '/api/v1/risers', 'The fastest risers of all lists', {
    description: 'Items of lists of type `hottest` that gained the most ranks within the window. No site is asked.',
    query: risersRequest,
    answers: [{ status: 200, meaning: 'The risers.', schema: risersAnswer }, notModified],
    errors: { 400: [wrongWindow], 503: [noHistory] },
  }),
} satisfies Operations

export function historyRoutes(
  app: FastifyInstance,
  options: ListRouteOptions & { readonly history: ListHistory; readonly risers: Risers },
): void {
  const { lists, history, risers } = options
  // Not cached: each refresh changes what is answered.
  const send = createUncachedSender(options, 'history')
  app.get<ListRoute>(routePath(historyOperations.history), (request, reply) => {
    const query = parseQuery(request, historyRequest)
    const list = findListOr404(request.params.id, lists)
    return send<HistoryAnswer>(request, reply, () => history.span(list, query))
  })
  app.get<ListRoute>(routePath(historyOperations.listAt), (request, reply) => {
    const { time } = parseQuery(request, listAtRequest)
    const list = findListOr404(request.params.id, lists)
    return send<ListAtAnswer>(request, reply, () => history.at(list, time))
  })
  app.get<ListRoute>(routePath(historyOperations.changes), (request, reply) => {
    const { since } = parseQuery(request, listChangesRequest)
    const list = findListOr404(request.params.id, lists)
    return send<ListChangesAnswer>(request, reply, () => history.changes(list, since))
  })
  app.get(routePath(historyOperations.risers), (request, reply) => {
    const query = parseQuery(request, risersRequest)
    return send<RisersAnswer>(request, reply, () => risers(query))
  })
}
