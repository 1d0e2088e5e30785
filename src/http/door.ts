// The server behind every port we listen on: its limits, and its answers to what is no request.
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { answerBrokenRequest } from './broken-requests.ts'
import { requestLimits } from './limits.ts'

/** What differs from one server to the next. */
type Own = Required<Pick<FastifyServerOptions, 'genReqId' | 'frameworkErrors'>>

/** What has come through a door already has kept its limits, and gets longer by what our worker adds. */
const inner = {
  requestTimeout: 0,
  connectionTimeout: 0,
  // The worker decides which connections it keeps: one closed here might just be in use there.
  keepAliveTimeout: 0,
  headerBytes: 2 * requestLimits.headerBytes,
}

const outer = {
  requestTimeout: requestLimits.arrivalMs,
  // The longest search is 30 s; keep-alive outlasts the 60 s of usual proxies, so that they close first.
  connectionTimeout: 75_000,
  keepAliveTimeout: 65_000,
  headerBytes: requestLimits.headerBytes,
}

/** Makes a server without routes. `isInner` is for the one that only our own workers ask. */
export function openDoor(own: Own, isInner = false): FastifyInstance {
  const { headerBytes, ...times } = isInner ? inner : outer
  const app = fastify({
    bodyLimit: requestLimits.bodyBytes,
    ...times,
    http: { maxHeaderSize: headerBytes, requireHostHeader: false, connectionsCheckingInterval: 5_000 },
    // The query is read in http/params.ts, once, under our own rules.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: requestLimits.pathPart, querystringParser: () => ({}) },
    // While closing, requests that still come in are answered; the framework's own 503 would not have the contract's body.
    return503OnClosing: false,
    forceCloseConnections: true,
    // Closing waits for the longest search; the framework's own limit of 10 s would end the process before that.
    pluginTimeout: 0,
    clientErrorHandler: answerBrokenRequest,
    ...own,
  })
  // An expectation we do not know is no reason to refuse; Node would, without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}
