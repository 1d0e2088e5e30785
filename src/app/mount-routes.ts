// Mounts the routes of all rooms, and gives each what it needs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reportRoutes } from '../admin/report-routes.ts'
import { securityRoutes } from '../admin/security-routes.ts'
import { batchRoutes } from '../hotlist/batch-routes.ts'
import { dailyHotRoutes } from '../hotlist/dailyhot-routes.ts'
import { feedRoutes } from '../hotlist/feed-routes.ts'
import { historyRoutes } from '../hotlist/history-routes.ts'
import { newsNowRoutes } from '../hotlist/newsnow-routes.ts'
import { hotListRoutes } from '../hotlist/routes.ts'
import { streamRoutes } from '../hotlist/stream-routes.ts'
import type { AccessControl } from '../http/access/access-control.ts'
import { authRoutes } from '../http/auth-routes.ts'
import { userSettingsRoutes } from '../http/user-settings-routes.ts'
import { imageRoutes } from '../image-proxy/routes.ts'
import { mcpRoutes } from '../mcp/routes.ts'
import { searchFeedRoutes } from '../search/feed-routes.ts'
import { checkRoutes, searchRoutes } from '../search/routes.ts'
import { suggestRoutes } from '../search/suggest-routes.ts'
import { watchFeedRoutes, watchRoutes } from '../watches/routes.ts'
import type { AppOptions } from './app-options.ts'

type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => void

export function mountRoutes(app: FastifyInstance, options: AppOptions, control: AccessControl): void {
  /** Admits a request that forces fresh answers. @throws RequestError 429 above its rate limit, 503 under overload. */
  const forced: RequestCheck = (request, reply) => {
    control.guard.chargeForced(request, reply)
    options.load?.requireCapacity()
  }
  mountSearchRoutes(app, options, control, forced)
  mountHotListRoutes(app, options, control, forced)
  imageRoutes(app, options.images, control.guard)
  mcpRoutes(app, options, control.guard)
  const { access, bans, switches, watches, epochMs } = options
  const watching = {
    watches,
    gate: control.adminGate,
    guard: control.guard,
    responseCache: options.responseCache,
    epochMs,
  }
  watchRoutes(app, watching)
  watchFeedRoutes(app, watching)
  const { allowList, apiKeys } = access
  securityRoutes(app, { allowList, bans, apiKeys, switches, epochMs }, control.adminGate)
  authRoutes(app, access.login, control)
  userSettingsRoutes(app, { userSettings: access.userSettings, guard: control.guard, epochMs })
}

function mountSearchRoutes(app: FastifyInstance, options: AppOptions, { guard }: AccessControl, forced: RequestCheck) {
  searchRoutes(app, options, guard, forced)
  suggestRoutes(app, options)
  searchFeedRoutes(app, options, guard)
  checkRoutes(app, options.checkLinks, options.checkDeadlineMs, guard)
}

function mountHotListRoutes(app: FastifyInstance, options: AppOptions, control: AccessControl, forced: RequestCheck) {
  const { version, hotLists, dailyHotPrefix, statistics, responseCache, log, epochMs } = options
  const { lists, batches, following, history, risers, trends } = hotLists
  hotListRoutes(app, { lists, trends, statistics, responseCache, forced, version, epochMs })
  historyRoutes(app, { lists, history, risers, responseCache, epochMs })
  streamRoutes(app, { lists, following, log }, control.guard)
  batchRoutes(app, { batches, responseCache, forced, epochMs }, control.guard)
  feedRoutes(app, { lists, trends, risers, responseCache, epochMs })
  newsNowRoutes(app, { lists, responseCache, forced, epochMs })
  dailyHotRoutes(app, { lists, responseCache, dailyHotPrefix, forced, epochMs })
  reportRoutes(app, options, control.adminGate)
}
