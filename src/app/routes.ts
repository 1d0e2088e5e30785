// The routes and operations of all rooms: mounts the routes with what each needs, lists the operations, and forms the bodies of errors.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ReportRouteOptions, reportOperations, reportRoutes } from '../admin/report-routes.ts'
import { securityOperations, securityRoutes } from '../admin/security-routes.ts'
import { createAuthorOf, type SettingTrials, settingsOperations, settingsRoutes } from '../admin/settings-routes.ts'
import type { SourceSwitches } from '../admin/source-switches.ts'
import type { StoredSettings } from '../admin/stored-settings.ts'
import { userOperations, userRoutes } from '../admin/user-routes.ts'
import type { BanList } from '../bans/ban-list.ts'
import { type Operation, routePath, tags } from '../contract/operation.ts'
import { batchOperations, batchRoutes } from '../hotlist/batch-routes.ts'
import type { HotLists } from '../hotlist/create-hot-lists.ts'
import { dailyHotOperations, dailyHotRoutes } from '../hotlist/dailyhot-routes.ts'
import { hotListErrorBody, isHotListPath, isNewsNowPath, newsNowErrorBody } from '../hotlist/error-body.ts'
import { feedOperations, feedRoutes } from '../hotlist/feed-routes.ts'
import { historyOperations, historyRoutes } from '../hotlist/history-routes.ts'
import { newsNowOperations, newsNowRoutes } from '../hotlist/newsnow-routes.ts'
import { hotListRoutes, listOperations } from '../hotlist/routes.ts'
import { streamOperations, streamRoutes } from '../hotlist/stream-routes.ts'
import type { AccessControl } from '../http/access/access-control.ts'
import type { AllowList } from '../http/access/ip-allow-list.ts'
import type { RateLimits, RateRules } from '../http/access/rate-limits.ts'
import type { ApiKeys } from '../http/auth/api-keys.ts'
import type { AccessSettings } from '../http/auth/authentication.ts'
import type { Login } from '../http/auth/login.ts'
import type { Owner } from '../http/auth/owner.ts'
import type { StoredUsers } from '../http/auth/stored-users.ts'
import type { UserSettingsStore } from '../http/auth/user-settings.ts'
import { authOperations, authRoutes } from '../http/auth-routes.ts'
import { docsOperations } from '../http/docs-routes.ts'
import { authErrorBody, defaultErrorBody, isAuthPath, type SerializeError } from '../http/errors.ts'
import { probeOperations } from '../http/health-probes.ts'
import type { LoadShedder } from '../http/load-shedding.ts'
import type { BufferedOnly } from '../http/logging/request-log.ts'
import type { TrafficStats } from '../http/logging/traffic-stats.ts'
import { openSearchOperations } from '../http/open-search-routes.ts'
import { ownerOperations, ownerRoutes } from '../http/owner-routes.ts'
import type { WebPage } from '../http/page/assets.ts'
import { pageOperations } from '../http/page-routes.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import type { ConnectionLimits } from '../http/server/request-limits.ts'
import { userSettingsOperations, userSettingsRoutes } from '../http/user-settings-routes.ts'
import type { ImageProxy } from '../image-proxy/image-proxy.ts'
import { imageOperations, imageRoutes } from '../image-proxy/routes.ts'
import { isMcpPath, type McpRouteOptions, mcpErrorBody, mcpOperations, mcpRoutes } from '../mcp/routes.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/tracing.ts'
import type { LinkChecker } from '../search/checks/link-checker.ts'
import { searchFeedOperations, searchFeedRoutes } from '../search/feed-routes.ts'
import { checkRoutes, type SearchRouteOptions, searchOperations, searchRoutes } from '../search/routes.ts'
import type { Suggest } from '../search/suggest/load-suggester.ts'
import { suggestOperations, suggestRoutes } from '../search/suggest-routes.ts'
import type { Digest } from '../watches/digest.ts'
import { watchOperations } from '../watches/operations.ts'
import { watchFeedRoutes, watchRoutes } from '../watches/routes.ts'
import type { Watches } from '../watches/watches.ts'

export interface AppOptions extends SearchRouteOptions, McpRouteOptions, ReportRouteOptions {
  readonly connectionLimits?: ConnectionLimits | undefined
  readonly newRequestId: () => string
  /** The web page; without it there is only the API. */
  readonly page?: WebPage | undefined
  readonly access: Access
  readonly load?: Pick<LoadShedder, 'requireCapacity'> | undefined
  readonly responseCache: ResponseCache
  readonly suggest: Suggest
  readonly checkLinks: LinkChecker['check']
  readonly checkDeadlineMs: number
  readonly hotLists: Pick<HotLists, 'lists' | 'batches' | 'following' | 'history' | 'risers' | 'trends'>
  /** The path prefix of the routes for clients of DailyHotApi; undefined: no such routes. */
  readonly dailyHotPrefix?: string | undefined
  /** The path of a reverse proxy below which the service is reachable; default: the root. */
  readonly urlPrefix?: string | undefined
  readonly bans: BanList
  readonly switches: SourceSwitches
  readonly settings: { readonly stored: StoredSettings; readonly trials: SettingTrials }
  readonly images?: ImageProxy | undefined
  readonly watches: Watches
  readonly digest: Pick<Digest, 'digestOf'>
  readonly metrics: Metrics
  readonly traffic: TrafficStats
  readonly tracing?: Tracing | undefined
  /** Takes request lines below the level of the log. */
  readonly unloggedLines?: BufferedOnly | undefined
}

