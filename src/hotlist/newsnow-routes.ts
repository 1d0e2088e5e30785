// Routes compatible with NewsNow's page and tools.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  type enableLoginResponse,
  entireRequest,
  maxNewsNowItems,
  type NewsNowItem,
  type NewsNowList,
  newsNowRequest,
} from '../contract/newsnow.ts'
import { sendJson } from '../http/json.ts'
import { parseQuery, readBody, validate } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import { createVersionReads } from '../upstream/cache/versions.ts'
import type { ListAnswer } from './lists.ts'
import { fetchList, findListOr404, type ListRouteOptions, listFailedError, requireEnabled } from './single-list.ts'
import { toItems } from './to-contract.ts'

/** Registers `/api/s`, `/api/s/entire` and `/api/enable-login`; `/api/latest` is also part of our own API. */
export function newsNowRoutes(app: FastifyInstance, options: ListRouteOptions): void {
  const { lists } = options
  const send = createCachedJson(options)
  app.get('/api/s', async (request, reply) => {
    const { id, latest: force } = parseQuery(request, newsNowRequest)
    if (force) options.forced?.(request, reply)
    const list = requireEnabled(findListOr404(id, lists))
    return send(request, reply, { label: 'lists', key: force ? undefined : { id } }, async (signal) => {
      const { answer, freshness } = await fetchList(list, { force, signal }, options)
      const body = toNewsNowList({ ...answer, askedAs: id })
      if (!body) throw listFailedError(answer)
      return { body, ...freshness }
    })
  })
  app.post('/api/s/entire', (request, reply) => {
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
  app.get('/api/enable-login', (_request, reply) => {
    const body: z.output<typeof enableLoginResponse> = { enable: false }
    return sendJson(reply, body)
  })
}

/** Converts an answer; undefined when there is no current or earlier list. */
function toNewsNowList({ askedAs, at, isStale, items }: ListAnswer): NewsNowList | undefined {
  if (at === undefined) return undefined
  const shown = toItems(items, maxNewsNowItems).map(({ rank: _rank, hot: _hot, ...item }): NewsNowItem => item)
  return { status: isStale ? 'cache' : 'success', id: askedAs, updatedTime: at.getTime(), items: shown }
}
