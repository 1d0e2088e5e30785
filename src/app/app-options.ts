// What the HTTP app is made of: one object per room, built by start.ts or by a test.
import type { BanList } from '../bans/ban-list.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { HotLists } from '../hotlist/create-hot-lists.ts'
import type { AccessSettings } from '../http/access/access-control.ts'
import type { AllowList } from '../http/access/ip-allow-list.ts'
import type { RateLimits, RateRules } from '../http/access/rate-limits.ts'
import type { Login } from '../http/auth/login.ts'
import type { LoadShedder } from '../http/load-shedding.ts'
import type { BufferedOnly } from '../http/logging/request-log.ts'
import type { TrafficStats } from '../http/logging/traffic-stats.ts'
import type { WebPage } from '../http/page/assets.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import type { ImageProxy } from '../image-proxy/image-proxy.ts'
import type { IsOriginAllowed } from '../mcp/allowed-origins.ts'
import type { Logger } from '../observability/log.ts'
import type { LogBuffer } from '../observability/log-buffer.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { monitorProcess } from '../observability/process-health.ts'
import type { Tracing } from '../observability/tracing.ts'
import type { LinkChecker } from '../search/checks/link-checker.ts'
import type { Search } from '../search/search.ts'
import type { SourceStatistics } from '../upstream/stats/source-statistics.ts'

export interface AppOptions {
  readonly version: string
  readonly clock: Clock
  readonly newRequestId: () => string
  readonly observability: Observability
  readonly access: AccessDeps
  readonly load?: Pick<LoadShedder, 'requireCapacity'> | undefined
  readonly responseCache: ResponseCache
  readonly search: SearchRoutesDeps
  readonly checks: CheckDeps
  readonly health: () => HealthResponse
  readonly hotLists: HotListDeps
  readonly bans: BanList
  /** Undefined where the image proxy is off. */
  readonly images?: ImageProxy | undefined
  readonly mcp: McpDeps
  /** The web page; without it there is only the API. */
  readonly page?: WebPage | undefined
}

export interface Clock {
  /** The time of day, in epoch milliseconds. */
  epochMs(): number
  /** Milliseconds of a clock that never jumps, for durations. */
  monotonicMs(): number
}

export interface Observability {
  readonly log: Logger
  readonly logBuffer: LogBuffer
  readonly metrics: Pick<
    Metrics,
    | 'text'
    | 'contentType'
    | 'recordRequest'
    | 'recordCacheOutcome'
    | 'cacheHitRate'
    | 'recordResponseCache'
    | 'recordRejection'
    | 'recordDroppedConnections'
  >
  readonly traffic: TrafficStats
  readonly statistics: SourceStatistics
  readonly processHealth: ReturnType<typeof monitorProcess>['read']
  readonly tracing?: Tracing | undefined
  /** Takes request lines below the level of the log. */
  readonly unloggedLines?: BufferedOnly | undefined
}

/** Who may send requests, and how many. */
export interface AccessDeps {
  /** Undefined: no restriction. */
  readonly rules?: AccessSettings | undefined
  readonly rates?: RateRules | undefined
  readonly allowList: AllowList
  /** Undefined where logins are off. */
  readonly login?: Login | undefined
  /** Makes rate limits hold for all replicas together. */
  readonly shareLimits?: ((limits: RateLimits) => RateLimits) | undefined
}

export interface SearchRoutesDeps extends Pick<Search, 'answer' | 'events'> {
  /** Reserves capacity for a search; undefined: there always is some. */
  readonly roomFor?: Search['reserveFor'] | undefined
  /** How many requests a search counts as; by default one. */
  readonly requestCount?: Search['requestCount'] | undefined
  /** The ids of all sources that a search asks by default. */
  readonly sourceIds: readonly string[]
}

export interface CheckDeps {
  readonly check: LinkChecker['check']
  /** The time limit of one request for checks. */
  readonly deadlineMs: number
}

export interface HotListDeps extends Pick<HotLists, 'lists' | 'batches' | 'following'> {
  /** The path prefix of the routes for clients of DailyHotApi; undefined: no such routes. */
  readonly dailyHotPrefix?: string | undefined
}

export interface McpDeps {
  /** Which web pages may call; by default those of this machine. */
  readonly origins?: IsOriginAllowed | undefined
  /** Creates an unguessable session id; without it, clients of protocol versions before 2026 cannot cancel. */
  readonly newSessionId?: (() => string) | undefined
}
