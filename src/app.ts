// createApp(parts): the HTTP face of the service, all routes mounted; tests start here.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type AdminDoors, adminRoutes } from './hotlist/admin-routes.ts'
import { hotListErrorText, isHotListPath } from './hotlist/error-text.ts'
import { type HotListDoors, hotListRoutes } from './hotlist/routes.ts'
import { allowListPath, type SecurityDoors, securityRoutes } from './hotlist/security-routes.ts'
import { createRequestIds, setOpenHeaders } from './http/access.ts'
import { type AdminGate, createAdminGate } from './http/admin.ts'
import { createAdmission } from './http/admission.ts'
import { answerBrokenRequest } from './http/broken-requests.ts'
import { createErrorAnswer, plainErrorText, type RequestError, refusal } from './http/errors.ts'
import { finishBeforeClosing } from './http/finishing.ts'
import { requestLimits } from './http/limits.ts'
import { takeAnyBody } from './http/params.ts'
import { alivePath, answerProbes } from './http/probes.ts'
import { createRequestLog, routeOf } from './http/request-log.ts'
import { pathOf } from './http/target.ts'
import type { Traffic } from './http/traffic.ts'
import { answerUnrouted } from './http/unrouted.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import { type SearchDoors, searchRoutes } from './search/routes.ts'
import type { Statistics } from './upstream/statistics.ts'

/** What the app is made of. */
export interface AppParts extends SearchDoors, SecurityDoors, HotListDoors, AdminDoors {
  readonly version: string
  readonly log: Logger
  readonly lists: HotListDoors['lists']
  readonly statistics: Statistics
  readonly metrics: Pick<Metrics, 'text' | 'contentType' | 'requested' | 'cacheHitRate'>
  readonly traffic: Traffic
  /** Lets its sender see and change what is not for everybody; without one only this machine may. */
  readonly adminToken?: string | undefined
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  readonly newRequestId: () => string
}

const endpoints = {
  'GET /api/search?kw=…': 'search; parameters kw, channels, plugins, cloud_types, conc, refresh, res, src, ext, filter',
  'POST /api/search': 'the same, with a JSON body',
  'GET /api/search/stream?kw=…': 'the same search as server-sent events, links as they arrive',
  'GET /api/health': 'what can be searched',
  'GET /api/v1/sources': 'the hot lists; includeDisabled, metrics',
  'GET /api/v1/sources/{id}': 'one hot list; force, limit',
  'GET /api/v1/batch?sources=…': 'several hot lists; force, limit',
  'GET /api/v1/sources/hot/batch': 'several by id; ids, limit, concurrency, timeout',
  'GET /api/v1/optimized/batch': 'several, by priority; sources, priority, concurrency, timeout, limit',
  'GET /api/v1/stream?sources=…': 'several as JSON lines, or as server-sent events; chunkSize, delay',
  'GET /api/hot-list?id=…': 'the items of one hot list; refresh',
  'GET /api/latest': 'the version',
  'GET /api/v1/health': 'how the service and its sources are',
  'GET /api/v1/metrics': 'figures, for this machine and administrators only; detailed',
  'GET /api/v1/errors': 'what failed, for the same; source, limit, since',
  'GET /api/v1/logs': 'log lines, for the same; limit, level, source, path, since, stats',
  'GET /metrics': 'figures for Prometheus, for this machine and administrators only',
  [`GET ${allowListPath}`]: 'the addresses that may ask; POST and DELETE with ip or ips change it',
  'GET /livez': 'is the process alive',
  'GET /readyz': 'does it take requests',
}

/** What happens to every request first, even to one that no route can be found for; gives the error for one that may not ask. */
type Arrival = (request: FastifyRequest, reply: FastifyReply) => RequestError | undefined

function createServer({ log, newRequestId, time }: AppParts, arrive: Arrival): FastifyInstance {
  const answerError = createErrorAnswer(log, (path, error) =>
    isHotListPath(path) ? hotListErrorText(error, time()) : plainErrorText(error),
  )
  const app = fastify({
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: requestLimits.arrivalMs,
    // The longest search is 30 s; keep-alive outlasts the 60 s of usual proxies, so that they close first.
    connectionTimeout: 75_000,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize: requestLimits.headerBytes, requireHostHeader: false, connectionsCheckingInterval: 5_000 },
    // The query is read in http/params.ts, once, under our own rules.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: requestLimits.pathPart, querystringParser: () => ({}) },
    // While closing, requests that still come in are answered; the framework's own 503 would not have the contract's body.
    return503OnClosing: false,
    forceCloseConnections: true,
    // Closing waits for the longest search; the framework's own limit of 10 s would end the process before that.
    pluginTimeout: 0,
    genReqId: createRequestIds(newRequestId),
    frameworkErrors: (error, request, reply) => {
      answerError(arrive(request, reply) ?? error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
  app.setErrorHandler(answerError)
  // An expectation we do not know is no reason to refuse; Node would, without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

function createArrival({ log, now, traffic, metrics, allowList }: AppParts, gate: AdminGate): Arrival {
  const logRequest = createRequestLog(log, now, (request) => {
    traffic.heard(request)
    metrics.requested(request)
  })
  const refusalOf = createAdmission(allowList, (request) => {
    const route = routeOf(request)
    // By its path too: OPTIONS has no route.
    const isAlive = route === alivePath || pathOf(request.url) === alivePath
    return isAlive || (route === allowListPath && gate.isAdministrator(request))
  })
  return (request, reply) => {
    logRequest(request, reply)
    setOpenHeaders(request, reply)
    return refusalOf(request)
  }
}

/** The app, ready to listen or to be asked by `inject`. */
export function createApp(parts: AppParts): FastifyInstance {
  const gate = createAdminGate(parts.adminToken)
  const arrive = createArrival(parts, gate)
  const app = createServer(parts, arrive)
  app.addHook('onRequest', async (request, reply) => {
    const refused = arrive(request, reply)
    if (refused !== undefined) throw refused
    // Left to us by `requireHostHeader`, because Node would answer without a body.
    const lacksHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined
    if (lacksHost) throw refusal('Host header', 'is required by HTTP/1.1')
  })
  const isClosing = finishBeforeClosing(app)
  takeAnyBody(app)
  answerUnrouted(app)
  answerProbes(app, isClosing)

  app.get('/', async () => ({ name: 'trawl', version: parts.version, endpoints }))
  app.get('/metrics', async (request, reply) => {
    gate.checkReader(request)
    return reply.header('content-type', parts.metrics.contentType).send(await parts.metrics.text())
  })
  searchRoutes(app, parts)
  hotListRoutes(app, parts)
  adminRoutes(app, parts, gate)
  securityRoutes(app, parts, gate)
  return app
}
