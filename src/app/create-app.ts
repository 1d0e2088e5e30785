// createApp(options): the HTTP side of the service with all routes mounted; tests start here.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AccessControl, createAccessControl } from '../http/access/access-control.ts'
import { createRateLimits } from '../http/access/rate-limits.ts'
import { createUnlistedProxyDetector, type UnlistedProxyDetector } from '../http/access/unlisted-proxy-warning.ts'
import { createFailedAuthLog } from '../http/auth/failed-auth-log.ts'
import { docsRoutes, openApiRoutes } from '../http/docs-routes.ts'
import { createErrorHandler, type RequestError } from '../http/errors.ts'
import { corsHeaderNames, defaultHeaders, setDefaultHeaders } from '../http/headers.ts'
import { addHealthProbes } from '../http/health-probes.ts'
import { requireHostHeader } from '../http/host-header.ts'
import { createRequestLog, type RequestLog } from '../http/logging/request-log.ts'
import { createRequestTracing, type RequestTracing } from '../http/logging/request-tracing.ts'
import { handleUnmatched } from '../http/not-found.ts'
import { createNotFoundPage, pageRoutes } from '../http/page-routes.ts'
import { acceptAnyBody } from '../http/params.ts'
import { createRequestIdChooser } from '../http/request-id.ts'
import { createFastPath, installFastPath } from '../http/response-cache/fast-path.ts'
import { createSharedAddressTest } from '../http/server/connection-limits.ts'
import { closeGracefully, type InFlightResponses } from '../http/server/graceful-close.ts'
import { createServer } from '../http/server/server.ts'
import type { AppOptions } from './app-options.ts'
import { endpointIndex, openApiDocument } from './endpoints.ts'
import { createErrorBody } from './error-body.ts'
import { mountRoutes } from './mount-routes.ts'
import { pathRules } from './public-paths.ts'

/** The app, ready to listen, or to be called by `inject`. */
export function createApp(options: AppOptions): FastifyInstance {
  const pipeline = createRequestPipeline(options)
  const { resolveClient, guard, spans, unnamedProxy } = pipeline
  const app = createFramework(options, pipeline)
  app.addHook('onRequest', async (request, reply) => {
    const rejection = pipeline.receive(request, reply)
    if (rejection !== undefined) throw rejection
    requireHostHeader(request.raw, resolveClient(request.raw))
    unnamedProxy.observe(resolveClient(request.raw), request.headers['x-forwarded-for'])
    await guard.authorize(request, reply)
  })
  // Only here: reading the body loses the async context.
  if (spans) app.addHook('preHandler', (request, _reply, done) => spans.run(request, done))
  const inFlight = closeGracefully(app)
  installFastPath(app, createFastPathFor(options, pipeline, inFlight))
  acceptAnyBody(app)
  handleUnmatched(app, createNotFoundPage(options.page))
  mountProbes(app, options, { inFlight, unnamedProxy })
  mountPageAndDocs(app, options)
  mountPrometheus(app, options, pipeline)
  mountRoutes(app, options, pipeline)
  return app
}

/** Runs first for every request, even without a route; returns the error for a request that is not admitted. */
type RequestGate = (request: FastifyRequest, reply: FastifyReply) => RequestError | undefined

/** What every request passes: access control, log, and tracing. */
interface RequestPipeline extends AccessControl {
  readonly receive: RequestGate
  readonly requestLog: RequestLog
  readonly spans: RequestTracing | undefined
  readonly unnamedProxy: UnlistedProxyDetector
}

