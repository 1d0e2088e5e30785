// Opens the watches: the operator's file, the stored state, what they watch, and the notifiers.
import { randomBytes } from 'node:crypto'
import { createFreshHolds } from '../hotlist/refresh/refresher.ts'
import { sourceIdsOf } from '../search/catalogue.ts'
import { createDeliveries } from '../watches/deliveries.ts'
import { openWatchFile } from '../watches/watch-file.ts'
import { createWatchRunner } from '../watches/watch-runner.ts'
import { openWatches } from '../watches/watches.ts'
import type { Runtime } from './app-options.ts'
import type { OpenAsking } from './asking.ts'
import type { OpenFeatures } from './features.ts'
import type { Platform } from './platform.ts'
import { asSettingError, type Settings } from './settings.ts'

export type OpenWatching = Awaited<ReturnType<typeof openWatching>>

interface Watched {
  readonly platform: Platform
  readonly asking: OpenAsking
  readonly features: OpenFeatures
}

export async function openWatching(
  settings: Settings,
  { log, epochMs }: Runtime,
  { platform, asking, features }: Watched,
) {
  const { sources, records, metrics } = platform
  const { config, env, proxyFor, allowance, isContainer } = settings
  const outgoing = { gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance, isContainer }
  // While the operator's file of lists has a mistake, any list may be one of its.
  const listIds = {
    has: (id: string) => sources.lists.get(id)?.isEnabled ?? sources.problems().length > 0,
  }
  const file = await asSettingError(() =>
    openWatchFile({ path: config.WATCH_FILE, env, outgoing, listIds, log, epochMs }),
  )
  const { notifiers } = file
  const watches = await asSettingError(() =>
    openWatches({
      ...{ fileWatches: file.watches, notifiers, listIds, records, log, epochMs },
      recordHit: metrics.recordWatchHit,
      newToken: () => randomBytes(24).toString('base64url'),
    }),
  )
  const { findNewest, storedTitles, hotLists, search } = features
  const sourceIds = sourceIdsOf(sources.catalogue)
  const runner = createWatchRunner({
    watches,
    lists: hotLists.lists,
    refreshed: asking.refreshes.drain,
    keepFresh: createFreshHolds(hotLists.refresher),
    archive: findNewest && { storedTitles, find: (keyword, clouds) => findNewest(keyword, sourceIds, clouds) },
    search,
    isBusy: () => !asking.load.hasCapacity(searchAsks),
    epochMs,
    onError: (error) => log.error({ err: error }, 'failed to run a watch'),
  })
  const sendDue = createDeliveries({ watches, notifiers, recordDelivery: metrics.recordWatchMessage, log, epochMs })
  return { watches, runner, sendDue, file, close: file.close }
}

/** A search asks many sources: it is put off when a user's would be rejected. */
const searchAsks = 100
