// What the HTTP app is made of: one object per room, built by start.ts or by a test.
import type { BanList } from '../bans/bans.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { HotLists } from '../hotlist/hot-lists.ts'
import type { AllowList } from '../http/allow-list.ts'
import type { Page } from '../http/assets.ts'
import type { Access } from '../http/entrance.ts'
import type { Load } from '../http/load.ts'
import type { Login } from '../http/login.ts'
import type { RateLimits, RateRules } from '../http/rate-limits.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import type { Unseen } from '../http/request-log.ts'
import type { TakenRow } from '../http/taken.ts'
import type { Traffic } from '../http/traffic.ts'
import type { Logger } from '../log.ts'
import type { LogRing } from '../log-ring.ts'
import type { OriginTest } from '../mcp/origins.ts'
import type { Metrics } from '../metrics.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Checks } from '../search/checks/checker.ts'
import type { Search } from '../search/search.ts'
import type { Tracing } from '../tracing.ts'
import type { Statistics } from '../upstream/statistics.ts'
import type { watchVitals } from '../vitals.ts'

export interface AppOptions {
  readonly version: string
  readonly clock: Clock
  readonly newRequestId: () => string
  readonly observability: Observability
  readonly access: AccessRoom
  readonly load?: Pick<Load, 'check'> | undefined
  readonly responseCache: ReadyAnswers
  readonly search: SearchRoom
  readonly checks: ChecksRoom
  readonly health: () => HealthResponse
  readonly hotLists: HotListRoom
  readonly bans: BanList
  /** Undefined where the image proxy is off. */
  readonly images?: Pictures | undefined
  readonly mcp: McpRoom
  /** Present with more than one worker process: then only they send requests to this app. */
  readonly workers?: WorkerHooks | undefined
  /** The web page; without it there is only the API. */
  readonly page?: Page | undefined
}

export interface Clock {
  /** The time of day, in epoch milliseconds. */
  epochMs(): number
  /** Milliseconds of a clock that never jumps, for durations. */
  monotonicMs(): number
}

export interface Observability {
  readonly log: Logger
  readonly logBuffer: LogRing
  readonly metrics: Pick<
    Metrics,
    'text' | 'contentType' | 'requested' | 'asked' | 'cacheHitRate' | 'readyAnswer' | 'refused' | 'cutOff'
  >
  readonly traffic: Traffic
  readonly statistics: Statistics
  readonly processHealth: ReturnType<typeof watchVitals>['read']
  readonly tracing?: Tracing | undefined
  /** Takes request lines below the level of the log. */
  readonly unloggedLines?: Unseen | undefined
}

/** Who may send requests, and how many. */
export interface AccessRoom {
  /** Undefined: no restriction. */
  readonly rules?: Access | undefined
  readonly rates?: RateRules | undefined
  readonly allowList: AllowList
  /** Undefined where logins are off. */
  readonly login?: Login | undefined
  /** Makes rate limits hold for all replicas together. */
  readonly shareLimits?: ((limits: RateLimits) => RateLimits) | undefined
}

export interface SearchRoom extends Pick<Search, 'answer' | 'events'> {
  /** Reserves capacity for a search; undefined: there always is some. */
  readonly roomFor?: Search['roomFor'] | undefined
  /** How many requests a search counts as; by default one. */
  readonly requestCount?: Search['requestCount'] | undefined
  /** The ids of all sources that a search asks by default. */
  readonly sourceIds: readonly string[]
}

export interface ChecksRoom {
  readonly check: Checks['check']
  /** The time limit of one request for checks. */
  readonly deadlineMs: number
}

export interface HotListRoom extends Pick<HotLists, 'lists' | 'batches' | 'following'> {
  /** The path prefix of the routes for clients of DailyHotApi; undefined: no such routes. */
  readonly dailyHotPrefix?: string | undefined
}

export interface McpRoom {
  /** Which web pages may call; by default those of this machine. */
  readonly origins?: OriginTest | undefined
  /** Creates an unguessable session id; without it, clients of protocol versions before 2026 cannot cancel. */
  readonly newSessionId?: (() => string) | undefined
}

/** The worker processes that listen instead of this process. */
export interface WorkerHooks {
  /** The secret by which this process recognizes requests from its workers. */
  readonly key: string
  isClosing(): boolean
  /** Registers a listener for requests that a worker answered from its cache. */
  onTaken(count: (row: TakenRow) => void): void
  /** Registers what applies the workers' rate-limit usage, and returns the resulting status. */
  onSpent(charge: RateLimits['charge']): void
}
