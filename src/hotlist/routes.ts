// The hot-list service's routes: sources, batches, the stream, and the older paths.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  batchRequest,
  hotBatchRequest,
  type hotListAnswers,
  hotListRequest,
  optimizedRequest,
  type StreamMessage,
  sourceRequest,
  sourcesRequest,
  streamRequest,
} from '../contract/hotlist.ts'
import { apiVersion } from '../contract/hotlist-watch.ts'
import { RequestError } from '../http/errors.ts'
import { type NamedEvent, sendEvents } from '../http/event-stream.ts'
import { sendJson } from '../http/json.ts'
import { whileConnected } from '../http/leaving.ts'
import { sendLines } from '../http/line-stream.ts'
import { parseQuery } from '../http/params.ts'
import type { Logger } from '../log.ts'
import type { Statistics } from '../upstream/statistics.ts'
import type { HotList } from './accept-family.ts'
import type { Batches } from './batches.ts'
import type { ListAnswer, Lists } from './lists.ts'
import { isSuccess, itemsOf, metricsOf, noSuchSource, recordOf, stateOf } from './shape.ts'
import { listMessages } from './stream.ts'

/** What the hot-list routes call. */
export interface HotListDoors {
  readonly lists: Lists
  readonly batches: Batches
  readonly statistics: Pick<Statistics, 'of' | 'health'>
  readonly version: string
  readonly log: Logger
  /** Epoch milliseconds. */
  readonly time: () => number
}

type Answer<Name extends keyof typeof hotListAnswers> = z.output<(typeof hotListAnswers)[Name]>

const mostItems = 50

/** Adds the routes of the hot-list service to `app`. */
export function hotListRoutes(app: FastifyInstance, doors: HotListDoors): void {
  const { lists, version } = doors
  app.get('/api/v1/sources', (request, reply) => {
    const body: Answer<'sources'> = { ...head(doors), ...sourcesOf(parseQuery(request, sourcesRequest), doors) }
    return sendJson(reply, body)
  })
  app.get<{ Params: { id: string } }>('/api/v1/sources/:id', async (request, reply) => {
    const { force, limit } = parseQuery(request, sourceRequest)
    const list = enabled(found(request.params.id, lists))
    const answer = await whileConnected(reply, (signal) => lists.one(list, { force, signal }))
    if (!isSuccess(answer)) throw failed(answer, answer.failure?.kind === 'timeout' ? 504 : 502)
    const total = answer.items.length
    const body: Answer<'source'> = { ...head(doors), source: recordOf(list), total, ...stateOf(answer, limit) }
    return sendJson(reply, body)
  })
  app.get('/api/hot-list', async (request, reply) => {
    const { id, refresh } = parseQuery(request, hotListRequest)
    const list = lists.find(id)
    if (!list) throw new RequestError(400, `id: ${noSuchSource}`, { details: { parameter: 'id' } })
    enabled(list)
    const answer = await whileConnected(reply, (signal) => lists.one(list, { force: refresh, signal }))
    if (!isSuccess(answer)) throw failed(answer, 502)
    const body: Answer<'hotList'> = itemsOf(answer.items, mostItems)
    return sendJson(reply, body)
  })
  app.get('/api/latest', (_request, reply) => {
    const body: Answer<'latest'> = { ...head(doors), v: version, name: 'trawl' }
    return sendJson(reply, body)
  })
  batchRoutes(app, doors)
}

function batchRoutes(app: FastifyInstance, doors: HotListDoors): void {
  const { batches } = doors
  app.get('/api/v1/batch', async (request, reply) => {
    const wanted = parseQuery(request, batchRequest)
    const came = await whileConnected(reply, (signal) => batches.batch(wanted, signal))
    const body: Answer<'batch'> = { ...head(doors), ...came }
    return sendJson(reply, body)
  })
  app.get('/api/v1/sources/hot/batch', async (request, reply) => {
    const wanted = parseQuery(request, hotBatchRequest)
    const came = await whileConnected(reply, (signal) => batches.hot(wanted, signal))
    const body: Answer<'hotBatch'> = { ...head(doors), ...came }
    return sendJson(reply, body)
  })
  app.get('/api/v1/optimized/batch', async (request, reply) => {
    const wanted = parseQuery(request, optimizedRequest)
    const came = await whileConnected(reply, (signal) => batches.optimized(wanted, signal))
    const body: Answer<'optimized'> = { ...head(doors), ...came }
    return sendJson(reply, body)
  })
  app.get('/api/v1/stream', (request, reply) => streamed(request, reply, doors))
}

function head({ time }: HotListDoors) {
  return { apiVersion, timestamp: time() } as const
}

function found(id: string, lists: Lists): HotList {
  const list = lists.find(id)
  if (list) return list
  throw new RequestError(404, `source: ${noSuchSource}`, { code: 'SOURCE_NOT_FOUND' })
}

function enabled(list: HotList): HotList {
  if (list.isEnabled) return list
  throw new RequestError(
    503,
    `source: ${list.id} is turned off here, as ENABLED_SOURCES and DISABLED_SOURCES have it; ${list.home} has it`,
    {
      code: 'SOURCE_DISABLED',
      details: { source: list.id },
    },
  )
}

function failed({ list, failure }: ListAnswer, status: 502 | 504): RequestError {
  const { kind = 'mismatch', detail = 'no answer' } = failure ?? {}
  const again =
    kind === 'blocked' || kind === 'open' ? 'when its site has been left alone for some minutes' : 'within a minute'
  const message = `source: ${list.id} could not be asked (${kind}: ${detail}), and no earlier list of it is kept; it is asked again ${again}`
  return new RequestError(status, message, { details: { source: list.id, kind, message: detail } })
}

function sourcesOf(
  { includeDisabled, metrics, column, type, family }: z.output<typeof sourcesRequest>,
  { lists, statistics }: HotListDoors,
): Pick<Answer<'sources'>, 'count' | 'sources'> {
  const stray = family?.find((name) => !lists.all.some((list) => list.family === name))
  if (stray !== undefined)
    throw new RequestError(
      400,
      `family: there is no family ${stray.slice(0, 60)}; each of GET /api/v1/sources has its own`,
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

const broken = JSON.stringify({
  type: 'error',
  sourceId: '*',
  data: [],
  total: 0,
  error: { kind: 'internal', message: 'internal error; the log has it' },
})

function streamed(request: FastifyRequest, reply: FastifyReply, { lists, log }: HotListDoors): FastifyReply {
  const wanted = parseQuery(request, streamRequest)
  const messages = (signal: AbortSignal) => listMessages(wanted, { lists, pause: paused }, signal)
  if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? ''))
    return sendLines(request, reply, (signal) => textsOf(messages(signal)), { log, broken })
  return sendEvents(request, reply, (signal) => eventsOf(messages(signal)), log)
}

async function paused(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal })
}

async function* textsOf(messages: AsyncIterable<StreamMessage>): AsyncGenerator<string> {
  for await (const message of messages) yield JSON.stringify(message)
}

/** Plain messages, and `end` when there are no more, so that a browser does not come again. */
async function* eventsOf(messages: AsyncIterable<StreamMessage>): AsyncGenerator<NamedEvent> {
  for await (const text of textsOf(messages)) yield { data: text }
  yield { event: 'end', data: '{}' }
}