function createRequestPipeline(options: AppOptions): RequestPipeline {
  const { clock, access, page } = options
  const { log, metrics, traffic, tracing, unloggedLines } = options.observability
  const monotonicMs = clock.monotonicMs
  const ownLimits = createRateLimits(access.rates ?? new Map(), monotonicMs)
  const limits = access.shareLimits?.(ownLimits) ?? ownLimits
  const { resolveClient, adminGate, guard, refusals } = createAccessControl({
    access: access.rules ?? {},
    allowList: access.allowList,
    metrics,
    limits,
    refusals: createFailedAuthLog({ log, monotonicMs }),
    paths: pathRules(page),
  })
  const spans = tracing && createRequestTracing(tracing)
  const requestLog = createRequestLog({
    log,
    monotonicMs,
    bufferedOnly: unloggedLines,
    resolveClient,
    traceIdOf: spans?.traceIdOf,
    onFinished(request) {
      traffic.record(request)
      metrics.recordRequest(request)
    },
  })
  const receive: RequestGate = (request, reply) => {
    spans?.startSpan(request, reply)
    requestLog.watch(request, reply)
    setDefaultHeaders(request, reply)
    return guard.ipRejection(request)
  }
  const unnamedProxy = createUnlistedProxyDetector(access.rules?.proxies ?? [], log)
  return { resolveClient, adminGate, guard, refusals, receive, requestLog, spans, unnamedProxy }
}

function createFramework(options: AppOptions, { receive, guard }: RequestPipeline): FastifyInstance {
  const { clock, newRequestId, access } = options
  const chooseRequestId = createRequestIdChooser(newRequestId)
  const { log, metrics } = options.observability
  const answerError = createErrorHandler(log, createErrorBody(clock.epochMs))
  const fastifyOptions = {
    genReqId: ({ headers }: Pick<FastifyRequest['raw'], 'headers'>) => chooseRequestId(headers['x-request-id']),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      answerError(receive(request, reply) ?? guard.rateLimitError(request, reply) ?? error, request, reply)
    },
  }
  const app = createServer(fastifyOptions, {
    listeners: { onMessage: (text) => log.warn(text), onDropped: metrics.recordDroppedConnections },
    isShared: createSharedAddressTest(access.rules?.proxies),
  })
  app.setErrorHandler(answerError)
  return app
}

/** Answers cached responses before the framework parses the request. */
function createFastPathFor(options: AppOptions, pipeline: RequestPipeline, inFlight: InFlightResponses) {
  const { clock, newRequestId, responseCache, observability } = options
  const { resolveClient, guard, requestLog } = pipeline
  const { metrics } = observability
  return createFastPath({
    responseCache,
    defaultHeaders,
    chooseRequestId: createRequestIdChooser(newRequestId),
    authorize: guard.authorizeFast,
    onHit(request, { route, response }, { requestId, status, bytes, tookMs }) {
      const { method = '', url: target = '' } = request
      const asks = response.stamp?.slots.length ?? 0
      metrics.recordResponseCache(true)
      if (asks > 0) metrics.recordCacheOutcome('cached', asks)
      const { address } = resolveClient(request)
      requestLog.note({ requestId, method, target, route, status, bytes, tookMs, address })
    },
    inFlight,
    epochMs: clock.epochMs,
    monotonicMs: clock.monotonicMs,
  })
}

interface ProbeSources {
  readonly inFlight: InFlightResponses
  readonly unnamedProxy: UnlistedProxyDetector
}

function mountProbes(app: FastifyInstance, options: AppOptions, { inFlight, unnamedProxy }: ProbeSources): void {
  addHealthProbes(app, inFlight.isClosing, () => {
    const { problems, notices } = options.observability.processHealth()
    return { troubles: problems, notices: [...notices, ...unnamedProxy.notices()] }
  })
}

function mountPageAndDocs(app: FastifyInstance, { version, page, hotLists }: AppOptions): void {
  const { dailyHotPrefix } = hotLists
  pageRoutes(app, page, { name: 'trawl', version, endpoints: endpointIndex(dailyHotPrefix) })
  openApiRoutes(app, version, () => openApiDocument(dailyHotPrefix))
  docsRoutes(app, page?.docsFolder)
}

function mountPrometheus(app: FastifyInstance, { observability }: AppOptions, { adminGate }: AccessControl): void {
  const { metrics } = observability
  app.get('/metrics', async (request, reply) => {
    // For programs only: no web page may call it, and no cache may store it.
    for (const name of corsHeaderNames) reply.removeHeader(name)
    reply.header('cache-control', 'no-store')
    adminGate.requireReportReader(request)
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}
