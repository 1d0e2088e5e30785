// Parts of an app under flat names, so that a test can replace one of them; `appOf` groups them.
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../src/app/app-options.ts'
import { createApp } from '../../src/app/create-app.ts'

type Room<Name extends keyof AppOptions> = NonNullable<AppOptions[Name]>

export interface AppParts {
  readonly version: string
  readonly epochMs: () => number
  readonly monotonicMs: () => number
  readonly newRequestId: () => string
  readonly log: Room<'observability'>['log']
  readonly logRing: Room<'observability'>['logBuffer']
  readonly metrics: Room<'observability'>['metrics']
  readonly traffic: Room<'observability'>['traffic']
  readonly statistics: Room<'observability'>['statistics']
  readonly vitals: Room<'observability'>['processHealth']
  readonly tracing?: Room<'observability'>['tracing']
  readonly unseen?: Room<'observability'>['unloggedLines']
  readonly access?: Room<'access'>['rules']
  readonly rates?: Room<'access'>['rates']
  readonly allowList: Room<'access'>['allowList']
  readonly login?: Room<'access'>['login']
  readonly shareLimits?: Room<'access'>['shareLimits']
  readonly load?: AppOptions['load']
  readonly ready: AppOptions['responseCache']
  readonly search: Room<'search'>['answer']
  readonly searchEvents: Room<'search'>['events']
  readonly searchRoom?: Room<'search'>['roomFor']
  readonly requestCount?: Room<'search'>['requestCount']
  readonly searchSources: Room<'search'>['sourceIds']
  readonly checkLinks: Room<'checks'>['check']
  readonly checkDeadlineMs: number
  readonly health: AppOptions['health']
  readonly lists: Room<'hotLists'>['lists']
  readonly batches: Room<'hotLists'>['batches']
  readonly following: Room<'hotLists'>['following']
  readonly dailyHotPrefix?: Room<'hotLists'>['dailyHotPrefix']
  readonly bans: AppOptions['bans']
  readonly pictures?: AppOptions['images']
  readonly mcpOrigins?: Room<'mcp'>['origins']
  readonly newMcpSession?: Room<'mcp'>['newSessionId']
  readonly page?: AppOptions['page']
}

/** Builds the app from these parts. */
export function appOf(parts: AppParts): FastifyInstance {
  return createApp({
    version: parts.version,
    clock: { epochMs: parts.epochMs, monotonicMs: parts.monotonicMs },
    newRequestId: parts.newRequestId,
    observability: {
      log: parts.log,
      logBuffer: parts.logRing,
      metrics: parts.metrics,
      traffic: parts.traffic,
      statistics: parts.statistics,
      processHealth: parts.vitals,
      tracing: parts.tracing,
      unloggedLines: parts.unseen,
    },
    access: {
      rules: parts.access,
      rates: parts.rates,
      allowList: parts.allowList,
      login: parts.login,
      shareLimits: parts.shareLimits,
    },
    load: parts.load,
    responseCache: parts.ready,
    search: {
      answer: parts.search,
      events: parts.searchEvents,
      roomFor: parts.searchRoom,
      requestCount: parts.requestCount,
      sourceIds: parts.searchSources,
    },
    checks: { check: parts.checkLinks, deadlineMs: parts.checkDeadlineMs },
    health: parts.health,
    hotLists: {
      lists: parts.lists,
      batches: parts.batches,
      following: parts.following,
      dailyHotPrefix: parts.dailyHotPrefix,
    },
    bans: parts.bans,
    images: parts.pictures,
    mcp: { origins: parts.mcpOrigins, newSessionId: parts.newMcpSession },
    page: parts.page,
  })
}
