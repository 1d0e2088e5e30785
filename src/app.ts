// createApp(parts): the HTTP face of the service, all routes mounted; tests start here.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addRoutes, type RouteParts } from './app-routes.ts'
import { descriptionBy, endpointsBy } from './endpoints.ts'
import { createErrorText } from './error-text.ts'
import type { Page } from './http/assets.ts'
import { createSharedAddressTest } from './http/connections.ts'
import { descriptionRoutes } from './http/description-routes.ts'
import { docsRoutes } from './http/docs-routes.ts'
import { openDoor } from './http/door.ts'
import { type Access, createEntrance, type Entrance } from './http/entrance.ts'
import { createErrorAnswer, type RequestError } from './http/errors.ts'
import { type Finishing, finishBeforeClosing } from './http/finishing.ts'
import { corsHeaderNames, openHeaders, setOpenHeaders } from './http/headers.ts'
import { checkHost } from './http/host-header.ts'
import { createMissingPage, pageRoutes } from './http/page-routes.ts'
import { takeAnyBody } from './http/params.ts'
import { answerProbes } from './http/probes.ts'
import { createRateLimits, type RateLimits, type RateRules } from './http/rate-limits.ts'
import type { ReadyAnswers } from './http/ready-answers.ts'
import { addLane, createReadyLane, type Lane } from './http/ready-lane.ts'
import { createRefusalLog } from './http/refusal-log.ts'
import { createIdChoice, createRequestIds } from './http/request-id.ts'
import { createRequestLog, type RequestLog, type Unseen } from './http/request-log.ts'
import { createRequestSpans, type RequestSpans } from './http/request-spans.ts'
import { createTakenCount, type TakenRow } from './http/taken.ts'
import { readyHeaders } from './http/told-ready.ts'
import type { Traffic } from './http/traffic.ts'
import { createUnnamedProxy, type UnnamedProxy } from './http/unnamed-proxy.ts'
import { answerUnrouted } from './http/unrouted.ts'
import type { Metrics } from './metrics.ts'
import { pathsFor } from './paths.ts'
import type { Tracing } from './tracing.ts'

/** What the app is made of. */
export interface AppParts extends RouteParts {
  readonly ready: ReadyAnswers
  readonly metrics: Pick<
    Metrics,
    'text' | 'contentType' | 'requested' | 'asked' | 'cacheHitRate' | 'readyAnswer' | 'refused' | 'cutOff'
  >
  readonly traffic: Traffic
  /** Traces requests, where there is any. */
  readonly tracing?: Tracing | undefined
  /** Takes the lines about requests that the log does not show. */
  readonly unseen?: Unseen | undefined
  /** What the operator set of who may ask; without it everybody may. */
  readonly access?: Access | undefined
  /** How often a client may ask. */
  readonly rates?: RateRules | undefined
  /** Where there are other replicas: makes limits of one that hold for all. */
  readonly shareLimits?: ((limits: RateLimits) => RateLimits) | undefined
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  readonly newRequestId: () => string
  /** What a browser is shown at `/`; without it there is only the API. */
  readonly page?: Page | undefined
  /** Only these ask, if there are any. */
  readonly workers?: Workers | undefined
}

/** The processes that listen in the place of this one. */
export interface Workers {
  /** What they prove themselves with. */
  readonly key: string
  /** Have they been told to stop? */
  isClosing(): boolean
  /** Hears of each request that one of them answered by itself. */
  onTaken(count: (row: TakenRow) => void): void
  /** Hears of how often clients have asked there, and how they stand after it. */
  onSpent(charge: RateLimits['charge']): void
}

/** What happens to every request first, even to one that no route can be found for; gives the error for one that may not ask. */
type Arrival = (request: FastifyRequest, reply: FastifyReply) => RequestError | undefined

/** What happens first to a request, and to one that is broken besides. */
interface First {
  readonly arrive: Arrival
  readonly overOf: Arrival
}

function createServer(
  { log, metrics, newRequestId, time, workers, access }: AppParts,
  { arrive, overOf }: First,
): FastifyInstance {
  const answerError = createErrorAnswer(log, createErrorText(time))
  const own = {
    genReqId: createRequestIds(newRequestId),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      answerError(arrive(request, reply) ?? overOf(request, reply) ?? error, request, reply)
    },
  }
  const app = openDoor(own, {
    isInternal: workers !== undefined,
    ears: { told: (text) => log.warn(text), cutOff: metrics.cutOff },
    isShared: createSharedAddressTest(access?.proxies),
  })
  app.setErrorHandler(answerError)
  return app
}

