// Routes compatible with NewsNow's page and tools.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { listErrors, unknownList, wrongParameter } from '../contract/example-errors.ts'
import {
  enableLoginResponse,
  entireRequest,
  entireResponse,
  maxNewsNowItems,
  type NewsNowItem,
  type NewsNowList,
  newsNowList,
  newsNowRequest,
} from '../contract/newsnow.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { sendJson } from '../http/json.ts'
import { parseQuery, readBody, validate } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/response-cache.ts'
import { createVersionReads } from '../upstream/cache/versions.ts'
import type { ListAnswer } from './lists.ts'
import { createListSender, findListOr404, type ListRouteOptions } from './single-list.ts'
import { toItems } from './to-contract.ts'

export const newsNowOperations = {
  newsNowList: operation('other clients', '/api/s', 'One list, NewsNow-compatible', {
    query: newsNowRequest,
    answers: [{ status: 200, meaning: 'The list.', schema: newsNowList }, notModified],
    errors: {
      400: [wrongParameter('id: is missing: must be the id of one source; GET /api/v1/sources lists them')],
      404: [unknownList],
      ...listErrors,
    },
  }),
  newsNowLists: operation('other clients', '/api/s/entire', 'Several cached lists, NewsNow-compatible', {
    method: 'post',
    description: 'No site is asked. Lists without a cache entry are omitted.',
    body: entireRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: entireResponse }],
    errors: {
      400: [wrongParameter('sources: must be an array of at most 200 ids of sources')],
    },
  }),
  newsNowLogin: operation('other clients', '/api/enable-login', 'Whether login is enabled, NewsNow-compatible', {
    access: 'open',
    answers: [{ status: 200, meaning: 'It is not.', schema: enableLoginResponse }],
  }),
} satisfies Operations

/** Registers `/api/s`, `/api/s/entire` and `/api/enable-login`; `/api/latest` is also part of our own API. */
export function newsNowRoutes(app: FastifyInstance, options: ListRouteOptions): void {
  const { lists } = options
  const [send, sendList] = [createCachedJson(options), createListSender(options)]
  app.get(routePath(newsNowOperations.newsNowList), (request, reply) => {
    const { id, latest: force } = parseQuery(request, newsNowRequest)
    const asked = { force, find: () => findListOr404(id, lists), key: () => ({ id }) }
    return sendList([request, reply], asked, (answer) => toNewsNowList({ ...answer, askedAs: id }))
  })
  app.post(routePath(newsNowOperations.newsNowLists), (request, reply) => {
    const { sources } = validate(entireRequest, readBody(request.body))
    return send(request, reply, { label: 'lists', key: { sources } }, async () => {
      const marks = createVersionReads(options.epochMs)
      const asked = sources.flatMap((id) => {
        const list = lists.find(id)
        return list?.isEnabled ? [{ id, list }] : []
      })
      const known = await Promise.all(asked.map(({ id, list }) => lists.known(list, id, marks)))
      const body = known.flatMap((answer) => (answer && toNewsNowList(answer)) ?? [])
      const oldest = body.reduce((time, { updatedTime }) => Math.min(time, updatedTime), options.epochMs())
      return { body, stamp: marks.stamp(asked.length), cache: 'hit', ageMs: options.epochMs() - oldest }
    })
  })
  app.get(routePath(newsNowOperations.newsNowLogin), (_request, reply) => {
    const body: z.output<typeof enableLoginResponse> = { enable: false }
    return sendJson(reply, body)
  })
}

function toNewsNowList({ askedAs, at, isStale, items }: ListAnswer): NewsNowList | undefined {
  if (at === undefined) return undefined
  const shown = toItems(items, maxNewsNowItems).map(({ rank: _rank, hot: _hot, ...item }): NewsNowItem => item)
  return { status: isStale ? 'cache' : 'success', id: askedAs, updatedTime: at.getTime(), items: shown }
}
