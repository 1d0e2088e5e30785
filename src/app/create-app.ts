// The HTTP side of the service: createApp(options) mounts all routes, and tests start there; openHttpApp opens what it needs.

import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { allowListPath } from '../admin/security-routes.ts'
import { routePath } from '../contract/operation.ts'
import { type AccessControl, createAccessControl } from '../http/access/access-control.ts'
import { createUnlistedProxyDetector } from '../http/access/client-address.ts'
import { createRateLimits } from '../http/access/rate-limits.ts'
import type { PathRules } from '../http/access/request-guard.ts'
import { createFailedAuthLog } from '../http/auth/failed-auth-log.ts'
import { docsPaths, docsRoutes, openApiRoutes } from '../http/docs-routes.ts'
import { createErrorHandler } from '../http/errors.ts'
import { defaultHeaders, setDefaultHeaders } from '../http/headers.ts'
import { addHealthProbes, livenessPath, readinessPath } from '../http/health-probes.ts'
import { createRequestLog } from '../http/logging/request-log.ts'
import { createRequestTracing } from '../http/logging/request-tracing.ts'
import { createTrafficStats } from '../http/logging/traffic-stats.ts'
import { handleUnmatched } from '../http/not-found.ts'
import { openSearchRoutes } from '../http/open-search-routes.ts'
import type { WebPage } from '../http/page/assets.ts'
import { createNotFoundPage, pagePaths, pageRoutes } from '../http/page-routes.ts'
import { acceptAnyBody } from '../http/params.ts'
import { createRequestIdChooser, createRequestIdSequence } from '../http/request-id.ts'
import { createFastPath, installFastPath } from '../http/response-cache/fast-path.ts'
import { type CacheEntry, createResponseCache } from '../http/response-cache/response-cache.ts'
import { createSharedAddressTest } from '../http/server/connection-limits.ts'
import { closeGracefully, type InFlightResponses } from '../http/server/graceful-close.ts'
import { requireHostHeader } from '../http/server/malformed-requests.ts'
import { createServer } from '../http/server/server.ts'
import { createUrlPrefix } from '../http/server/url-prefix.ts'
import { readProcess } from '../observability/process-health.ts'
import { catalogueHealth, pluginFacts } from '../search/catalogue.ts'
import { watchFeedPath } from '../watches/routes.ts'
import type { Composed } from './compose.ts'
import type { Context } from './platform.ts'
import { type AppOptions, createErrorBody, endpointIndex, mountRoutes, operations, operationsFor } from './routes.ts'

export function createApp(options: AppOptions): FastifyInstance {
  const pipeline = createRequestPipeline(options)
  const { control, spans } = pipeline
  const { resolveClient, guard } = control
  const unnamedProxy = createUnlistedProxyDetector(options.access.rules?.proxies ?? [], options.log)
  const app = createFramework(options, pipeline)
  const { urlPrefix = '' } = options
  app.decorate('urlPrefix', urlPrefix)
  const base = createUrlPrefix(urlPrefix, unlimitedPaths)
  app.addHook('onRequest', async (request, reply) => {
    pipeline.receive(request, reply)
    guard.requireAddress(request)
    requireHostHeader(request.raw.rawHeaders, request.raw.httpVersion)
    unnamedProxy.observe(resolveClient(request.raw), request.headers['x-forwarded-for'])
    guard.countRequest(request, reply)
    if (base.redirectOrRequire(request, reply)) return reply
    guard.requireRight(request)
  })
  // Only here: reading the body loses the async context.
  if (spans) app.addHook('preHandler', (request, _reply, done) => spans.run(request, done))
  const inFlight = closeGracefully(app)
  const fastPath = createFastPathFor(options, pipeline, inFlight)
  installFastPath(app, (request, response) => base.enter(request) && fastPath(request, response))
  acceptAnyBody(app)
  handleUnmatched(app, createNotFoundPage(options.page))
  addHealthProbes(app, inFlight.isClosing, () => {
    const { problems, notices } = options.processHealth()
    return { troubles: problems, notices: [...notices, ...unnamedProxy.notices()] }
  })
  mountPageAndDocs(app, options, control)
  mountRoutes(app, options, control)
  return app
}

type RequestPipeline = ReturnType<typeof createRequestPipeline>

function createRequestPipeline(options: AppOptions) {
  const { access, page, log, metrics, traffic, tracing, unloggedLines, monotonicMs } = options
  const ownLimits = createRateLimits(access.rates ?? new Map(), monotonicMs)
  const control = createAccessControl(access.rules ?? {}, {
    allowList: access.allowList,
    metrics,
    limits: access.shareLimits?.(ownLimits) ?? ownLimits,
    refusals: createFailedAuthLog(log, monotonicMs),
    paths: pathRules(page),
  })
  const spans = tracing && createRequestTracing(tracing)
  const requestLog = createRequestLog({
    log,
    monotonicMs,
    bufferedOnly: unloggedLines,
    resolveClient: control.resolveClient,
    traceIdOf: spans?.traceIdOf,
    onFinished(request) {
      traffic.record(request)
      metrics.recordRequest(request)
    },
  })
  /** Runs first for every request, even for one that cannot be read. */
  const receive = (request: FastifyRequest, reply: FastifyReply): void => {
    spans?.startSpan(request, reply)
    requestLog.watch(request, reply)
    setDefaultHeaders(request, reply)
  }
  return { control, receive, requestLog, spans }
}

