// Parts of an app under flat names, so that a test can replace one of them; `appOf` makes the app of them.
import type { FastifyInstance } from 'fastify'
import { createSourceSwitches } from '../../src/admin/source-switches.ts'
import type { AppOptions } from '../../src/app/app-options.ts'
import { createApp } from '../../src/app/create-app.ts'
import { keyBytes } from '../../src/http/auth/api-keys.ts'
import { createApiKeys } from '../../src/http/auth/open-api-keys.ts'
import { createUserSettings } from '../../src/http/auth/user-settings.ts'
import { noRecordStore } from '../../src/store/records/record-store.ts'
import { noWatches } from './no-watches.ts'

type Search = AppOptions['search']
type HotLists = AppOptions['hotLists']
type Access = AppOptions['access']

/** What is passed to the app as it is. */
type Same = Pick<
  AppOptions,
  | 'version'
  | 'epochMs'
  | 'monotonicMs'
  | 'newRequestId'
  | 'log'
  | 'metrics'
  | 'traffic'
  | 'statistics'
  | 'tracing'
  | 'load'
  | 'searchSources'
  | 'checkLinks'
  | 'checkDeadlineMs'
  | 'health'
  | 'dailyHotPrefix'
  | 'bans'
  | 'mcpOrigins'
  | 'page'
>

export interface AppParts extends Same {
  readonly logRing: AppOptions['logBuffer']
  readonly vitals: AppOptions['processHealth']
  readonly unseen?: AppOptions['unloggedLines']
  readonly access?: Access['rules']
  readonly rates?: Access['rates']
  readonly allowList: Access['allowList']
  readonly apiKeys?: Access['apiKeys']
  readonly userSettings?: Access['userSettings']
  readonly switches?: AppOptions['switches']
  readonly login?: Access['login']
  readonly shareLimits?: Access['shareLimits']
  readonly ready: AppOptions['responseCache']
  readonly search: Search['answer']
  readonly findWork?: Search['work']
  readonly recentYields?: AppOptions['recentYields']
  readonly suggest?: AppOptions['suggest']
  readonly searchEvents: Search['events']
  readonly requestCount?: Search['requestCount']
  readonly lists: HotLists['lists']
  readonly batches: HotLists['batches']
  readonly following: HotLists['following']
  readonly history: HotLists['history']
  readonly risers: HotLists['risers']
  readonly trends: HotLists['trends']
  readonly pictures?: AppOptions['images']
}

/** Builds the app from these parts. */
export function appOf(parts: AppParts): FastifyInstance {
  const { apiKeys = noApiKeys(), switches = createSourceSwitches(new Map(), () => undefined) } = parts
  const { userSettings = createUserSettings({ records: noRecordStore, epochMs: parts.epochMs }) } = parts
  const { allowList, rates, login, shareLimits, lists, batches, following, history, risers, trends } = parts
  return createApp({
    ...parts,
    logBuffer: parts.logRing,
    processHealth: parts.vitals,
    unloggedLines: parts.unseen,
    switches,
    access: { rules: parts.access, rates, allowList, apiKeys, userSettings, login, shareLimits },
    responseCache: parts.ready,
    suggest: parts.suggest ?? (async () => []),
    recentYields: parts.recentYields ?? (async () => new Map()),
    search: {
      answer: parts.search,
      events: parts.searchEvents,
      work: parts.findWork ?? (() => Promise.reject(new Error('not asked here'))),
      requestCount: parts.requestCount ?? (() => 1),
    },
    hotLists: { lists, batches, following, history, risers, trends },
    images: parts.pictures,
    watches: noWatches,
  })
}

function noApiKeys(): Access['apiKeys'] {
  const randomKey = () => new Uint8Array(keyBytes)
  return createApiKeys({ configured: [], isRequired: false, records: noRecordStore, randomKey, epochMs: () => 0 })
}
