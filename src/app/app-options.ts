// The parts of the HTTP app: the objects of the rooms, built by http-app.ts or by a test.

import type { RecentYields, SearchFacts } from '../admin/reports.ts'
import type { SourceSwitches } from '../admin/source-switches.ts'
import type { BanList } from '../bans/ban-list.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { HotLists } from '../hotlist/create-hot-lists.ts'
import type { AccessSettings } from '../http/access/access-control.ts'
import type { AllowList } from '../http/access/ip-allow-list.ts'
import type { RateLimits, RateRules } from '../http/access/rate-limits.ts'
import type { Login } from '../http/auth/login.ts'
import type { ApiKeys } from '../http/auth/open-api-keys.ts'
import type { UserSettingsStore } from '../http/auth/user-settings.ts'
import type { LoadShedder } from '../http/load-shedding.ts'
import type { BufferedOnly } from '../http/logging/request-log.ts'
import type { TrafficStats } from '../http/logging/traffic-stats.ts'
import type { WebPage } from '../http/page/assets.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import type { ConnectionLimits } from '../http/server/request-limits.ts'
import type { ImageProxy } from '../image-proxy/image-proxy.ts'
import type { IsOriginAllowed } from '../mcp/allowed-origins.ts'
import type { Logger } from '../observability/log.ts'
import type { LogBuffer } from '../observability/log-buffer.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { monitorProcess } from '../observability/process-health.ts'
import type { Tracing } from '../observability/tracing.ts'
import type { LinkChecker } from '../search/checks/link-checker.ts'
import type { Search } from '../search/search.ts'
import type { Suggest } from '../search/suggest/load-suggester.ts'
import type { SourceStatistics } from '../upstream/stats/source-statistics.ts'
import type { Watches } from '../watches/watches.ts'
import type { Clock } from './timers.ts'

export interface AppOptions extends Clock, SearchParts, HotListParts {
  readonly connectionLimits?: ConnectionLimits | undefined
  readonly version: string
  readonly newRequestId: () => string
  /** The web page; without it there is only the API. */
  readonly page?: WebPage | undefined
  readonly access: Access
  readonly load?: Pick<LoadShedder, 'requireCapacity'> | undefined
  readonly responseCache: ResponseCache
  readonly bans: BanList
  readonly switches: SourceSwitches
  readonly images?: ImageProxy | undefined
  readonly watches: Watches
  /** Origins of the web pages that may call the MCP server; by default those of this machine. */
  readonly mcpOrigins?: IsOriginAllowed | undefined

  readonly log: Logger
  readonly logBuffer: LogBuffer
  readonly metrics: Metrics
  readonly traffic: TrafficStats
  readonly statistics: SourceStatistics
  readonly processHealth: ReturnType<typeof monitorProcess>['read']
  readonly tracing?: Tracing | undefined
  /** Takes request lines below the level of the log. */
  readonly unloggedLines?: BufferedOnly | undefined
}

export interface Access {
  readonly rules?: AccessSettings | undefined
  readonly rates?: RateRules | undefined
  readonly allowList: AllowList
  readonly apiKeys: ApiKeys
  readonly userSettings: UserSettingsStore
  readonly login?: Login | undefined
  /** Makes rate limits hold for all replicas together. */
  readonly shareLimits?: ((limits: RateLimits) => RateLimits) | undefined
}

export interface SearchParts {
  readonly search: Search
  readonly suggest: Suggest
  readonly searchSources: readonly string[]
  readonly searchFacts?: SearchFacts | undefined
  readonly recentYields: () => Promise<RecentYields>
  readonly checkLinks: LinkChecker['check']
  readonly checkDeadlineMs: number
  readonly health: () => HealthResponse
}

export interface HotListParts {
  readonly hotLists: Pick<HotLists, 'lists' | 'batches' | 'following' | 'history' | 'risers' | 'trends'>
  /** The path prefix of the routes for clients of DailyHotApi; undefined: no such routes. */
  readonly dailyHotPrefix?: string | undefined
}
