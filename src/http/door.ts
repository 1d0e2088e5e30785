// The server behind every port we listen on: its limits, and its answers to what is no request.
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { answerBrokenRequest } from './broken-requests.ts'
import { boundConnections, createSharedAddressTest, type Ears } from './connections.ts'
import { type ConnectionLimits, connectionLimits, requestLimits } from './limits.ts'

/** What differs from one server to the next. */
type Own = Required<Pick<FastifyServerOptions, 'genReqId' | 'frameworkErrors'>>

/** What a door says and keeps to. */
interface DoorWays {
  /** Hear of connections that were closed because there were too many or their clients too slow. */
  readonly ears?: Partial<Ears>
  readonly limits?: ConnectionLimits
  /** Do many clients come from this address? This machine unless said otherwise. */
  readonly isShared?: (address: string) => boolean
}

/** What has come through a door already has kept its limits, and gets longer by what our worker adds. */
const inner = {
  requestTimeout: 0,
  connectionTimeout: 0,
  // The worker decides which connections it keeps: one closed here might just be in use there.
  keepAliveTimeout: 0,
  headerBytes: 2 * requestLimits.headerBytes,
}

function outerBy({ arrivalMs, silentMs, idleMs }: ConnectionLimits) {
  const { headerBytes } = requestLimits
  return { requestTimeout: arrivalMs, connectionTimeout: silentMs, keepAliveTimeout: idleMs, headerBytes }
}

const deaf: Ears = { told: () => undefined, cutOff: () => undefined }

/** Makes a server without routes. `isInner` is for the one that only our own workers ask. */
export function openDoor(own: Own, isInner = false, ways: DoorWays = {}): FastifyInstance {
  const { ears, limits = connectionLimits, isShared = createSharedAddressTest() } = ways
  const { headerBytes, ...times } = isInner ? inner : outerBy(limits)
  const { requestTimeout: headersTimeout } = times
  const app = fastify({
    bodyLimit: requestLimits.bodyBytes,
    ...times,
    http: {
      maxHeaderSize: headerBytes,
      requireHostHeader: false,
      // Node takes the shorter of the two for headers and the longer for the whole, which would be the minute of its default.
      headersTimeout,
      connectionsCheckingInterval: limits.checkMs,
    },
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
  // Their bytes bound them. Node would drop those after the thousandth without a word, and the last may say for whom somebody asks.
  app.server.maxHeadersCount = 0
  // Those of the inner one are bounded by the doors of our workers.
  if (!isInner) boundConnections(app.server, { ...deaf, ...ears, limits, isShared })
  // An expectation we do not know is no reason to refuse; Node would, without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}
