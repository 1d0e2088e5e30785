// The schemas of the OpenAPI document by name.
import type { z } from 'zod'
import * as about from './about.ts'
import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as bans from './bans.ts'
import * as check from './check.ts'
import * as dailyHot from './dailyhot.ts'
import * as feeds from './feeds.ts'
import * as hotList from './hotlist.ts'
import { errorResponse } from './hotlist-error.ts'
import * as find from './hotlist-find.ts'
import * as history from './hotlist-history.ts'
import * as report from './hotlist-reports.ts'
import * as trends from './hotlist-trends.ts'
import * as links from './links.ts'
import * as mcp from './mcp.ts'
import * as monitoring from './monitoring.ts'
import * as newsNow from './newsnow.ts'
import { pictureRequest } from './pictures.ts'
import * as search from './search.ts'
import { linkChange, searchEvent, streamEvents } from './search-events.ts'
import * as switches from './source-switches.ts'
import * as suggest from './suggest.ts'
import * as settings from './user-settings.ts'
import * as watches from './watches.ts'
import * as attributes from './work-attributes.ts'
import * as works from './works.ts'

const { hotListAnswers } = hotList

const requests = {
  SearchRequest: search.searchFields,
  SearchExt: search.searchExt,
  SearchFilter: search.searchFilter,
  CheckRequest: check.checkRequest,
  CheckItem: check.checkItem,
  EntireRequest: newsNow.entireRequest,
  McpRequest: mcp.rpcRequest,
  LoginRequest: auth.loginRequest,
  Nothing: auth.nothing,
  AllowListChange: monitoring.allowListChange,
  BansChange: bans.bansChange,
  ApiKeyRequest: apiKeys.apiKeyRequest,
  ApiKeyToRevoke: apiKeys.apiKeyToRevoke,
  SourceSwitchChange: switches.sourceSwitchChange,
  BanEntry: bans.banEntry,
  BanToLift: bans.banToLift,
  SourcesRequest: hotList.sourcesRequest,
  SourceRequest: hotList.sourceRequest,
  FindRequest: find.findRequest,
  HistoryRequest: history.historyRequest,
  ListAtRequest: history.listAtRequest,
  ListChangesRequest: history.listChangesRequest,
  RisersRequest: history.risersRequest,
  TrendsRequest: trends.trendsRequest,
  ColumnFeedRequest: feeds.columnFeedRequest,
  OpmlRequest: feeds.opmlRequest,
  SearchFeedRequest: feeds.searchFeedRequest,
  UserSettings: settings.userSettings,
  WatchRequest: watches.watchRequest,
  WatchEventsRequest: watches.watchEventsRequest,
  WatchFeedRequest: watches.watchFeedRequest,
  HotListRequest: hotList.hotListRequest,
  BatchRequest: hotList.batchRequest,
  HotBatchRequest: hotList.hotBatchRequest,
  OptimizedRequest: hotList.optimizedRequest,
  StreamRequest: hotList.streamRequest,
  NewsNowRequest: newsNow.newsNowRequest,
  DailyHotRequest: dailyHot.dailyHotRequest,
  PictureRequest: pictureRequest,
  SuggestRequest: suggest.suggestRequest,
  MetricsRequest: report.metricsRequest,
  ErrorsRequest: report.errorsRequest,
  LogsRequest: report.logsRequest,
  AllowListQuestion: monitoring.allowListQuestion,
}

/** The error bodies: the plain one, and those for clients of other services. */
const errors = {
  McpError: mcp.rpcError,
  PlainError: dailyHot.dailyHotError,
  ErrorAnswer: errorResponse,
  NewsNowError: newsNow.newsNowError,
  LoginError: auth.authErrorResponse,
}