function createFramework(options: AppOptions, { receive, control }: RequestPipeline): FastifyInstance {
  const { epochMs, newRequestId, access, log, metrics } = options
  const answerError = createErrorHandler(log, createErrorBody(epochMs))
  const chooseRequestId = createRequestIdChooser(newRequestId)
  const fastifyOptions = {
    genReqId: ({ headers }: Pick<FastifyRequest['raw'], 'headers'>) => chooseRequestId(headers['x-request-id']),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      receive(request, reply)
      try {
        control.guard.requireAddress(request)
        control.guard.countRequest(request, reply)
        answerError(error, request, reply)
      } catch (rejection) {
        answerError(rejection, request, reply)
      }
    },
  }
  const app = createServer(fastifyOptions, {
    listeners: { onMessage: (text) => log.warn(text), onDropped: metrics.recordDroppedConnections },
    limits: options.connectionLimits,
    isShared: createSharedAddressTest(access.rules?.proxies),
  })
  app.setErrorHandler(answerError)
  return app
}

/** Answers cached responses before the framework parses the request. */
function createFastPathFor(options: AppOptions, pipeline: RequestPipeline, inFlight: InFlightResponses) {
  const { newRequestId, responseCache, metrics, epochMs, monotonicMs } = options
  const { control, requestLog } = pipeline
  return createFastPath({
    responseCache,
    defaultHeaders,
    chooseRequestId: createRequestIdChooser(newRequestId),
    authorize: control.guard.admitCached,
    onHit(request, { route, response }, { requestId, status, bytes, tookMs }) {
      const { method = '', url: target = '' } = request
      const asks = response.stamp?.slots.length ?? 0
      metrics.recordResponseCache(true)
      if (asks > 0) metrics.recordCacheOutcome('cached', asks)
      const { address } = control.resolveClient(request)
      requestLog.note({ requestId, method, target, route, status, bytes, tookMs, address })
    },
    inFlight,
    epochMs,
    monotonicMs,
  })
}

function mountPageAndDocs(app: FastifyInstance, options: AppOptions, { isCredentialRequired }: AccessControl): void {
  const { version, page, dailyHotPrefix, urlPrefix = '' } = options
  let index: object | undefined
  const readIndex = () => {
    index ??= { name: 'trawl', version, endpoints: endpointIndex(dailyHotPrefix, urlPrefix) }
    return index
  }
  pageRoutes(app, page, { readIndex, isCredentialRequired, urlPrefix })
  openApiRoutes(app, async () => {
    const { buildOpenApi } = await import('./openapi/document.ts')
    return buildOpenApi(operationsFor(dailyHotPrefix), version, urlPrefix)
  })
  docsRoutes(app, page?.docsFolder)
  openSearchRoutes(app)
}

/** Public paths: what needs no credential before a login, and what checks access itself; the address of a feed has a token of its own. */
const openPaths = new Set([
  ...operations.flatMap((one) => (one.access === 'callers' ? [] : [routePath(one)])),
  ...docsPaths,
  watchFeedPath,
])

const unlimitedPaths: ReadonlySet<string> = new Set([livenessPath, readinessPath])

function pathRules(page: WebPage | undefined): PathRules {
  return {
    livenessPath,
    allowListPath,
    publicPaths: openPaths.union(new Set(pagePaths(page))),
    unlimitedPaths,
  }
}

const { version } = manifest

export function openHttpApp(context: Context, composed: Composed) {
  const { asking, features, watching } = composed
  const { config, mcpOrigins } = context.settings
  const { log, logBuffer, page, connectionLimits, epochMs, monotonicMs } = context.runtime
  const { sources, access, live, store, metrics, tracing } = context.platform
  const { bans, hotLists, images } = features
  const { load, statistics, upstream } = asking
  const storage = store.budget.createCache<CacheEntry>()
  const { isCurrent } = upstream.versions
  const app = createApp({
    version,
    epochMs,
    monotonicMs,
    connectionLimits,
    newRequestId: createRequestIdSequence(randomUUID().slice(0, 13)),
    log,
    logBuffer,
    metrics,
    tracing,
    traffic: createTrafficStats(monotonicMs),
    statistics,
    processHealth: () => processHealth(context, composed),
    unloggedLines: config.LOG_LEVEL === 'debug' ? undefined : { write: logBuffer.write, epochMs },
    access,
    load,
    responseCache: createResponseCache({ storage, isCurrent, metrics, epochMs, monotonicMs }),
    ...searchOptions(context, composed),
    hotLists,
    dailyHotPrefix: config.DAILYHOT_PREFIX,
    urlPrefix: config.BASE_PATH,
    bans,
    switches: sources.switches,
    settings: { stored: live.stored, trials: features.trials },
    images,
    watches: watching.watches,
    digest: watching.digest,
    mcpOrigins,
    page,
  })
  return { app, owner: access.owner }
}

function processHealth({ platform }: Context, { asking, features, watching }: Composed) {
  const { sources, live, store, replicas } = platform
  const problems = [
    ...asking.load.troubles(),
    ...store.problems(),
    ...(replicas?.problems() ?? []),
    ...sources.problems(),
    ...live.stored.problems(),
    ...features.bansFile.problems(),
    ...watching.file.problems(),
  ]
  return readProcess(asking.load.meanLagMs(), problems, store.warnings())
}

function searchOptions({ settings, platform }: Context, { asking, features }: Composed) {
  const { config } = settings
  const { access, sources } = platform
  const { catalogue } = sources
  const { bans, search, suggest, recentYields, checks } = features
  return {
    search,
    suggest,
    recentYields,
    searchSources: sources.searchIds,
    searchFacts: pluginFacts(catalogue),
    checkLinks: checks.check,
    checkDeadlineMs: config.CHECK_DEADLINE_MS,
    health: () => ({
      ...asking.searchHealth(),
      ...catalogueHealth(catalogue, bans),
      auth_enabled: access.apiKeys.isRequired() && access.login.hasUsers(),
      version,
    }),
  }
}
