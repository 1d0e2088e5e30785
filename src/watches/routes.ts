// Routes of watches: declaring them, and reading what they found.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { routePath } from '../contract/operation.ts'
import {
  type WatchAnswer,
  type WatchEvent,
  type WatchEventsAnswer,
  type WatchesAnswer,
  type WatchFeedTokenAnswer,
  type WatchRecord,
  type WatchRequest,
  type watchEventsRequest,
  watchFeedRequest,
  watchRequest,
} from '../contract/watches.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import { badRequest } from '../http/errors.ts'
import { type Feed, feedId, newestAt } from '../http/feeds/feed.ts'
import { createFeedSender } from '../http/feeds/send-feed.ts'
import { createOperationRoutes } from '../http/mount-operation.ts'
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

export function watchRoutes(app: FastifyInstance, options: WatchRouteOptions): void {
  const { watches, gate, epochMs } = options
  const route = createOperationRoutes(app, { epochMs })
  const callerOf = createCallerReader(options)
  const recordOf = async (watch: Watch, caller: WatchCaller): Promise<WatchRecord> => ({
    ...toRecord(watch, caller),
    hasFeedToken: await watches.feeds.hasToken(caller, watch),
  })
  route(watchOperations.digest, async ({ request }) => {
    const caller = callerOf(request)
    return await options.digest.digestOf(watches.visible(caller), caller)
  })
  route(watchOperations.watches, async ({ request }): Promise<Enveloped<WatchesAnswer>> => {
    const caller = callerOf(request)
    const visible = await Promise.all(watches.visible(caller).map((watch) => recordOf(watch, caller)))
    const [notifiers, editable] = [watches.notifiersFor(caller), caller.owner !== undefined]
    return { watches: visible, count: visible.length, notifiers, editable }
  })
  route(watchOperations.watch, async ({ request, params: { name = '' } }): Promise<Enveloped<WatchAnswer>> => {
    const caller = callerOf(request)
    return { watch: await recordOf(watches.find(caller, name), caller) }
  })
  route(watchOperations.putWatch, async ({ request, params: { name = '' } }): Promise<Enveloped<WatchAnswer>> => {
    const caller = changerOf(request, callerOf, gate)
    const watch = await watches.put(caller, validName(name), requestOf(request))
    return { watch: await recordOf(watch, caller) }
  })
  route(watchOperations.deleteWatch, ({ request, params: { name = '' } }) =>
    watches.remove(changerOf(request, callerOf, gate), name),
  )
  route(
    watchOperations.putWatchFeed,
    async ({ request, params: { name = '' } }): Promise<Enveloped<WatchFeedTokenAnswer>> => {
      const caller = changerOf(request, callerOf, gate)
      const { watch, token: feedToken } = await watches.feeds.renew(caller, name)
      return { watch: await recordOf(watch, caller), feedToken }
    },
  )
  route(watchOperations.deleteWatchFeed, async ({ request, params: { name = '' } }) => {
    await watches.feeds.revoke(changerOf(request, callerOf, gate), name)
    return undefined
  })
  eventRoutes(route, watches, callerOf)
}

function eventRoutes(
  route: ReturnType<typeof createOperationRoutes>,
  watches: Watches,
  callerOf: (request: FastifyRequest) => WatchCaller,
): void {
  const eventsOf = async ({ since = 0, limit }: EventsQuery, some: readonly Watch[], caller: WatchCaller) =>
    eventFields(
      (await watches.eventsOf(some, caller)).filter(({ at }) => at > since),
      limit,
    )
  route(watchOperations.allWatchEvents, ({ request, query }) => {
    const caller = callerOf(request)
    return eventsOf(query, watches.visible(caller), caller)
  })
  route(watchOperations.watchEvents, ({ request, query, params: { name = '' } }) => {
    const caller = callerOf(request)
    return eventsOf(query, [watches.find(caller, name)], caller)
  })
}

type Enveloped<Answer> = Omit<Answer, 'apiVersion' | 'timestamp'>
type EventsQuery = z.output<typeof watchEventsRequest>

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

function eventFields(events: readonly WatchEvent[], limit: number): Enveloped<WatchEventsAnswer> {
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