const answers = {
  SearchResponse: search.searchResponse,
  LinksByType: search.merged,
  LinkItem: links.linkItem,
  LinkHealth: links.linkHealth,
  Work: works.work,
  WorkResponse: works.workResponse,
  WorkLink: works.workLink,
  SuggestAnswer: suggest.suggestAnswer,
  Suggestion: suggest.suggestion,
  WorkChange: works.workChange,
  WorkAttributes: attributes.workAttributes,
  UnitedAttributes: attributes.unitedAttributes,
  LinkChange: linkChange,
  ResultItem: search.resultItem,
  ResultLink: search.resultLink,
  SearchWarning: search.warning,
  SearchMeta: search.meta,
  SearchSources: search.meta.shape.sources,
  SearchEvent: searchEvent,
  SearchStart: streamEvents.start,
  SearchSource: streamEvents.source,
  SearchLinks: streamEvents.links,
  SearchWorks: streamEvents.works,
  SearchResults: streamEvents.results,
  SearchEnd: streamEvents.end,
  SourceFailure: search.upstreamFailure,
  HealthResponse: search.healthResponse,
  CheckResponse: check.checkResponse,
  CheckResult: check.checkResult,
  HotItem: hotList.item,
  HotSource: hotList.sourceRecord,
  HotSourceMetrics: hotList.sourceMetrics,
  ListFailure: hotList.failure,
  SourcesAnswer: hotListAnswers.sources,
  SourceAnswer: hotListAnswers.source,
  BatchAnswer: hotListAnswers.batch,
  BatchResult: hotList.batchResult,
  HotItems: hotListAnswers.hotList,
  HotBatchAnswer: hotListAnswers.hotBatch,
  HotResult: hotList.hotResult,
  OptimizedAnswer: hotListAnswers.optimized,
  VersionAnswer: hotListAnswers.latest,
  StreamMessage: hotList.streamMessage,
  StreamEvent: hotList.streamEvent,
  FindAnswer: find.findAnswer,
  FoundItem: find.foundItem,
  HistoryAnswer: history.historyAnswer,
  HistoryItem: history.historyItem,
  HistoryPoint: history.historyPoint,
  ListAtAnswer: history.listAtAnswer,
  ListChangesAnswer: history.listChangesAnswer,
  MovedItem: history.movedItem,
  RisersAnswer: history.risersAnswer,
  Riser: history.riser,
  TrendsAnswer: trends.trendsAnswer,
  TrendStory: trends.trendStory,
  UserSettingsAnswer: settings.userSettingsAnswer,
  WatchesAnswer: watches.watchesAnswer,
  WatchAnswer: watches.watchAnswer,
  WatchFeedTokenAnswer: watches.watchFeedTokenAnswer,
  Watch: watches.watchRecord,
  WatchEventsAnswer: watches.watchEventsAnswer,
  WatchEvent: watches.watchEvent,
  NewsNowList: newsNow.newsNowList,
  NewsNowItem: newsNow.newsNowItem,
  NewsNowLists: newsNow.entireResponse,
  NewsNowLogin: newsNow.enableLoginResponse,
  DailyHotList: dailyHot.dailyHotList,
  DailyHotItem: dailyHot.dailyHotItem,
  DailyHotRoutes: dailyHot.dailyHotRoutes,
  McpAnswer: mcp.rpcAnswer,
  McpEvent: mcp.rpcEvent,
  LoginResponse: auth.loginResponse,
  VerifyResponse: auth.verifyResponse,
  LogoutResponse: auth.logoutResponse,
  IndexAnswer: about.indexAnswer,
  AliveAnswer: about.aliveAnswer,
  ReadyAnswer: about.readyAnswer,
  DescriptionAnswer: about.descriptionAnswer,
  StatusAnswer: report.reports.health,
  SystemAnswer: report.reports.health.shape.system,
  MetricsAnswer: report.reports.metrics,
  SourceFigures: report.sourceFigures,
  RouteFigures: monitoring.routeFigures,
  ErrorsAnswer: report.reports.errors,
  LogsAnswer: report.reports.logs,
  LogEntry: monitoring.logEntry,
  LogStats: monitoring.logStats,
  AllowListAnswer: monitoring.allowListResponse,
  BansAnswer: bans.bansResponse,
  ApiKeysAnswer: apiKeys.apiKeysResponse,
  ApiKey: apiKeys.apiKey,
  SourceSwitchesAnswer: switches.sourceSwitchesResponse,
  Ban: bans.ban,
  ...errors,
}

/** A named schema of the OpenAPI document. */
export interface NamedSchema<Schema extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly schema: Schema
}

function named<Schema extends z.ZodType>(schemas: Readonly<Record<string, Schema>>): NamedSchema<Schema>[] {
  return Object.entries(schemas).map(([name, schema]) => ({ name, schema }))
}

export const requestSchemas = named<z.ZodObject>(requests)
/** Schemas of answers, errors included. */
export const answerSchemas = named<z.ZodType>(answers)
export const errorSchemas = named<z.ZodType>(errors)
