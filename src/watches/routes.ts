// Routes of watches: declaring them, and reading what they found.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DigestAnswer } from '../contract/digest.ts'
import { routePath } from '../contract/operation.ts'
import {
  type WatchAnswer,
  type WatchEvent,
  type WatchEventsAnswer,
  type WatchesAnswer,
  type WatchFeedTokenAnswer,
  type WatchRecord,
  type WatchRequest,
  watchEventsRequest,
  watchFeedRequest,
  watchRequest,
} from '../contract/watches.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import { badRequest } from '../http/errors.ts'
import { type Feed, feedId, newestAt } from '../http/feeds/feed.ts'
import { createFeedSender } from '../http/feeds/send-feed.ts'
import { envelope, sendJson } from '../http/json.ts'
import { parseQuery, readDeclaredBody, validate } from '../http/params.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import { oneLine, truncate } from '../parsing/text.ts'
import { didYouMean } from '../parsing/validation-errors.ts'
import type { Digest } from './digest.ts'
import { watchOperations } from './operations.ts'
import { fileOwner, manages, nameProblem, type Watch, type WatchCaller, watchId } from './watch.ts'
import type { Watches } from './watches.ts'

interface WatchRouteOptions {
  readonly watches: Watches
  readonly digest: Pick<Digest, 'digestOf'>
  readonly gate: AdminGate
  readonly guard: Pick<RequestGuard, 'principal' | 'requireCaller'>
  readonly responseCache: Pick<ResponseCache, 'respond'>
  readonly epochMs: () => number
}

type NamedRequest = FastifyRequest<{ Params: { name: string } }>

