// Creates the HTTP server, with its limits and its handling of malformed requests.
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { type ConnectionListeners, createSharedAddressTest, limitConnections } from './connection-limits.ts'
import { rejectMalformed } from './malformed-requests.ts'
import { type ConnectionLimits, connectionLimits, requestLimits } from './request-limits.ts'

type PerServerOptions = Required<Pick<FastifyServerOptions, 'genReqId' | 'frameworkErrors'>>

interface ServerOptions {
  /** Called for connections closed because there were too many or their clients were too slow. */
  readonly listeners?: Partial<ConnectionListeners>
  readonly limits?: ConnectionLimits | undefined
  /** Do many clients share this address? Default: this machine only. */
  readonly isShared?: (address: string) => boolean
}

const noListeners: ConnectionListeners = { onMessage: () => undefined, onDropped: () => undefined }

function rejectSchema(): never {
  throw new Error('a route must not have a schema; validate its parameters with http/params.ts')
}

export function createServer(perServer: PerServerOptions, options: ServerOptions = {}): FastifyInstance {
  const { listeners, limits = connectionLimits, isShared = createSharedAddressTest() } = options
  const app = fastify({
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: limits.arrivalMs,
    connectionTimeout: limits.inactivityMs,
    keepAliveTimeout: limits.idleMs,
    http: {
      maxHeaderSize: requestLimits.headerBytes,
      requireHostHeader: false,
      // Node applies the smaller of the two timeouts to headers and the larger to the whole request; its default would be a minute.
      headersTimeout: limits.arrivalMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    // The query is parsed in http/params.ts, by our own rules.
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: requestLimits.pathSegment,
      querystringParser: () => ({}),
    },
    // Requests that arrive during shutdown are answered; the framework's own 503 would not have our error body.
    return503OnClosing: false,
    forceCloseConnections: true,
    // No route has a schema: http/params.ts validates. Otherwise the framework would load its validator and its serializer at the start.
    schemaController: { compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema } },
    // Shutdown waits for the longest search; the framework's limit of 10 s would end the process earlier.
    pluginTimeout: 0,
    clientErrorHandler: rejectMalformed,
    ...perServer,
  })
  // Headers are limited by bytes. Node would silently drop those after the 1000th, and the last may name the client.
  app.server.maxHeadersCount = 0
  limitConnections(app.server, { ...noListeners, ...listeners, limits, isShared })
  // An unknown Expect header is no reason to reject a request; Node would, without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}
