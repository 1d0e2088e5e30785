// Opens the watches: the operator's file, the stored state, what they watch, and the notifiers.
import { randomBytes } from 'node:crypto'
import { sourceIdsOf } from '../search/catalogue.ts'
import { createDeliveries } from '../watches/deliveries.ts'
import { createWatchRunner } from '../watches/watch-runner.ts'
import { openWatches } from '../watches/watches.ts'
import type { Runtime } from './app-options.ts'
import type { OpenAsking } from './asking.ts'
import type { OpenFeatures } from './features.ts'
import type { Platform } from './platform.ts'
import { asSettingError, type Settings } from './settings.ts'
import { openWatchFile } from './watch-file.ts'
import { createArchivePort, createListPort, createSearchPort } from './watch-ports.ts'

export type OpenWatching = Awaited<ReturnType<typeof openWatching>>

interface Watched {
  readonly platform: Platform
  readonly asking: OpenAsking
  readonly features: OpenFeatures
}

export async function openWatching(settings: Settings, { log, epochMs }: Runtime, parts: Watched) {
  const { sources, records, metrics } = parts.platform
  // While the operator's file of lists has a mistake, any list may be one of its.
  const listIds = {
    has: (id: string) => sources.lists.get(id)?.isEnabled ?? sources.problems().length > 0,
  }
  const file = await asSettingError(() => openWatchFile(settings, { listIds, log, epochMs }))
  const { notifiers } = file
  const watches = await asSettingError(() =>
    openWatches({
      ...{ fileWatches: file.watches, notifiers, listIds, records, log, epochMs },
      recordHit: metrics.recordWatchHit,
      newToken: () => randomBytes(24).toString('base64url'),
    }),
  )
  const runner = createWatchRunner({
    ...{ watches, ...portsOf(parts), epochMs },
    onError: (error) => log.error({ err: error }, 'failed to run a watch'),
  })
  const sendDue = createDeliveries({ watches, notifiers, recordDelivery: metrics.recordWatchMessage, log, epochMs })
  return { watches, runner, sendDue, file, close: file.close }
}

/** A search asks many sources: it is put off when a user's would be rejected. */
const searchAsks = 100

function portsOf({ platform, asking, features }: Watched) {
  const { findNewest, storedTitles, hotLists, search } = features
  return {
    lists: createListPort(hotLists, asking.refreshes),
    archive: findNewest && createArchivePort(findNewest, sourceIdsOf(platform.sources.catalogue), storedTitles),
    search: createSearchPort(search),
    isBusy: () => !asking.load.hasCapacity(searchAsks),
  }
}
