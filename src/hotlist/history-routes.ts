// Routes of the history of hot lists.
import type { FastifyInstance } from 'fastify'
import { noHistory, unknownList, wrongWindow } from '../contract/example-errors.ts'
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
import { notModified, type Operations, routePath } from '../contract/operation.ts'
import { envelope } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import type { ListHistory } from './history/list-history.ts'
import type { Risers } from './history/risers.ts'
import { noAsk } from './response-freshness.ts'
import { findListOr404, type ListRouteOptions } from './single-list.ts'

export const historyOperations = {
  history: {
    method: 'get',
    path: '/api/v1/sources/{id}/history',
    tag: 'lists',
    summary: 'The history of a list',
    description:
      'Rank and heat of an item over time, or the items of a span. No site is asked. Every refresh is kept for a week, one per hour for a quarter, one per day after it.',
    access: 'callers',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: historyRequest,
    answers: [{ status: 200, meaning: 'The history.', schema: historyAnswer }, notModified],
    errors: {
      400: [
        {
          message: 'from: must be a time: epoch milliseconds, or ISO 8601 with its zone, like 2026-11-21T08:00:00Z',
          details: { parameter: 'from' },
        },
        { message: 'from: must be before to', details: { parameter: 'from' } },
      ],
      404: [
        unknownList,
        {
          message: 'item: not on weibo in this span; without item the items of the span are listed',
          details: { parameter: 'item' },
        },
      ],
      503: [noHistory],
    },
  },
  listAt: {
    method: 'get',
    path: '/api/v1/sources/{id}/at',
    tag: 'lists',
    summary: 'A list as it stood',
    description: 'The last recorded refresh up to a time. No site is asked.',
    access: 'callers',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: listAtRequest,
    answers: [{ status: 200, meaning: 'The list.', schema: listAtAnswer }, notModified],
    errors: {
      400: [
        {
          message:
            'time: is missing: must be a time: epoch milliseconds, or ISO 8601 with its zone, like 2026-11-21T08:00:00Z',
          details: { parameter: 'time' },
        },
      ],
      404: [
        unknownList,
        { message: 'time: the history of weibo begins at 2026-11-20T08:00:00.000Z', details: { parameter: 'time' } },
      ],
      503: [noHistory],
    },
  },
  changes: {
    method: 'get',
    path: '/api/v1/sources/{id}/changes',
    tag: 'lists',
    summary: 'What changed in a list',
    description: 'Items that appeared, left or moved since a time. No site is asked.',
    access: 'callers',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: listChangesRequest,
    answers: [{ status: 200, meaning: 'The changes.', schema: listChangesAnswer }, notModified],
    errors: {
      400: [
        {
          message:
            'since: is missing: must be a time: epoch milliseconds, or ISO 8601 with its zone, like 2026-11-21T08:00:00Z',
          details: { parameter: 'since' },
        },
      ],
      404: [unknownList, { message: 'source: no refresh of weibo is recorded yet' }],
      503: [noHistory],
    },
  },
  risers: {
    method: 'get',
    path: '/api/v1/risers',
    tag: 'lists',
    summary: 'The fastest risers of all lists',
    description: 'Items of lists of type `hottest` that gained the most ranks within the window. No site is asked.',
    access: 'callers',
    query: risersRequest,
    answers: [{ status: 200, meaning: 'The risers.', schema: risersAnswer }, notModified],
    errors: { 400: [wrongWindow], 503: [noHistory] },
  },
} satisfies Operations

/** Not cached: each refresh changes what is answered. */
const uncached = { label: 'history', key: undefined }

export function historyRoutes(
  app: FastifyInstance,
  options: ListRouteOptions & { readonly history: ListHistory; readonly risers: Risers },
): void {
  const { lists, history, risers, epochMs } = options
  const send = createCachedJson(options)
  app.get<{ Params: { id: string } }>(routePath(historyOperations.history), (request, reply) => {
    const query = parseQuery(request, historyRequest)
    const list = findListOr404(request.params.id, lists)
    return send(request, reply, uncached, async () => {
      const body: HistoryAnswer = { ...envelope(epochMs()), ...(await history.span(list, query)) }
      return { body, ...noAsk }
    })
  })
  app.get<{ Params: { id: string } }>(routePath(historyOperations.listAt), (request, reply) => {
    const { time } = parseQuery(request, listAtRequest)
    const list = findListOr404(request.params.id, lists)
    return send(request, reply, uncached, async () => {
      const body: ListAtAnswer = { ...envelope(epochMs()), ...(await history.at(list, time)) }
      return { body, ...noAsk }
    })
  })
  app.get<{ Params: { id: string } }>(routePath(historyOperations.changes), (request, reply) => {
    const { since } = parseQuery(request, listChangesRequest)
    const list = findListOr404(request.params.id, lists)
    return send(request, reply, uncached, async () => {
      const body: ListChangesAnswer = { ...envelope(epochMs()), ...(await history.changes(list, since)) }
      return { body, ...noAsk }
    })
  })
  app.get(routePath(historyOperations.risers), (request, reply) => {
    const query = parseQuery(request, risersRequest)
    return send(request, reply, uncached, async () => {
      const body: RisersAnswer = { ...envelope(epochMs()), ...(await risers(query)) }
      return { body, ...noAsk }
    })
  })
}
