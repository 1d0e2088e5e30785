// Hot-list routes: sources, search within lists, and the legacy paths.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { busy, disabledList, failedOnce, timedOut, unknownList, wrongLimit } from '../contract/example-errors.ts'
import { hotListAnswers, hotListRequest, sourceRequest, sourcesRequest } from '../contract/hotlist.ts'
import { type FindAnswer, findAnswer, findRequest } from '../contract/hotlist-find.ts'
import { notModified, type Operations, routePath } from '../contract/operation.ts'
import { RequestError } from '../http/errors.ts'
import { envelope, sendJson } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import { toSourceMetrics } from '../upstream/stats/source-metrics.ts'
import type { SourceStatistics } from '../upstream/stats/source-statistics.ts'
import { findItems } from './find-items.ts'
import { noAsk } from './response-freshness.ts'
import { fetchList, findListOr404, type ListRouteOptions, listFailedError, requireEnabled } from './single-list.ts'
import { countItems, isSuccess, toItems, toSourceRecord, toState, unknownSourceMessage } from './to-contract.ts'

export const listOperations = {
  sources: {
    method: 'get',
    path: '/api/v1/sources',
    tag: 'lists',
    summary: 'All lists',
    access: 'callers',
    query: sourcesRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.sources }, notModified],
    errors: {
      400: [
        {
          message: 'family: unknown family nosuch; GET /api/v1/sources lists the family of each source',
          details: { parameter: 'family' },
        },
      ],
    },
  },
  list: {
    method: 'get',
    path: '/api/v1/sources/{id}',
    tag: 'lists',
    summary: 'One list',
    description:
      'A cached list is returned at once, with its age; the site is asked at most once per interval. If the site fails, the last good list is returned with `error`.',
    access: 'callers',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: sourceRequest,
    answers: [{ status: 200, meaning: 'The list.', schema: hotListAnswers.source }, notModified],
    errors: { 400: [wrongLimit], 404: [unknownList], 502: [failedOnce], 503: [disabledList, busy], 504: [timedOut] },
  },
  items: {
    method: 'get',
    path: '/api/hot-list',
    tag: 'lists',
    summary: 'The bare items of one list',
    access: 'callers',
    query: hotListRequest,
    answers: [{ status: 200, meaning: 'The items, at most 50.', schema: hotListAnswers.hotList }, notModified],
    errors: {
      400: [
        {
          message: 'id: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources',
          details: { parameter: 'id' },
        },
      ],
      502: [failedOnce],
      503: [disabledList, busy],
    },
  },
  find: {
    method: 'get',
    path: '/api/v1/find',
    tag: 'lists',
    summary: 'Search the items of all lists',
    description: 'Searches the cached lists without asking any site.',
    access: 'callers',
    query: findRequest,
    answers: [{ status: 200, meaning: 'The matching items.', schema: findAnswer }, notModified],
    errors: {
      400: [{ message: 'q: is missing: must be one string of 1 to 100 characters', details: { parameter: 'q' } }],
    },
  },
  version: {
    method: 'get',
    path: '/api/latest',
    tag: 'service',
    summary: 'The version',
    access: 'open',
    answers: [{ status: 200, meaning: 'The version.', schema: hotListAnswers.latest }],
  },
} satisfies Operations

export interface HotListRouteOptions extends ListRouteOptions {
  readonly statistics: Pick<SourceStatistics, 'of' | 'health'>
  readonly version: string
}

type Answer<Name extends keyof typeof hotListAnswers> = z.output<(typeof hotListAnswers)[Name]>

/** Name of the step in `server-timing`. */
const label = 'lists'
const maxItems = 50

export function hotListRoutes(app: FastifyInstance, options: HotListRouteOptions): void {
  const { lists, version } = options
  const send = createCachedJson(options)
  app.get(routePath(listOperations.sources), (request, reply) => {
    const query = parseQuery(request, sourcesRequest)
    return send(request, reply, { label, key: query.metrics ? undefined : query }, async () => {
      const body: Answer<'sources'> = { ...envelope(options.epochMs()), ...sourcesOf(query, options) }
      return { body, ...noAsk, stamp: query.metrics ? undefined : lists.stamp() }
    })
  })
  app.get<{ Params: { id: string } }>(routePath(listOperations.list), async (request, reply) => {
    const { force, limit } = parseQuery(request, sourceRequest)
    if (force) options.forced?.(request, reply)
    const list = requireEnabled(findListOr404(request.params.id, lists))
    return send(request, reply, { label, key: force ? undefined : { id: list.id, limit } }, async (signal) => {
      const { answer, freshness } = await fetchList(list, { force, signal }, options)
      if (!isSuccess(answer)) throw listFailedError(answer)
      const total = countItems(answer.items)
      const body: Answer<'source'> = {
        ...envelope(options.epochMs()),
        source: toSourceRecord(list),
        total,
        ...toState(answer, limit),
      }
      return { body, ...freshness }
    })
  })
  app.get(routePath(listOperations.items), (request, reply) => {
    const { id, refresh } = parseQuery(request, hotListRequest)
    if (refresh) options.forced?.(request, reply)
    const list = lists.find(id)
    if (!list) throw new RequestError(400, `id: ${unknownSourceMessage}`, { details: { parameter: 'id' } })
    requireEnabled(list)
    return send(request, reply, { label, key: refresh ? undefined : { id: list.id } }, async (signal) => {
      const { answer, freshness } = await fetchList(list, { force: refresh, signal }, options)
      if (!isSuccess(answer)) throw listFailedError(answer, 502)
      const body: Answer<'hotList'> = toItems(answer.items, maxItems)
      return { body, ...freshness }
    })
  })
  app.get(routePath(listOperations.find), (request, reply) => {
    const query = parseQuery(request, findRequest)
    // Not cached: queries differ, and a change of any list would invalidate the response.
    return send(request, reply, { label: 'find', key: undefined }, async () => {
      const body: FindAnswer = { ...envelope(options.epochMs()), ...(await findItems(query, lists)) }
      return { body, ...noAsk }
    })
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
    throw new RequestError(
      400,
      `family: unknown family ${unknownFamily.slice(0, 60)}; GET /api/v1/sources lists the family of each source`,
      { details: { parameter: 'family' } },
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
