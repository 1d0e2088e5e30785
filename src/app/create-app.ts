// createApp(options): the HTTP side of the service with all routes mounted; tests start here.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createSharedAddressTest } from '../http/connections.ts'
import { descriptionRoutes } from '../http/description-routes.ts'
import { docsRoutes } from '../http/docs-routes.ts'
import { openDoor } from '../http/door.ts'
import { createEntrance, type Entrance } from '../http/entrance.ts'
import { createErrorAnswer, type RequestError } from '../http/errors.ts'
import { type Finishing, finishBeforeClosing } from '../http/finishing.ts'
import { corsHeaderNames, openHeaders, setOpenHeaders } from '../http/headers.ts'
import { checkHost } from '../http/host-header.ts'
import { createMissingPage, pageRoutes } from '../http/page-routes.ts'
import { takeAnyBody } from '../http/params.ts'
import { answerProbes } from '../http/probes.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { addLane, createReadyLane, type Lane } from '../http/ready-lane.ts'
import { createRefusalLog } from '../http/refusal-log.ts'
import { createIdChoice, createRequestIds } from '../http/request-id.ts'
import { createRequestLog, type RequestLog } from '../http/request-log.ts'
import { createRequestSpans, type RequestSpans } from '../http/request-spans.ts'
import { createTakenCount } from '../http/taken.ts'
import { readyHeaders } from '../http/told-ready.ts'
import { createUnnamedProxy, type UnnamedProxy } from '../http/unnamed-proxy.ts'
import { answerUnrouted } from '../http/unrouted.ts'
import type { AppOptions } from './app-options.ts'
import { endpointIndex, openApiDocument } from './endpoints.ts'
import { createErrorBody } from './error-body.ts'
import { mountRoutes } from './mount-routes.ts'
import { pathRules } from './public-paths.ts'

/** The app, ready to listen, or to be called by `inject`. */
export function createApp(options: AppOptions): FastifyInstance {
  const pipeline = createRequestPipeline(options)
  const { clients, guard, spans, unnamedProxy } = pipeline
  const app = createServer(options, pipeline)
  app.addHook('onRequest', async (request, reply) => {
    const rejection = pipeline.receive(request, reply)
    if (rejection !== undefined) throw rejection
    checkHost(request.raw, clients.of(request.raw))
    unnamedProxy.heard(clients.of(request.raw), request.headers['x-forwarded-for'])
    await guard.check(request, reply)
  })
  // Only here: reading the body loses the async context.
  if (spans) app.addHook('preHandler', (request, _reply, done) => spans.around(request, done))
  const inFlight = finishBeforeClosing(app)
  addLane(app, createFastPathFor(options, pipeline, inFlight))
  takeAnyBody(app)
  answerUnrouted(app, createMissingPage(options.page))
  mountProbes(app, options, { inFlight, unnamedProxy })
  mountPageAndDocs(app, options)
  mountPrometheus(app, options, pipeline)
  mountRoutes(app, options, pipeline)
  return app
}

/** Runs first for every request, even without a route; returns the error for a request that is not admitted. */
type RequestGate = (request: FastifyRequest, reply: FastifyReply) => RequestError | undefined

/** What every request passes: access control, log, and tracing. */
interface RequestPipeline extends Entrance {
  readonly receive: RequestGate
  readonly requestLog: RequestLog
  readonly spans: RequestSpans | undefined
  readonly unnamedProxy: UnnamedProxy
}

