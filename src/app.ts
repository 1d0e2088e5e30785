// createApp(parts): the HTTP face of the service, all routes mounted; tests start here.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createRequestIds, isLocal, setOpenHeaders } from './http/access.ts'
import { answerBrokenRequest } from './http/broken-requests.ts'
import { createErrorAnswer, RequestError } from './http/errors.ts'
import { finishBeforeClosing } from './http/finishing.ts'
import { requestLimits } from './http/limits.ts'
import { takeAnyBody } from './http/params.ts'
import { createRequestLog } from './http/request-log.ts'
import { answerUnrouted } from './http/unrouted.ts'
import type { Logger } from './log.ts'
import { type SearchDoors, searchRoutes } from './search/routes.ts'

/** What the app is made of. */
export interface AppParts extends SearchDoors {
  readonly version: string
  readonly log: Logger
  readonly metrics: { text(): Promise<string>; readonly contentType: string }
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  readonly newRequestId: () => string
}

const endpoints = {
  'GET /api/search?kw=…': 'search; parameters kw, channels, plugins, cloud_types, conc, refresh, res, src, ext, filter',
  'POST /api/search': 'the same, with a JSON body',
  'GET /api/search/stream?kw=…': 'the same search as server-sent events, links as they arrive',
  'GET /api/health': 'what can be searched',
  'GET /metrics': 'figures for Prometheus, for this machine only',
}

/** What happens to every request first, even to one that no route can be found for. */
type Arrival = (request: FastifyRequest, reply: FastifyReply) => void

function createServer({ log, newRequestId }: AppParts, arrive: Arrival): FastifyInstance {
  const answerError = createErrorAnswer(log)
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
      arrive(request, reply)
      answerError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
  app.setErrorHandler(answerError)
  // An expectation we do not know is no reason to refuse; Node would, without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/** The app, ready to listen or to be asked by `inject`. */
export function createApp(parts: AppParts): FastifyInstance {
  const logRequest = createRequestLog(parts.log, parts.now)
  const arrive: Arrival = (request, reply) => {
    logRequest(request, reply)
    setOpenHeaders(request, reply)
  }
  const app = createServer(parts, arrive)
  app.addHook('onRequest', async (request, reply) => {
    arrive(request, reply)
    // Left to us by `requireHostHeader`, because Node would answer without a body.
    const lacksHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined
    if (lacksHost) throw new RequestError(400, 'Host header: is required by HTTP/1.1')
  })
  finishBeforeClosing(app)
  takeAnyBody(app)
  answerUnrouted(app)

  app.get('/', async () => ({ name: 'trawl', version: parts.version, endpoints }))
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) throw new RequestError(403, 'metrics: only programs on this machine may read them')
    return reply.header('content-type', parts.metrics.contentType).send(await parts.metrics.text())
  })
  searchRoutes(app, parts)
  return app
}
