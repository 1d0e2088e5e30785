// createApp(parts): the HTTP face of the service, all routes mounted; tests start here.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdminDoors, adminRoutes } from './hotlist/admin-routes.ts'
import { type BatchDoors, batchRoutes } from './hotlist/batch-routes.ts'
import { hotListErrorText, isHotListPath } from './hotlist/error-text.ts'
import { type HotListDoors, hotListRoutes } from './hotlist/routes.ts'
import { allowListPath, type SecurityDoors, securityRoutes } from './hotlist/security-routes.ts'
import { createIdChoice, createRequestIds, openHeaders, setOpenHeaders } from './http/access.ts'
import { type AdminGate, createAdminGate } from './http/admin.ts'
import { createAdmission } from './http/admission.ts'
import { type Clients, createClients } from './http/client.ts'
import { openDoor } from './http/door.ts'
import { createErrorAnswer, plainErrorText, type RequestError, refusal } from './http/errors.ts'
import { type Finishing, finishBeforeClosing } from './http/finishing.ts'
import { takeAnyBody } from './http/params.ts'
import { alivePath, answerProbes } from './http/probes.ts'
import type { ReadyAnswers } from './http/ready-answers.ts'
import { addLane, createReadyLane, type Lane } from './http/ready-lane.ts'
import { createRequestLog, type RequestLog, routeOf, type Unseen } from './http/request-log.ts'
import { createTakenCount, type TakenRow } from './http/taken.ts'
import { pathOf } from './http/target.ts'
import { readyHeaders } from './http/told-ready.ts'
import type { Traffic } from './http/traffic.ts'
import { answerUnrouted } from './http/unrouted.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import { type SearchDoors, searchRoutes } from './search/routes.ts'
import type { Statistics } from './upstream/statistics.ts'

/** What the app is made of. */
export interface AppParts extends SearchDoors, SecurityDoors, HotListDoors, BatchDoors, AdminDoors {
  readonly version: string
  readonly log: Logger
  readonly lists: HotListDoors['lists']
  readonly statistics: Statistics
  readonly ready: ReadyAnswers
  readonly metrics: Pick<Metrics, 'text' | 'contentType' | 'requested' | 'asked' | 'cacheHitRate'>
  readonly traffic: Traffic
  /** Takes the lines about requests that the log does not show. */
  readonly unseen?: Unseen | undefined
  /** Lets its sender see and change what is not for everybody; without one only this machine may. */
  readonly adminToken?: string | undefined
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  readonly newRequestId: () => string
  /** Only these ask, if there are any. */
  readonly workers?: Workers | undefined
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

/** The processes that listen in the place of this one. */
export interface Workers {
  /** What they prove themselves with. */
  readonly key: string
  /** Have they been told to stop? */
  isClosing(): boolean
  /** Hears of each request that one of them answered by itself. */
  onTaken(count: (row: TakenRow) => void): void
}

/** What happens to every request first, even to one that no route can be found for; gives the error for one that may not ask. */
type Arrival = (request: FastifyRequest, reply: FastifyReply) => RequestError | undefined

function createServer({ log, newRequestId, time, workers }: AppParts, arrive: Arrival): FastifyInstance {
  const answerError = createErrorAnswer(log, (path, error) =>
    isHotListPath(path) ? hotListErrorText(error, time()) : plainErrorText(error),
  )
  const own = {
    genReqId: createRequestIds(newRequestId),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      answerError(arrive(request, reply) ?? error, request, reply)
    },
  }
  const app = openDoor(own, workers !== undefined)
  app.setErrorHandler(answerError)
  return app
}

/** What tells who asks, and what notes it. */
interface Watch {
  readonly clients: Clients
  readonly gate: AdminGate
  readonly requestLog: RequestLog
}

function createArrival({ allowList }: AppParts, { clients, gate, requestLog }: Watch): Arrival {
  const refusalOf = createAdmission(allowList, clients, (request) => {
    const route = routeOf(request)
    // By its path too: OPTIONS has no route.
    const isAlive = route === alivePath || pathOf(request.url) === alivePath
    return isAlive || (route === allowListPath && gate.isAdministrator(request))
  })
  return (request, reply) => {
    requestLog.watch(request, reply)
    setOpenHeaders(request, reply)
    return refusalOf(request)
  }
}

/** What is ready is answered before the framework sees the request. */
function laneOf(parts: AppParts, { clients, requestLog }: Watch, finishing: Finishing): Lane {
  const { ready, allowList, now, time } = parts
  const count = createTakenCount(requestLog, parts.metrics)
  parts.workers?.onTaken(count)
  const requestId = createIdChoice(parts.newRequestId)
  return createReadyLane({
    ready,
    allows: (request) => allowList.allows(clients.of(request).address),
    openHeaders,
    requestId,
    further: (request, kept) => (clients.isHandedOn(request) ? Object.entries(readyHeaders(kept)).flat() : []),
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

/** The app, ready to listen or to be asked by `inject`. */
export function createApp(parts: AppParts): FastifyInstance {
  const { log, now, unseen, workers } = parts
  const clients = createClients(workers?.key)
  const gate = createAdminGate(parts.adminToken, clients)
  const requestLog = createRequestLog({
    ...{ log, now, unseen, clients },
    heard(request) {
      parts.traffic.heard(request)
      parts.metrics.requested(request)
    },
  })
  const watch = { clients, gate, requestLog }
  const arrive = createArrival(parts, watch)
  const app = createServer(parts, arrive)
  app.addHook('onRequest', async (request, reply) => {
    const refused = arrive(request, reply)
    if (refused !== undefined) throw refused
    // Left to us by `requireHostHeader`, because Node would answer without a body.
    const lacksHost = clients.of(request.raw).httpVersion === '1.1' && request.headers.host === undefined
    if (lacksHost) throw refusal('Host header', 'is required by HTTP/1.1')
  })
  const finishing = finishBeforeClosing(app)
  addLane(app, laneOf(parts, watch, finishing))
  takeAnyBody(app)
  answerUnrouted(app)
  answerProbes(app, () => finishing.isClosing() || workers?.isClosing() === true, parts.vitals)

  app.get('/', async () => ({ name: 'trawl', version: parts.version, endpoints }))
  app.get('/metrics', async (request, reply) => {
    gate.checkReader(request)
    return reply.header('content-type', parts.metrics.contentType).send(await parts.metrics.text())
  })
  searchRoutes(app, parts)
  hotListRoutes(app, parts)
  batchRoutes(app, parts)
  adminRoutes(app, parts, gate)
  securityRoutes(app, parts, gate)
  return app
}
