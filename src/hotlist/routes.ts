// Hot-list routes: sources, search within lists, and the legacy paths.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type hotListAnswers, hotListRequest, sourceRequest, sourcesRequest } from '../contract/hotlist.ts'
import { type FindAnswer, findRequest } from '../contract/hotlist-find.ts'
import { RequestError } from '../http/errors.ts'
import { sendJson } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import { createReadyJson } from '../http/ready-json.ts'
import type { Statistics } from '../upstream/statistics.ts'
import { findItems } from './find.ts'
import type { Lists } from './lists.ts'
import { askOne, enabled, failed, found } from './one-list.ts'
import { countOf, headOf, isSuccess, itemsOf, metricsOf, noSuchSource, recordOf, stateOf } from './shape.ts'
import { lasting } from './standing.ts'

/** Dependencies of the hot-list routes. */
export interface HotListDoors {
  readonly lists: Lists
  readonly statistics: Pick<Statistics, 'of' | 'health'>
  readonly ready: Pick<ReadyAnswers, 'send'>
  /** Admits a forced refresh. @throws RequestError 429 when the client's rate limit is exceeded, 503 when the service is overloaded. */
  readonly forced?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  readonly version: string
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

type Answer<Name extends keyof typeof hotListAnswers> = z.output<(typeof hotListAnswers)[Name]>

/** Name of the step in `server-timing`. */
const what = 'lists'
const mostItems = 50

/** Registers the hot-list routes. */
export function hotListRoutes(app: FastifyInstance, doors: HotListDoors): void {
  const { lists, version } = doors
  const send = createReadyJson(doors)
  app.get('/api/v1/sources', (request, reply) => {
    const wanted = parseQuery(request, sourcesRequest)
    return send(request, reply, { what, key: wanted.metrics ? undefined : wanted }, async () => {
      const body: Answer<'sources'> = { ...headOf(doors.epochMs()), ...sourcesOf(wanted, doors) }
      return { body, ...(wanted.metrics ? { ...lasting, stamp: undefined } : lasting) }
    })
  })
  app.get<{ Params: { id: string } }>('/api/v1/sources/:id', async (request, reply) => {
    const { force, limit } = parseQuery(request, sourceRequest)
    if (force) doors.forced?.(request, reply)
    const list = enabled(found(request.params.id, lists))
    return send(request, reply, { what, key: force ? undefined : { id: list.id, limit } }, async (signal) => {
      const { answer, standing } = await askOne(list, { force, signal }, doors)
      if (!isSuccess(answer)) throw failed(answer)
      const total = countOf(answer.items)
      const body: Answer<'source'> = {
        ...headOf(doors.epochMs()),
        source: recordOf(list),
        total,
        ...stateOf(answer, limit),
      }
      return { body, ...standing }
    })
  })
  app.get('/api/hot-list', (request, reply) => {
    const { id, refresh } = parseQuery(request, hotListRequest)
    if (refresh) doors.forced?.(request, reply)
    const list = lists.find(id)
    if (!list) throw new RequestError(400, `id: ${noSuchSource}`, { details: { parameter: 'id' } })
    enabled(list)
    return send(request, reply, { what, key: refresh ? undefined : { id: list.id } }, async (signal) => {
      const { answer, standing } = await askOne(list, { force: refresh, signal }, doors)
      if (!isSuccess(answer)) throw failed(answer, 502)
      const body: Answer<'hotList'> = itemsOf(answer.items, mostItems)
      return { body, ...standing }
    })
  })
  app.get('/api/v1/find', (request, reply) => {
    const wanted = parseQuery(request, findRequest)
    // Not cached: queries differ, and a change of any list would invalidate the response.
    return send(request, reply, { what: 'find', key: undefined }, async () => {
      const body: FindAnswer = { ...headOf(doors.epochMs()), ...(await findItems(wanted, lists)) }
      return { body, ...lasting, stamp: undefined }
    })
  })
  app.get('/api/latest', (_request, reply) => {
    const body: Answer<'latest'> = { ...headOf(doors.epochMs()), v: version, name: 'trawl' }
    return sendJson(reply, body)
  })
}

function sourcesOf(
  { includeDisabled, metrics, column, type, family }: z.output<typeof sourcesRequest>,
  { lists, statistics }: HotListDoors,
): Pick<Answer<'sources'>, 'count' | 'sources'> {
  const stray = family?.find((name) => !lists.all.some((list) => list.family === name))
  if (stray !== undefined)
    throw new RequestError(
      400,
      `family: unknown family ${stray.slice(0, 60)}; GET /api/v1/sources lists the family of each source`,
      {
        details: { parameter: 'family' },
      },
    )
  const sources = lists.all
    .filter((list) => includeDisabled || list.isEnabled)
    .filter((list) => column?.includes(list.column) ?? true)
    .filter((list) => type?.includes(list.type) ?? true)
    .filter((list) => family?.includes(list.family) ?? true)
    .map((list) =>
      metrics
        ? { ...recordOf(list), metrics: metricsOf(statistics.of(list.id)), health: statistics.health(list.id) }
        : recordOf(list),
    )
  return { count: sources.length, sources }
}
