// Mounts the routes of all rooms, and gives each what it needs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { batchRoutes } from '../hotlist/batch-routes.ts'
import { dailyHotRoutes } from '../hotlist/dailyhot-routes.ts'
import { newsNowRoutes } from '../hotlist/newsnow-routes.ts'
import { reportRoutes } from '../hotlist/report-routes.ts'
import { hotListRoutes } from '../hotlist/routes.ts'
import { securityRoutes } from '../hotlist/security-routes.ts'
import { streamRoutes } from '../hotlist/stream-routes.ts'
import type { AccessControl } from '../http/access/access-control.ts'
import { authRoutes } from '../http/auth-routes.ts'
import { imageRoutes } from '../image-proxy/routes.ts'
import { mcpRoutes } from '../mcp/routes.ts'
import { checkRoutes } from '../search/check-routes.ts'
import { searchRoutes } from '../search/routes.ts'
import type { AppOptions } from './app-options.ts'
import { createLocalBackend } from './mcp-backend.ts'

type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => void

/** Mounts all routes on `app`; `control` decides who may send requests. */
export function mountRoutes(app: FastifyInstance, options: AppOptions, control: AccessControl): void {
  /** Admits a request that forces fresh answers. @throws RequestError 429 above its rate limit, 503 under overload. */
  const forced: RequestCheck = (request, reply) => {
    control.guard.chargeForced(request, reply)
    options.load?.requireCapacity()
  }
  mountSearchRoutes(app, options, { control, forced })
  mountHotListRoutes(app, options, { control, forced })
  imageRoutes(app, { pictures: options.images })
  mountMcpRoutes(app, options, { control, forced })
  mountAdminRoutes(app, options, control)
  authRoutes(app, options.access.login, control)
}

interface Admission {
  readonly control: AccessControl
  readonly forced: RequestCheck
}

function mountSearchRoutes(app: FastifyInstance, options: AppOptions, { control, forced }: Admission): void {
  const { search, checks, health, responseCache, observability } = options
  const { charge, rateLimitKey } = control.guard
  searchRoutes(app, {
    search: search.answer,
    searchEvents: search.events,
    searchRoom: search.roomFor,
    requestCount: search.requestCount,
    charge,
    clientOf: rateLimitKey,
    health,
    ready: responseCache,
    forced,
    log: observability.log,
  })
  checkRoutes(app, { checkLinks: checks.check, checkDeadlineMs: checks.deadlineMs, clientOf: rateLimitKey })
}

function mountHotListRoutes(app: FastifyInstance, options: AppOptions, { control, forced }: Admission): void {
  const { version, clock, hotLists, observability, responseCache } = options
  const { lists, batches, following, dailyHotPrefix } = hotLists
  const { log, statistics } = observability
  const epochMs = clock.epochMs
  hotListRoutes(app, { lists, statistics, responseCache, forced, version, epochMs })
  streamRoutes(app, { lists, following, log }, control.guard)
  batchRoutes(app, { batches, responseCache, forced, epochMs })
  newsNowRoutes(app, { lists, responseCache, forced, epochMs })
  dailyHotRoutes(app, { lists, ready: responseCache, dailyHotPrefix, forced, epochMs })
}

function mountMcpRoutes(app: FastifyInstance, options: AppOptions, { control, forced }: Admission): void {
  const { version, clock, search, checks, health, hotLists, mcp, observability } = options
  const { guard } = control
  mcpRoutes(app, {
    backendFor(request, reply) {
      let isFirstUnit = true
      const client = guard.rateLimitKey(request)
      return createLocalBackend({ search, checks, health, hotLists, client }, ({ route, isForced, more = 0 }) => {
        guard.chargeExtra(request, reply, { route, isFirstUnit })
        isFirstUnit = false
        guard.charge(request, reply, { route, more })
        if (isForced) forced(request, reply)
      })
    },
    mcpOrigins: mcp.origins,
    newMcpSession: mcp.newSessionId,
    version,
    log: observability.log,
    monotonicMs: clock.monotonicMs,
  })
}

function mountAdminRoutes(app: FastifyInstance, options: AppOptions, { adminGate }: AccessControl): void {
  const { clock, search, hotLists, bans, access, observability } = options
  const { statistics, traffic, metrics, logBuffer, processHealth } = observability
  const epochMs = clock.epochMs
  reportRoutes(
    app,
    {
      lists: hotLists.lists,
      statistics,
      searchSources: search.sourceIds,
      vitals: processHealth,
      bans,
      traffic,
      metrics,
      logRing: logBuffer,
      epochMs,
    },
    adminGate,
  )
  securityRoutes(app, { allowList: access.allowList, bans, epochMs }, adminGate)
}