export interface Access {
  readonly rules?: AccessSettings | undefined
  readonly rates?: RateRules | undefined
  readonly allowList: AllowList
  readonly apiKeys: ApiKeys
  readonly users: StoredUsers
  readonly userSettings: UserSettingsStore
  readonly login?: Login | undefined
  /** Absent where settings decide who has access. */
  readonly owner?: Owner | undefined
  /** Makes rate limits hold for all replicas together. */
  readonly shareLimits?: ((limits: RateLimits) => RateLimits) | undefined
}

const groups = [
  ...[searchOperations, suggestOperations, listOperations, historyOperations, watchOperations],
  ...[batchOperations, streamOperations, feedOperations, searchFeedOperations, newsNowOperations, dailyHotOperations],
  ...[mcpOperations, authOperations, ownerOperations, userSettingsOperations, pageOperations, docsOperations],
  ...[openSearchOperations, probeOperations, imageOperations, reportOperations, securityOperations, userOperations],
  settingsOperations,
]

const tagOrder = Object.keys(tags)

/** All operations, in documentation order, with paths of DailyHotApi at the root. */
export const operations: readonly Operation[] = groups
  .flatMap((group) => Object.entries(group).map(([id, operation]): Operation => Object.assign({ id }, operation)))
  .sort((one, other) => tagOrder.indexOf(one.tag) - tagOrder.indexOf(other.tag))

/** The operations with the prefix of DailyHotApi paths; undefined: without those. */
export function operationsFor(dailyHotPrefix: string | undefined): readonly Operation[] {
  if (dailyHotPrefix === undefined) return operations.filter(({ id }) => !Object.hasOwn(dailyHotOperations, id))
  const prefix = dailyHotPrefix.replace(/\/$/, '')
  return operations.map((operation) =>
    Object.hasOwn(dailyHotOperations, operation.id)
      ? Object.assign({}, operation, { path: `${prefix}${operation.path}` })
      : operation,
  )
}

/** The purpose of each operation, by the request with its required parameters; optional ones are listed after the purpose. */
export function endpointIndex(dailyHotPrefix: string | undefined, urlPrefix = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(operationsFor(dailyHotPrefix).map((one) => [requestLine(one, urlPrefix), purposeOf(one)]))
}

function requestLine({ method, path, query, body }: Operation, urlPrefix: string): string {
  const needed = Object.entries(body ? {} : (query?.shape ?? {})).filter(
    ([, field]) => !field.safeParse(undefined).success,
  )
  const fields = needed.map(([name]) => `${name}=…`)
  return `${method.toUpperCase()} ${urlPrefix}${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}`
}

function purposeOf({ summary, query, body }: Operation): string {
  const fields = [...new Set([query, body].flatMap((sent) => Object.keys(sent?.shape ?? {})))]
  return fields.length === 0 ? summary : `${summary} (${fields.join(', ')})`
}

/** All paths in the notation of the router: `/:id` for `/{id}`. */
export function routePatterns(dailyHotPrefix: string | undefined): ReadonlySet<string> {
  return new Set(operationsFor(dailyHotPrefix).map(routePath))
}

export function createErrorBody(epochMs: () => number): SerializeError {
  return (path, error) => {
    if (isHotListPath(path)) return hotListErrorBody(error, epochMs())
    if (isNewsNowPath(path)) return newsNowErrorBody(error, epochMs())
    if (isMcpPath(path)) return mcpErrorBody(error)
    return isAuthPath(path) ? authErrorBody(error) : defaultErrorBody(error)
  }
}

type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => void

export function mountRoutes(app: FastifyInstance, options: AppOptions, control: AccessControl): void {
  /** Admits a request that forces fresh answers. @throws RequestError 429 above its rate limit, 503 under overload. */
  const forced: RequestCheck = (request, reply) => {
    control.guard.charge(request, reply, { name: 'force' })
    options.load?.requireCapacity()
  }
  mountSearchRoutes(app, options, control, forced)
  mountHotListRoutes(app, options, control, forced)
  imageRoutes(app, options.images, control.guard)
  mcpRoutes(app, options, control.guard)
  const { access, bans, switches, watches, digest, epochMs } = options
  const watching = {
    watches,
    digest,
    gate: control.adminGate,
    guard: control.guard,
    responseCache: options.responseCache,
    epochMs,
  }
  watchRoutes(app, watching)
  watchFeedRoutes(app, watching)
  const { allowList, apiKeys } = access
  const { stored, trials } = options.settings
  const security = { allowList, bans, apiKeys, switches, settings: stored, authorOf: createAuthorOf(control), epochMs }
  securityRoutes(app, security, control.adminGate)
  userRoutes(app, { ...security, users: access.users }, control.adminGate)
  settingsRoutes(app, { stored, trials, control, epochMs })
  authRoutes(app, access.login, control)
  ownerRoutes(app, { ...access, control, epochMs })
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