function createRequestPipeline(options: AppOptions): RequestPipeline {
  const { clock, access, workers, page } = options
  const { log, metrics, traffic, tracing, unloggedLines } = options.observability
  const monotonicMs = clock.monotonicMs
  const ownLimits = createRateLimits(access.rates ?? new Map(), monotonicMs)
  const limits = access.shareLimits?.(ownLimits) ?? ownLimits
  workers?.onSpent(limits.charge)
  const { clients, gate, guard, refusals } = createEntrance({
    access: access.rules ?? {},
    allowList: access.allowList,
    metrics,
    limits,
    refusals: createRefusalLog({ log, monotonicMs }),
    paths: pathRules(page),
    workersKey: workers?.key,
  })
  const spans = tracing && createRequestSpans(tracing)
  const requestLog = createRequestLog({
    log,
    monotonicMs,
    unseen: unloggedLines,
    clients,
    traceIdOf: spans?.traceIdOf,
    heard(request) {
      traffic.heard(request)
      metrics.requested(request)
    },
  })
  const receive: RequestGate = (request, reply) => {
    spans?.begin(request, reply)
    requestLog.watch(request, reply)
    setOpenHeaders(request, reply)
    return guard.refusalOf(request)
  }
  const unnamedProxy = createUnnamedProxy(access.rules?.proxies ?? [], log)
  return { clients, gate, guard, refusals, receive, requestLog, spans, unnamedProxy }
}

function createServer(options: AppOptions, { receive, guard }: RequestPipeline): FastifyInstance {
  const { clock, newRequestId, workers, access } = options
  const { log, metrics } = options.observability
  const answerError = createErrorAnswer(log, createErrorBody(clock.epochMs))
  const fastifyOptions = {
    genReqId: createRequestIds(newRequestId),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      answerError(receive(request, reply) ?? guard.overOf(request, reply) ?? error, request, reply)
    },
  }
  const app = openDoor(fastifyOptions, {
    isInternal: workers !== undefined,
    ears: { told: (text) => log.warn(text), cutOff: metrics.cutOff },
    isShared: createSharedAddressTest(access.rules?.proxies),
  })
  app.setErrorHandler(answerError)
  return app
}

/** Answers cached responses before the framework parses the request. */
function createFastPathFor(options: AppOptions, pipeline: RequestPipeline, inFlight: Finishing): Lane {
  const { clock, newRequestId, responseCache, observability, workers } = options
  const { clients, guard, requestLog } = pipeline
  const recordHit = createTakenCount(requestLog, observability.metrics)
  workers?.onTaken(recordHit)
  return createReadyLane({
    ready: responseCache,
    openHeaders,
    requestId: createIdChoice(newRequestId),
    pass(request, entry) {
      const headers = guard.pass(request, entry.route)
      if (!headers || !clients.isHandedOn(request)) return headers
      return [...headers, ...Object.entries(readyHeaders(entry)).flat()]
    },
    taken({ request, requestId, route, status, tookMs, bytes, asks }) {
      const { method = '', url: target = '' } = request
      const { address } = clients.of(request)
      recordHit({ requestId, method, target, route, status, tookMs, bytes, address, asks })
    },
    finishing: inFlight,
    epochMs: clock.epochMs,
    monotonicMs: clock.monotonicMs,
  })
}

interface ProbeSources {
  readonly inFlight: Finishing
  readonly unnamedProxy: UnnamedProxy
}

function mountProbes(app: FastifyInstance, options: AppOptions, { inFlight, unnamedProxy }: ProbeSources): void {
  const { workers, observability } = options
  const isClosing = () => inFlight.isClosing() || workers?.isClosing() === true
  answerProbes(app, isClosing, () => {
    const { troubles, notices } = observability.processHealth()
    return { troubles, notices: [...notices, ...unnamedProxy.notices()] }
  })
}

function mountPageAndDocs(app: FastifyInstance, { version, page, hotLists }: AppOptions): void {
  const { dailyHotPrefix } = hotLists
  pageRoutes(app, { page, index: { name: 'trawl', version, endpoints: endpointIndex(dailyHotPrefix) } })
  descriptionRoutes(app, { version, description: () => openApiDocument(dailyHotPrefix) })
  docsRoutes(app, { docsFolder: page?.docsFolder })
}

function mountPrometheus(app: FastifyInstance, { observability }: AppOptions, { gate }: Entrance): void {
  const { metrics } = observability
  app.get('/metrics', async (request, reply) => {
    // For programs only: no web page may call it, and no cache may store it.
    for (const name of corsHeaderNames) reply.removeHeader(name)
    reply.header('cache-control', 'no-store')
    gate.checkReportReader(request)
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}