/** What tells who asks and whether he may, and what notes it. */
interface Watch extends Entrance {
  readonly requestLog: RequestLog
  readonly spans?: RequestSpans | undefined
  readonly unnamedProxy: UnnamedProxy
}

function createArrival({ guard, requestLog, spans }: Watch): Arrival {
  return (request, reply) => {
    spans?.begin(request, reply)
    requestLog.watch(request, reply)
    setOpenHeaders(request, reply)
    return guard.refusalOf(request)
  }
}

/** What is ready is answered before the framework sees the request. */
function laneOf(parts: AppParts, { clients, guard, requestLog }: Watch, finishing: Finishing): Lane {
  const { ready, now, time } = parts
  const count = createTakenCount(requestLog, parts.metrics)
  parts.workers?.onTaken(count)
  const requestId = createIdChoice(parts.newRequestId)
  return createReadyLane({
    ready,
    openHeaders,
    requestId,
    pass(request, kept) {
      const further = guard.pass(request, kept.route)
      if (!further || !clients.isHandedOn(request)) return further
      return [...further, ...Object.entries(readyHeaders(kept)).flat()]
    },
    taken({ request, requestId, route, status, tookMs, bytes, asks }) {
      const { method = '', url: target = '' } = request
      const { address } = clients.of(request)
      count({ requestId, method, target, route, status, tookMs, bytes, address, asks })
    },
    finishing,
    time,
    now,
  })
}

function createWatch(parts: AppParts): Watch {
  const { log, now, unseen, workers, allowList, metrics, access = {} } = parts
  const own = createRateLimits(parts.rates ?? new Map(), now)
  const limits = parts.shareLimits?.(own) ?? own
  workers?.onSpent(limits.charge)
  const entrance = createEntrance({
    ...{ access, allowList, metrics, limits, refusals: createRefusalLog({ log, now }) },
    paths: pathsFor(parts.page),
    workersKey: workers?.key,
  })
  const spans = parts.tracing && createRequestSpans(parts.tracing)
  const requestLog = createRequestLog({
    ...{ log, now, unseen, clients: entrance.clients, traceIdOf: spans?.traceIdOf },
    heard(request) {
      parts.traffic.heard(request)
      parts.metrics.requested(request)
    },
  })
  return { ...entrance, requestLog, spans, unnamedProxy: createUnnamedProxy(access.proxies ?? [], log) }
}

/** The app, ready to listen or to be asked by `inject`. */
export function createApp(parts: AppParts): FastifyInstance {
  const { workers } = parts
  const watch = createWatch(parts)
  const { clients, gate, guard, spans, unnamedProxy } = watch
  const arrive = createArrival(watch)
  const app = createServer(parts, { arrive, overOf: guard.overOf })
  app.addHook('onRequest', async (request, reply) => {
    const refused = arrive(request, reply)
    if (refused !== undefined) throw refused
    checkHost(request.raw, clients.of(request.raw))
    unnamedProxy.heard(clients.of(request.raw), request.headers['x-forwarded-for'])
    await guard.check(request, reply)
  })
  // Not before: a body that is read loses what runs around it.
  if (spans) app.addHook('preHandler', (request, _reply, done) => spans.around(request, done))
  const finishing = finishBeforeClosing(app)
  addLane(app, laneOf(parts, watch, finishing))
  takeAnyBody(app)
  answerUnrouted(app, createMissingPage(parts.page))
  answerProbes(
    app,
    () => finishing.isClosing() || workers?.isClosing() === true,
    () => {
      const { troubles, notices } = parts.vitals()
      return { troubles, notices: [...notices, ...unnamedProxy.notices()] }
    },
  )

  pageRoutes(app, {
    page: parts.page,
    index: { name: 'trawl', version: parts.version, endpoints: endpointsBy(parts.dailyHotPrefix) },
  })
  descriptionRoutes(app, { version: parts.version, description: () => descriptionBy(parts.dailyHotPrefix) })
  docsRoutes(app, { docsFolder: parts.page?.docsFolder })
  app.get('/metrics', async (request, reply) => {
    // No part of what pages may call: they are for programs only, and nothing keeps them.
    for (const name of corsHeaderNames) reply.removeHeader(name)
    reply.header('cache-control', 'no-store')
    gate.checkReportReader(request)
    return reply.header('content-type', parts.metrics.contentType).send(await parts.metrics.text())
  })
  addRoutes(app, parts, watch)
  return app
}