export function watchRoutes(app: FastifyInstance, options: WatchRouteOptions): void {
  const { watches, gate, epochMs } = options
  const callerOf = createCallerReader(options)
  const recordOf = createRecordReader(watches)
  const answerOf = async (watch: Watch, caller: WatchCaller): Promise<WatchAnswer> => ({
    ...envelope(epochMs()),
    watch: await recordOf(watch, caller),
  })
  tokenRoutes(app, { ...options, answerOf, callerOf })
  eventRoutes(app, { watches, callerOf, epochMs })
  app.get(routePath(watchOperations.digest), async (request, reply) => {
    const caller = callerOf(request)
    const digest = await options.digest.digestOf(watches.visible(caller), caller)
    const answer: DigestAnswer = { ...envelope(epochMs()), ...digest }
    return sendUncached(reply, answer)
  })
  app.get(routePath(watchOperations.watches), async (request, reply) => {
    const caller = callerOf(request)
    const visible = await Promise.all(watches.visible(caller).map((watch) => recordOf(watch, caller)))
    const answer: WatchesAnswer = {
      ...envelope(epochMs()),
      watches: visible,
      count: visible.length,
      notifiers: watches.notifiersFor(caller),
      editable: caller.owner !== undefined,
    }
    return sendUncached(reply, answer)
  })
  app.get(routePath(watchOperations.watch), async (request: NamedRequest, reply) => {
    const caller = callerOf(request)
    return sendUncached(reply, await answerOf(watches.find(caller, request.params.name), caller))
  })
  app.put(routePath(watchOperations.putWatch), async (request: NamedRequest, reply) => {
    const caller = changerOf(request, callerOf, gate)
    const name = validName(request.params.name)
    const watch = await watches.put(caller, name, requestOf(request))
    return sendUncached(reply, await answerOf(watch, caller))
  })
  app.delete(routePath(watchOperations.deleteWatch), async (request: NamedRequest, reply) => {
    const caller = changerOf(request, callerOf, gate)
    await watches.remove(caller, request.params.name)
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

interface TokenRouteOptions extends Pick<WatchRouteOptions, 'watches' | 'gate'> {
  readonly callerOf: (request: FastifyRequest) => WatchCaller
  readonly answerOf: (watch: Watch, caller: WatchCaller) => Promise<WatchAnswer>
}

function tokenRoutes(app: FastifyInstance, { watches, gate, callerOf, answerOf }: TokenRouteOptions): void {
  app.put(routePath(watchOperations.putWatchFeed), async (request: NamedRequest, reply) => {
    const caller = changerOf(request, callerOf, gate)
    const { watch, token: feedToken } = await watches.feeds.renew(caller, request.params.name)
    const answer: WatchFeedTokenAnswer = { ...(await answerOf(watch, caller)), feedToken }
    return sendUncached(reply, answer)
  })
  app.delete(routePath(watchOperations.deleteWatchFeed), async (request: NamedRequest, reply) => {
    await watches.feeds.revoke(changerOf(request, callerOf, gate), request.params.name)
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

interface EventRouteOptions extends Pick<WatchRouteOptions, 'watches'> {
  readonly callerOf: (request: FastifyRequest) => WatchCaller
  readonly epochMs: () => number
}

function eventRoutes(app: FastifyInstance, { watches, callerOf, epochMs }: EventRouteOptions): void {
  const sendEvents = async (
    request: FastifyRequest,
    reply: FastifyReply,
    of: (caller: WatchCaller) => readonly Watch[],
  ) => {
    const { since = 0, limit } = parseQuery(request, watchEventsRequest)
    const caller = callerOf(request)
    const events = (await watches.eventsOf(of(caller), caller)).filter(({ at }) => at > since)
    return sendUncached(reply, { ...envelope(epochMs()), ...eventFields(events, limit) })
  }
  app.get(routePath(watchOperations.allWatchEvents), (request, reply) => sendEvents(request, reply, watches.visible))
  app.get(routePath(watchOperations.watchEvents), (request: NamedRequest, reply) =>
    sendEvents(request, reply, (caller) => [watches.find(caller, request.params.name)]),
  )
}

/** The token in the address of a feed stands for a key. */
export const watchFeedPath = routePath(watchOperations.watchFeed)

/** Adds the feed of a watch to `app`. */
export function watchFeedRoutes(app: FastifyInstance, options: WatchRouteOptions): void {
  const sendFeed = createFeedSender(options)
  const callerOf = createCallerReader(options)
  const watchOf = (request: FastifyRequest, name: string): Watch | Promise<Watch> => {
    const { token } = parseQuery(request, watchFeedRequest)
    if (token !== undefined) return options.watches.feeds.find(name, token)
    options.guard.requireCaller(request)
    return options.watches.find(callerOf(request), name)
  }
  app.get<{ Params: { name: string } }>(watchFeedPath, async (request, reply) => {
    const watch = await watchOf(request, request.params.name)
    return sendFeed(request, reply, async (base) => {
      const feed = watchFeed(watch, await options.watches.eventsOf([watch]), base)
      return { feed, freshness: { modifiedAt: feed.updatedAt } }
    })
  })
}

function sendUncached(reply: FastifyReply, body: object): FastifyReply {
  return sendJson(reply.header('cache-control', 'no-store'), body)
}

function eventFields(
  events: readonly WatchEvent[],
  limit: number,
): Omit<WatchEventsAnswer, 'apiVersion' | 'timestamp'> {
  const shown = events.slice(0, limit)
  return {
    events: shown,
    count: shown.length,
    total: events.filter(({ initial }) => !initial).length,
    latest: events[0]?.at ?? null,
  }
}

/** The caller: with a login or key its holder; otherwise the operator, if the request may administer or read what is administered. */
function createCallerReader({ gate, guard }: Pick<WatchRouteOptions, 'gate' | 'guard'>) {
  return (request: FastifyRequest): WatchCaller => {
    const principal = guard.principal(request)
    if (principal && !principal.isAdministrator) return { owner: principal.name, seesFile: false }
    if (gate.isAdministrator(request)) return { owner: 'operator', seesFile: true }
    return { owner: undefined, seesFile: isReader(request, gate) }
  }
}

function isReader(request: FastifyRequest, gate: AdminGate): boolean {
  if (request.headers.authorization !== undefined) return false
  try {
    gate.requireReader(request)
    return true
  } catch {
    return false
  }
}

/** @throws RequestError 401 or 403 for a caller who may not change anything. */
function changerOf(
  request: FastifyRequest,
  callerOf: (request: FastifyRequest) => WatchCaller,
  gate: AdminGate,
): WatchCaller {
  const caller = callerOf(request)
  if (caller.owner === undefined) gate.requireAdministrator(request)
  return caller
}

/** @throws RequestError 400, also for a field that a watch does not have: it may be a misspelt one. */
function requestOf(request: FastifyRequest): WatchRequest {
  const params = readDeclaredBody(request)
  const allowed = Object.keys(watchRequest.shape)
  const unknown = Object.keys(params).find((field) => !allowed.includes(field))
  if (unknown !== undefined)
    throw badRequest(truncate(oneLine(unknown), 60), `unknown field; ${didYouMean(unknown, allowed)}`)
  return validate(watchRequest, params)
}

function validName(name: string): string {
  const problem = nameProblem(name)
  if (problem !== undefined) throw badRequest('name', problem)
  return name
}

function createRecordReader({ feeds }: Pick<Watches, 'feeds'>) {
  return async (watch: Watch, caller: WatchCaller): Promise<WatchRecord> => ({
    ...toRecord(watch, caller),
    hasFeedToken: await feeds.hasToken(caller, watch),
  })
}

/** Fields without a value are left out when the answer is serialized. */
function toRecord({ isPublic: _public, owner, ...fields }: Watch, caller: WatchCaller): WatchRecord {
  const notify = manages(caller, { owner }) ? fields.notify : []
  return { ...fields, notify, from: owner === fileOwner ? 'file' : 'api', editable: owner === caller.owner }
}

/** `events`: newest first. */
function watchFeed(watch: Watch, events: readonly WatchEvent[], base: string): Feed {
  const id = watchId(watch)
  const items = events.map(({ id: event, title, url, at, source, sourceName, password }) => ({
    id: feedId('watch', id, event),
    title,
    url,
    publishedAt: at,
    author: sourceName ?? source,
    summary: password === undefined ? undefined : `提取码 ${password}`,
  }))
  const title = `Trawl · ${watch.name}`
  return {
    id: feedId('watch', id),
    title,
    description: watch.words,
    home: `${base}/watched`,
    items,
    updatedAt: newestAt(items),
  }
}
