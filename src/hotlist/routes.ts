// Hot-list routes: sources, search within lists, and the legacy paths.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { listErrors, unknownList, wrongLimit, wrongParameter, wrongWindow } from '../contract/example-errors.ts'
import { hotListAnswers, hotListRequest, sourceRequest, sourcesRequest } from '../contract/hotlist.ts'
import { type FindAnswer, findAnswer, findRequest } from '../contract/hotlist-find.ts'
import { type TrendsAnswer, trendsAnswer, trendsRequest } from '../contract/hotlist-trends.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { badRequest } from '../http/errors.ts'
import { envelope, sendJson } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/response-cache.ts'
import { toSourceMetrics } from '../upstream/stats/source-metrics.ts'
import type { SourceStatistics } from '../upstream/stats/source-statistics.ts'
import type { HotList } from './build-lists.ts'
import { findItems } from './find-items.ts'
import { noAsk } from './lists.ts'
import {
  createListSender,
  createUncachedSender,
  findListOr404,
  type ListRoute,
  type ListRouteOptions,
} from './single-list.ts'
import { countItems, isSuccess, toItems, toSourceRecord, toState, unknownSourceMessage } from './to-contract.ts'
import type { Trends } from './trends.ts'

export const listOperations = {
  sources: operation('lists', '/api/v1/sources', 'All lists', {
    query: sourcesRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.sources }, notModified],
    errors: {
      400: [wrongParameter('family: unknown family nosuch; GET /api/v1/sources lists the family of each source')],
    },
  }),
  list: operation('lists', '/api/v1/sources/{id}', 'One list', {
    description:
      'A cached list is returned at once, with its age; the site is asked at most once per interval. If the site fails, the last good list is returned with `error`.',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: sourceRequest,
    answers: [{ status: 200, meaning: 'The list.', schema: hotListAnswers.source }, notModified],
    errors: { 400: [wrongLimit], 404: [unknownList], ...listErrors },
  }),
  items: operation('lists', '/api/hot-list', 'The bare items of one list', {
    query: hotListRequest,
    answers: [{ status: 200, meaning: 'The items, at most 50.', schema: hotListAnswers.hotList }, notModified],
    errors: {
      400: [wrongParameter('id: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources')],
      ...{ 502: listErrors[502], 503: listErrors[503] },
    },
  }),
  find: operation('lists', '/api/v1/find', 'Search the items of all lists', {
    description: 'Searches the cached lists without asking any site.',
    query: findRequest,
    answers: [{ status: 200, meaning: 'The matching items.', schema: findAnswer }, notModified],
    errors: {
      400: [wrongParameter('q: is missing: must be one string of 1 to 100 characters')],
    },
  }),
  trends: operation('lists', '/api/v1/trends', 'Stories of several platforms', {
    description:
      'The same event on lists of several platforms, joined by the words of the titles. Only cached lists take part; no site is asked. Changed lists are joined again after 5 s at the earliest.',
    query: trendsRequest,
    answers: [{ status: 200, meaning: 'The stories.', schema: trendsAnswer }, notModified],
    errors: { 400: [wrongWindow] },
  }),
  version: operation('service', '/api/latest', 'The version', {
    access: 'open',
    answers: [{ status: 200, meaning: 'The version.', schema: hotListAnswers.latest }],
  }),
} satisfies Operations

export interface HotListRouteOptions extends ListRouteOptions {
  readonly statistics: Pick<SourceStatistics, 'of' | 'health'>
  readonly trends: Trends
  readonly version: string
}

type Answer<Name extends keyof typeof hotListAnswers> = z.output<(typeof hotListAnswers)[Name]>

const maxItems = 50

export function hotListRoutes(app: FastifyInstance, options: HotListRouteOptions): void {
  const { lists, trends, version } = options
  const [send, sendList] = [createCachedJson(options), createListSender(options)]
  app.get(routePath(listOperations.sources), (request, reply) => {
    const query = parseQuery(request, sourcesRequest)
    return send(request, reply, { label: 'lists', key: query.metrics ? undefined : query }, async () => {
      const body: Answer<'sources'> = { ...envelope(options.epochMs()), ...sourcesOf(query, options) }
      return { body, ...noAsk, stamp: query.metrics ? undefined : lists.stamp() }
    })
  })
  app.get<ListRoute>(routePath(listOperations.list), (request, reply) => {
    const { force, limit } = parseQuery(request, sourceRequest)
    const find = () => findListOr404(request.params.id, lists)
    const key = ({ id }: HotList) => ({ id, limit })
    return sendList([request, reply], { force, find, key }, (answer): Answer<'source'> | undefined => {
      if (!isSuccess(answer)) return undefined
      const source = toSourceRecord(answer.list)
      return { ...envelope(options.epochMs()), source, total: countItems(answer.items), ...toState(answer, limit) }
    })
  })
  app.get(routePath(listOperations.items), (request, reply) => {
    const { id, refresh: force } = parseQuery(request, hotListRequest)
    const find = () => {
      const list = lists.find(id)
      if (!list) throw badRequest('id', unknownSourceMessage)
      return list
    }
    const asked = { force, find, key: (list: HotList) => ({ id: list.id }), status: 502 } as const
    return sendList([request, reply], asked, (answer): Answer<'hotList'> | undefined =>
      isSuccess(answer) ? toItems(answer.items, maxItems) : undefined,
    )
  })
  // Not cached: queries differ, and a change of any list would invalidate the response.
  const [sendFound, sendTrends] = [createUncachedSender(options, 'find'), createUncachedSender(options, 'trends')]
  app.get(routePath(listOperations.find), (request, reply) => {
    const query = parseQuery(request, findRequest)
    return sendFound<FindAnswer>(request, reply, () => findItems(query, lists))
  })
  app.get(routePath(listOperations.trends), (request, reply) => {
    const query = parseQuery(request, trendsRequest)
    return sendTrends<TrendsAnswer>(request, reply, () => trends(query))
  })
  app.get(routePath(listOperations.version), (_request, reply) => {
    const body: Answer<'latest'> = { ...envelope(options.epochMs()), v: version, name: 'trawl' }
    return sendJson(reply, body)
  })
}

function sourcesOf(
  { includeDisabled, metrics, column, type, family }: z.output<typeof sourcesRequest>,
  { lists, statistics }: HotListRouteOptions,
): Pick<Answer<'sources'>, 'count' | 'sources'> {
  const unknownFamily = family?.find((name) => !lists.all.some((list) => list.family === name))
  if (unknownFamily !== undefined)
    throw badRequest(
      'family',
      `unknown family ${unknownFamily.slice(0, 60)}; GET /api/v1/sources lists the family of each source`,
    )
  const sources = lists.all
    .filter((list) => includeDisabled || list.isEnabled)
    .filter((list) => column?.includes(list.column) ?? true)
    .filter((list) => type?.includes(list.type) ?? true)
    .filter((list) => family?.includes(list.family) ?? true)
    .map((list) => ({ ...toSourceRecord(list), ...(metrics ? figuresOf(list.id, statistics) : {}) }))
  return { count: sources.length, sources }
}

function figuresOf(id: string, statistics: HotListRouteOptions['statistics']) {
  return { metrics: toSourceMetrics(statistics.of(id)), health: statistics.health(id) }
}
